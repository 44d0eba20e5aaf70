#include "reports/reproducer/slack.hpp"

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

/// The middle of the bounds; where a whole number stands close to it, that.
double middle(double low, double high) {
  const double between = low / 2 + high / 2, whole = std::round(between);
  constexpr double close = 8;
  return low <= whole && whole <= high && std::abs(between - whole) * close <= high - low ? whole : between;
}

template <class T>
std::optional<Slack> slack_in(const Specimen& specimen, const KernelArgument& output, std::size_t number) {
  using Told = std::conditional_t<std::is_same_v<T, half>, float, T>;
  Slack slack;
  std::vector<double> wanted;
  double most = 0;
  for (const Expected& e : output.expected) {
    const double low = number_of<T>(e.low), high = number_of<T>(e.high);
    if (e.judged && (e.untouched || !leaves_room(e.rule) || !std::isfinite(low) || !std::isfinite(high)))
      return std::nullopt;
    const auto want = static_cast<Told>(e.judged ? middle(low, high) : 0.0);
    wanted.push_back(static_cast<double>(want));
    slack.want.push_back(std::bit_cast<bits_of<Told>>(want));
    if (e.judged) most = std::max({most, high - wanted.back(), wanted.back() - low});
  }
  // What the comparison rounds, in the type, is no more than that.
  most *= 1 + 0x1p-8;
  const bool tells = std::ranges::any_of(specimen.wrong, [&](const WrongElement& w) {
    if (w.output != number) return false;
    const double got = number_of<T>(element_of(specimen.outcome.outputs[number], output.type, w.element));
    return !(std::abs(got - wanted[w.element]) <= 2 * most);
  });
  if (!tells || !(most > 0)) return std::nullopt;
  slack.text = fmt::format("{:a}{}", sizeof(T) == 8 ? most : std::nextafter(static_cast<float>(most), 1e30F),
                           sizeof(T) == 8 ? "" : "f");
  return slack;
}

}  // namespace

std::optional<Slack> slack_of(const Specimen& specimen, std::size_t number) {
  const KernelArgument& output = specimen.run.arguments[outputs_of(specimen.run)[number]];
  if (specimen.outcome.outputs.empty() || !is_gentype(output.type) || !is_floating(output.type))
    return std::nullopt;
  return with_gentype(static_cast<GenType>(output.type), [&]<class T>() -> std::optional<Slack> {
    if constexpr (is_float_v<T>)
      return slack_in<T>(specimen, output, number);
    else
      return std::nullopt;
  });
}

}  // namespace wgcts::reports
