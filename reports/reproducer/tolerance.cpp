#include "reports/reproducer/tolerance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace wgcts::reports {
namespace {

template <class T>
double number_of(std::uint64_t bits) {
  return static_cast<double>(std::bit_cast<T>(static_cast<bits_of<T>>(bits)));
}

/// The middle of the bounds, or an integer near it.
double middle(double low, double high) {
  const double between = low / 2 + high / 2, whole = std::round(between);
  constexpr double close = 8;
  return low <= whole && whole <= high && std::abs(between - whole) * close <= high - low ? whole : between;
}

template <class T>
std::optional<Tolerance> tolerance_in(const FailingRun& failing_run, const KernelArgument& output,
                                      std::size_t number) {
  using Written = std::conditional_t<std::is_same_v<T, half>, float, T>;
  Tolerance tolerance;
  std::vector<double> wanted;
  double most = 0;
  for (const Expected& e : output.expected) {
    const double low = number_of<T>(e.low), high = number_of<T>(e.high);
    if (e.judged && (e.untouched || !leaves_room(e.rule) || !std::isfinite(low) || !std::isfinite(high)))
      return std::nullopt;
    const auto want = static_cast<Written>(e.judged ? middle(low, high) : 0.0);
    wanted.push_back(static_cast<double>(want));
    tolerance.want.push_back(std::bit_cast<bits_of<Written>>(want));
    if (e.judged) most = std::max({most, high - wanted.back(), wanted.back() - low});
  }
  // Covers the rounding errors of the comparison.
  most *= 1 + 0x1p-8;
  const bool exceeds = std::ranges::any_of(failing_run.wrong, [&](const WrongElement& w) {
    if (w.output != number) return false;
    const double got = number_of<T>(element_of(failing_run.outcome.outputs[number], output.type, w.element));
    return !(std::abs(got - wanted[w.element]) <= 2 * most);
  });
  if (!exceeds || !(most > 0)) return std::nullopt;
  tolerance.text =
      fmt::format("{:a}{}", sizeof(T) == 8 ? most : std::nextafter(static_cast<float>(most), 1e30F),
                  sizeof(T) == 8 ? "" : "f");
  return tolerance;
}

}  // namespace

std::optional<Tolerance> tolerance_of(const FailingRun& failing_run, std::size_t number) {
  const KernelArgument& output = failing_run.run.arguments[outputs_of(failing_run.run)[number]];
  if (failing_run.outcome.outputs.empty() || !is_gentype(output.type) || !is_floating(output.type))
    return std::nullopt;
  return with_gentype(static_cast<GenType>(output.type), [&]<class T>() -> std::optional<Tolerance> {
    if constexpr (is_float_v<T>)
      return tolerance_in<T>(failing_run, output, number);
    else
      return std::nullopt;
  });
}

}  // namespace wgcts::reports
