// The stub's script, from an environment variable: see README.md.
#pragma once

#include <CL/cl.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stub_opencl {

/// A predicate with its value: "fails" and "-30", "says" and a text, "is" and numbers.
struct Sentence {
  std::string verb, rest;
};

/// The sentence that applies to the subject's `call`-th call, counted from 1.
std::optional<Sentence> said_of(std::string_view subject, std::size_t call);

/// The value of meet() for a call that must return success without doing anything.
inline constexpr cl_int skipped = 1;
/// The value of meet() for a launch that must return the results of the last launch that was run.
inline constexpr cl_int repeated = 1 << 20;

/// Counts and logs a call of an entry point. Returns its error, CL_SUCCESS, `skipped` or `repeated`, or does
/// not return.
cl_int meet(std::string_view entry);

/// Logs a query and returns its answer: the scripted one, or `usual`, with elements of `element` bytes.
/// Returns an error if the script says so.
struct Bytes {
  cl_int error = CL_SUCCESS;
  std::vector<unsigned char> value;
};
Bytes answer(std::string_view query, Bytes usual, std::size_t element);

}  // namespace stub_opencl
