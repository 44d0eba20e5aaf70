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

bool takes_in(const Part& host, const Part& part) {
  if (!std::ranges::includes(host.subjects, part.subjects)) return false;
  // What nobody can name gives now and then what some model does.
  if (is_unknown(host) && may_be_chance(part, host)) return true;
  if (is_unknown(host) || is_unknown(part)) return shares_cases(part, host) || stands_within(part, host);
  if (part.what == host.what) return true;
  // Of one builtin and type the same thing with another number is the same thing, wrongly named.
  if (part.what.code == host.what.code) return shares_cases(part, host) || stands_within(part, host);
  return share * part.places.size() <= host.places.size() && stands_within(part, host);
}

}  // namespace

bool says_whose(const CauseWord& word) { return word.code == "builtin" || word.code == "type"; }

bool is_of_many(const Part& part, const Part& host) {
  constexpr std::size_t many = 6;
  const auto conditions = [](const Part& p) {
    Where where = p.boundary->where();
    std::erase_if(where, says_whose);
    std::ranges::sort(where);
    return where;
  };
  std::set<const Builtin*> concerned;
  for (const auto& [builtin, type] : host.subjects) concerned.insert(builtin);
  const Where of_host = conditions(host);
  return is_unknown(host) && concerned.size() >= many && !of_host.empty() && conditions(part) == of_host;
}

bool is_consequence(const Part& part, const Part& host) {
  // A launch that does not run wholly loses the results of all builtins in it.
  std::set<const Builtin*> lost;
  for (const auto& [builtin, type] : host.subjects) lost.insert(builtin);
  const bool of_launches = host.what.code == "unwritten" && lost.size() > 1;
  constexpr std::size_t by_chance = 2;  // so few work-groups many a model gives
  const bool nameless = is_unknown(part) || part.places.size() <= by_chance;
  return of_launches && part.what.code != host.what.code && nameless && shares_launches(part, host);
}

std::vector<std::size_t> hosts_of(const std::vector<Part>& parts) {
  std::vector<std::size_t> hosts(parts.size()), order(parts.size());
  std::iota(hosts.begin(), hosts.end(), std::size_t{0});
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater(), [&](std::size_t i) { return parts[i].places.size(); });
  // What follows from another goes there, however large it is; and neither goes anywhere else.
  std::vector<char> settled(parts.size());
  for (std::size_t part = 0; part < parts.size(); ++part)
    for (std::size_t host = 0; host < parts.size(); ++host)
      if (is_consequence(parts[part], parts[host])) {
        hosts[part] = host;
        settled[part] = settled[host] = 1;
      }
  // From the smallest on, each into the largest that takes it.
  for (std::size_t small = order.size(); small-- > 1;)
    for (std::size_t large = 0; large < small; ++large)
      if (!settled[order[small]] && takes_in(parts[order[large]], parts[order[small]])) {
        hosts[order[small]] = order[large];
        break;
      }
  for (std::size_t& host : hosts)
    while (hosts[host] != host) host = hosts[host];
  return hosts;
}

}  // namespace wgcts::harness
