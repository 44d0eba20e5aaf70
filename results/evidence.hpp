// The output of a failing case's work-groups, from which the run is diagnosed. Inputs are regenerated from
// the case.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "reference/geometry.hpp"

namespace wgcts::results {

/// The result bytes of a wrong work-group, in order of local linear id.
struct GroupOutput {
  std::size_t group = 0;  ///< linear group id
  std::vector<std::byte> bytes;
};

/// A call site of the case's builtin.
struct SiteEvidence {
  std::string wrong;                 ///< by linear group id: '1' if a lane is wrong, otherwise '0'
  std::vector<GroupOutput> outputs;  ///< some of the wrong work-groups, with every data class if possible
};

/// An output buffer of a whole program, in order of global linear id.
struct BufferEvidence {
  std::vector<std::byte> poison;  ///< an element that was not written
  std::vector<std::byte> bytes;
};

/// Passed from worker to supervisor and written to the journal, but not to the report.
struct Evidence {
  Extents local{};
  std::size_t groups = 0;            ///< as in ndrange()
  std::vector<std::byte> poison;     ///< an element that was not written
  std::vector<std::string> members;  ///< builtins of the kernel, in the order of their calls
  std::vector<SiteEvidence> sites;
  std::vector<BufferEvidence> outputs{};  ///< for a whole program, which has no sites
};

/// The maximum size of a case's evidence: bytes and work-groups.
inline constexpr std::size_t most_evidence_bytes = std::size_t{96} << 10;
inline constexpr std::size_t most_evidence_groups = 48;

/// An object of the protocol, and its inverse, which throws std::exception for invalid JSON.
nlohmann::json to_json(const Evidence& evidence);
Evidence evidence_from_json(const nlohmann::json& json);

}  // namespace wgcts::results
