#include "harness/check/evidence_of.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>

namespace wgcts::harness {
namespace {

/// A wrong work-group. `turn` counts the earlier ones of its site, class and size.
struct Witness {
  std::size_t turn, site, group;
};

std::vector<Witness> witnesses(const Grid& grid, std::span<const JudgedSite> sites) {
  std::vector<Witness> all;
  for (std::size_t s = 0; s < sites.size(); ++s) {
    std::map<std::pair<std::string_view, Extents>, std::size_t> seen;
    for (const std::size_t g : sites[s].wrong)
      all.push_back({seen[{sites[s].checker->data(g).check, grid.group(g).size}]++, s, g});
  }
  std::ranges::sort(all, {}, [](const Witness& w) { return std::tuple(w.turn, w.site, w.group); });
  return all;
}

}  // namespace

Evidence evidence_of(const Grid& grid, std::size_t groups, std::size_t element,
                     std::span<const std::byte> poison, std::span<const Builtin* const> members,
                     std::span<const JudgedSite> sites) {
  Evidence evidence{grid.range.local, groups, {poison.begin(), poison.end()}, {}, {}};
  for (const Builtin* member : members) evidence.members.emplace_back(member->name);
  for (const JudgedSite& site : sites) {
    evidence.sites.push_back({std::string(grid.groups, '0'), {}});
    for (const std::size_t g : site.wrong) evidence.sites.back().wrong[g] = '1';
  }
  std::size_t bytes = 0, held = 0;
  for (const auto& [turn, s, g] : witnesses(grid, sites)) {
    const auto lanes = grid.lanes(g);
    bytes += lanes.size() * element;
    // The first work-group is always included.
    if (held != 0 && (bytes > most_evidence_bytes || held == most_evidence_groups)) break;
    ++held;
    GroupOutput output{g, {}};
    for (const std::size_t item : lanes) {
      const auto value = sites[s].stream.subspan(item * element, element);
      output.bytes.insert(output.bytes.end(), value.begin(), value.end());
    }
    evidence.sites[s].outputs.push_back(std::move(output));
  }
  return evidence;
}

Evidence evidence_of(const KernelRun& run, std::size_t groups,
                     std::span<const std::vector<std::byte>> written) {
  Evidence evidence{run.range.local, groups, {}, {}, {}};
  const auto places = outputs_of(run);
  for (std::size_t o = 0; o < places.size(); ++o) {
    const KernelArgument& output = run.arguments[places[o]];
    const auto elements = std::span(written[o]).first(size_in_bytes(output));
    evidence.outputs.push_back({output.bytes, {elements.begin(), elements.end()}});
  }
  return evidence;
}

}  // namespace wgcts::harness
