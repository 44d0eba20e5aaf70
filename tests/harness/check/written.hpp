// The buffers of a program after a run on a correct device.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "harness/check/program_checker.hpp"

namespace wgcts::harness {

/// The interpreter's outputs. set() makes one of them wrong.
struct WrittenOutputs {
  explicit WrittenOutputs(const ProgramChecker& of) : checker(of) {
    for (const std::size_t place : outputs_of(of.run())) {
      const KernelArgument& out = of.run().arguments[place];
      poisons.push_back(out.bytes);
      auto& buffer = outputs.emplace_back();
      for (const Expected& expected : out.expected) {
        const auto* low = reinterpret_cast<const std::byte*>(&expected.low);
        const std::span<const std::byte> value(low, poisons.back().size()), poison(poisons.back());
        const auto from = expected.untouched ? poison : value;
        buffer.insert(buffer.end(), from.begin(), from.end());
      }
    }
  }
  void set(std::size_t output, std::size_t item, std::span<const std::byte> bytes) {
    std::ranges::copy(bytes, &outputs[output][item * bytes.size()]);
  }
  Judgement judge() const { return checker.judge(outputs); }

  const ProgramChecker& checker;
  std::vector<std::vector<std::byte>> outputs, poisons;
};

}  // namespace wgcts::harness
