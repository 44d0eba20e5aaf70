// The buffers of a whole program, as a right device leaves them.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "harness/check/program_checker.hpp"

namespace wgcts::harness {

constexpr std::uint64_t poison_bits = 0x123456789abcdef0;

/// What a device that wrote what the interpreter says hands back; set() makes it a wrong one.
struct WrittenOutputs {
  explicit WrittenOutputs(const ProgramChecker& of) : checker(of) {
    for (std::size_t o = 0; o < of.literal().outputs.size(); ++o) {
      const LiteralOutput& out = of.literal().outputs[o];
      poisons.push_back(of.poison(o, poison_bits));
      auto& buffer = outputs.emplace_back();
      for (std::size_t item = 0; item < out.written.size(); ++item) {
        const std::size_t size = poisons[o].size();
        const auto expected = std::span(out.expected).subspan(item * size, size);
        const auto from = out.written[item] != 0 ? expected : std::span<const std::byte>(poisons[o]);
        buffer.insert(buffer.end(), from.begin(), from.end());
      }
    }
  }
  void set(std::size_t output, std::size_t item, std::span<const std::byte> bytes) {
    std::ranges::copy(bytes, &outputs[output][item * bytes.size()]);
  }
  Judgement judge() const { return checker.judge(outputs, poisons); }

  const ProgramChecker& checker;
  std::vector<std::vector<std::byte>> outputs, poisons;
};

}  // namespace wgcts::harness
