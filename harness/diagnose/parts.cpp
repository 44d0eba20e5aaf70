#include "harness/diagnose/parts.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

namespace wgcts::harness {
namespace {

/// A part is small that has at most one place for so many of its host's.
constexpr std::size_t share = 4;

bool is_unknown(const Part& part) { return part.what.code == "unknown"; }

bool stands_within(const Part& part, const Part& host) {
  return std::ranges::all_of(part.places, [&](const Place& p) { return host.boundary->holds(p); });
}

/// Whether half of its cases show the other, too.
bool shares_cases(const Part& part, const Part& host) {
  const auto shared =
      std::ranges::count_if(part.cases, [&](std::size_t c) { return host.cases.contains(c); });
  return 2 * static_cast<std::size_t>(shared) >= part.cases.size();
}

/// What the cases of one launch have in common.
auto launch_of(const Case& c) { return std::tuple(c.form, c.variant, c.type, c.dim, c.local); }

/// Whether it shows in nothing but launches that the other was seen in.
bool shares_launches(const Part& part, const Part& host) {
  std::set<decltype(launch_of(std::declval<Case>()))> launches;
  for (const Place& p : host.places) launches.insert(launch_of(p.the_case));
  return std::ranges::all_of(part.places,
                             [&](const Place& p) { return launches.contains(launch_of(p.the_case)); });
}

/// Whether it is seen in a few places, and in work-groups of so few work-items that many a model gives what
/// came of them.
bool may_be_chance(const Part& part, const Part& host) {
  constexpr std::size_t fewest = 2;
  return share * part.places.size() <= host.places.size() &&
         std::ranges::all_of(part.places, [](const Place& p) { return volume(p.size) <= fewest; });
}

/// Whether it goes wrong with so many builtins that it is the launch that does, and no builtin.
bool is_of_launches(const Part& host) {
  constexpr std::size_t many = 6;
  std::set<const Builtin*> concerned;
  for (const auto& [builtin, type] : host.subjects) concerned.insert(builtin);
  return host.what.code == "unwritten" ? concerned.size() > 1 : is_unknown(host) && concerned.size() >= many;
}

/// Whether the part stands where the host's conditions hold, whosever bug they say that it is.
bool stands_with(const Part& part, const Part& host) {
  Boundary when = *host.boundary;
  std::erase_if(when.conditions, [](const Condition& c) { return is_of_subject(c.predicate.feature); });
  return !when.conditions.empty() &&
         std::ranges::all_of(part.places, [&](const Place& p) { return when.holds(p); });
}

}  // namespace

bool is_consequence(const Part& part, const Part& host) {
  if (is_of_launches(host) && part.what.code != host.what.code) {
    constexpr std::size_t by_chance = 2;  // so few work-groups many a model gives
    if (is_unknown(host)) return stands_with(part, host) || shares_launches(part, host);
    return (is_unknown(part) || part.places.size() <= by_chance) && shares_launches(part, host);
  }
  if (!std::ranges::includes(host.subjects, part.subjects)) return false;
  // What nobody can name gives now and then what some model does.
  if (is_unknown(host) && may_be_chance(part, host)) return true;
  if (part.what == host.what) return true;
  const bool may_speak_for_it = is_unknown(host) || is_unknown(part) || part.what.code == host.what.code;
  if (may_speak_for_it) return shares_cases(part, host) || stands_within(part, host);
  return share * part.places.size() <= host.places.size() && stands_within(part, host);
}

bool leaves_the_name(const Part& part, const Part& host) {
  return host.what.code == "unwritten" && part.what.code != host.what.code && is_of_launches(host);
}

std::vector<std::size_t> hosts_of(const std::vector<Part>& parts) {
  std::vector<std::size_t> hosts(parts.size()), order(parts.size());
  std::iota(hosts.begin(), hosts.end(), std::size_t{0});
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater(), [&](std::size_t i) { return parts[i].places.size(); });
  // A consequence of whole launches goes there, however large it is; and neither goes anywhere else.
  std::vector<char> settled(parts.size());
  for (std::size_t part = 0; part < parts.size(); ++part)
    for (std::size_t host = 0; host < parts.size(); ++host)
      if (!settled[part] && hosts[host] == host && is_of_launches(parts[host]) &&
          parts[part].what.code != parts[host].what.code && is_consequence(parts[part], parts[host])) {
        hosts[part] = host;
        settled[part] = settled[host] = 1;
      }
  // From the smallest on, each into the largest that it is a consequence of.
  for (std::size_t small = order.size(); small-- > 1;)
    for (std::size_t large = 0; large < small; ++large)
      if (!settled[order[small]] && is_consequence(parts[order[small]], parts[order[large]])) {
        hosts[order[small]] = order[large];
        break;
      }
  for (std::size_t& host : hosts)
    while (hosts[host] != host) host = hosts[host];
  return hosts;
}

}  // namespace wgcts::harness
