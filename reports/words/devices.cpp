#include "reports/words/devices.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace wgcts::reports {
namespace {

std::string line(std::string_view what, std::string_view says) {
  return fmt::format("    {:<18} {}\n", what, says);
}

std::string line(std::string_view what, const Answer& answer) {
  return line(what, fmt::format("{:<4} {}: {}", answer.yes ? "yes" : "no", answer.because.query,
                                answer.because.answer));
}

}  // namespace

std::string device_text(const DeviceFacts& d) {
  std::vector<std::string> modes;
  for (const unsigned mode : d.cl_std) modes.push_back(fmt::format("CL{}.{}", mode / 10, mode % 10));
  const auto& size = d.max_work_item_sizes;
  std::string trouble;
  if (d.unusable) trouble += line("unusable", fmt::format("{}: {}", d.unusable->query, d.unusable->answer));
  for (const Reason& error : d.query_errors)
    trouble += line("no answer", fmt::format("{}: {}", error.query, error.answer));
  return fmt::format("{}: {}\n", d.index, d.name) + line("platform", d.platform) + line("driver", d.driver) +
         line("version", fmt::format("{}, {} profile", d.version, d.full_profile ? "full" : "embedded")) +
         line("-cl-std", fmt::format("{}", fmt::join(modes, " "))) + line("collectives", d.collectives) +
         line("half", d.half) + line("long, ulong", d.int64) + line("double", d.fp64) +
         line("non-uniform", d.non_uniform) + line("compiler", d.compiler) +
         line("IL", d.il_version.empty() ? "none" : d.il_version) +
         line("work-group", fmt::format("at most {} work-items, {}x{}x{}", d.max_work_group_size, size[0],
                                        size[1], size[2])) +
         line("memory", fmt::format("{} MiB, one buffer {} MiB, local {} KiB", d.global_memory >> 20,
                                    d.max_allocation >> 20, d.local_memory >> 10)) +
         line("compute units", std::to_string(d.compute_units)) + trouble;
}

}  // namespace wgcts::reports
