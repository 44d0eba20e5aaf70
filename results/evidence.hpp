// What a failing case's work-groups returned: what a run is diagnosed from. Inputs are made again from the
// case.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "reference/geometry.hpp"

namespace wgcts::results {

/// The results of a wrong work-group, byte for byte, in order of local linear id.
struct GroupOutput {
  std::size_t group = 0;  ///< linear group id
  std::vector<std::byte> bytes;
};

/// One call of the case's builtin.
struct SiteEvidence {
  std::vector<char> wrong;           ///< by linear group id: whether some lane of it is wrong
  std::vector<GroupOutput> outputs;  ///< of some of the wrong ones, of each kind of data first
};

/// An output buffer of a whole program, in order of global linear id.
struct BufferEvidence {
  std::vector<std::byte> poison;  ///< an element that nobody wrote
  std::vector<std::byte> bytes;
};

/// Held for the run alone: it travels from worker to supervisor and into the journal, and into no report.
struct Evidence {
  Extents local{};
  std::size_t groups = 0;            ///< as ndrange() takes it
  std::vector<std::byte> poison;     ///< an element that nobody wrote
  std::vector<std::string> members;  ///< builtins of the kernel, in the order of their calls
  std::vector<SiteEvidence> sites;
  std::vector<BufferEvidence> outputs{};  ///< of a whole program, which has no sites
};

/// Bytes and work-groups that a case's outputs may have.
inline constexpr std::size_t most_evidence_bytes = std::size_t{96} << 10;
inline constexpr std::size_t most_evidence_groups = 48;

/// An object of the protocol, and its inverse, which throws std::exception on anything else.
nlohmann::json to_json(const Evidence& evidence);
Evidence evidence_from_json(const nlohmann::json& json);

}  // namespace wgcts::results
