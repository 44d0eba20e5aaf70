// A failed whole program and its outputs.
#pragma once

#include <memory>
#include <vector>

#include "reference/program/tree.hpp"
#include "results/case_result.hpp"

namespace wgcts::harness {

/// The evidence of a device that wrote these outputs.
inline std::shared_ptr<const Evidence> evidence_of_outputs(const LegalProgram& program,
                                                           const std::vector<OutputBuffer>& outputs) {
  Evidence evidence{program.launch.range.local, volume(group_counts(program.launch.range)), {}, {}, {}};
  for (std::size_t o = 0; o < outputs.size(); ++o) {
    const Type type = program.program.outputs[o];
    BufferEvidence buffer{std::vector<std::byte>(info(type).bytes, std::byte{0x5b}), {}};
    for (std::size_t item = 0; item < outputs[o].values.size(); ++item) {
      const auto value =
          outputs[o].written[item] != 0 ? bytes_of(type, outputs[o].values[item].low) : buffer.poison;
      buffer.bytes.insert(buffer.bytes.end(), value.begin(), value.end());
    }
    evidence.outputs.push_back(std::move(buffer));
  }
  return std::make_shared<const Evidence>(std::move(evidence));
}

inline CaseResult failed_program(const Case& c, std::shared_ptr<const Evidence> evidence) {
  CaseResult result{c, Verdict::Fail};
  result.failure = Failure{"out0", "WGC.CF.2"};
  result.failure->message = "some lanes are wrong";
  result.failure->wrong = 1;
  result.evidence = std::move(evidence);
  return result;
}

}  // namespace wgcts::harness
