// A program as a host runs it: text and bytes, nothing of trees.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "suites/programs/draw_program.hpp"

namespace wgcts::suites {

/// What an output buffer must hold afterwards, an element a work-item by global linear id. Where `written` is
/// 0 the element must be what the host put there.
struct LiteralOutput {
  Type type;
  std::vector<std::byte> expected;
  std::vector<std::uint8_t> written;
};

/// The kernel's arguments are, in this order: the scalars, the buffers that it reads, those that it writes.
struct LiteralProgram {
  std::string text;
  std::string kernel;
  NDRange range;
  std::vector<std::vector<std::byte>> scalars;
  std::vector<std::vector<std::byte>> inputs;
  std::vector<LiteralOutput> outputs;
};

/// The program as text and bytes, of the byte order of this machine.
LiteralProgram literal_program(const LegalProgram& program);

/// A value as a device holds it, info(type).bytes long, and the value that a device's bytes hold: zeros of
/// either sign are one value (WGC.U.3), as are NaNs.
std::vector<std::byte> bytes_of(Type type, Word value);
Word word_from(Type type, std::span<const std::byte> bytes);

}  // namespace wgcts::suites
