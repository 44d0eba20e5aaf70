#include "harness/check/citations.hpp"

#include <algorithm>
#include <functional>
#include <map>

#include "harness/check/program_checker.hpp"
#include "harness/planning/planning.hpp"
#include "harness/program/job.hpp"
#include "harness/program/kernel.hpp"
#include "suites/plan.hpp"
#include "suites/programs/draw_program.hpp"
#include "suites/programs/wrong_run.hpp"

namespace wgcts::harness {
namespace {

/// Each output is a site.
void explain_program(Explanation& e, const std::function<std::span<const std::byte>(std::size_t)>& written) {
  const ProgramChecker checker(e.the_case);
  e.clauses.merge(checker.clauses());
  e.range = checker.grid().range;
  e.groups = checker.grid().groups;
  for (std::size_t o = 0; o < checker.outputs(); ++o) {
    auto& groups = e.sites.emplace_back();
    for (std::size_t g = 0; g < e.groups; ++g) groups.push_back(checker.record(o, g, written(o)));
  }
}

}  // namespace

std::set<std::string> standing_clauses(const Case& c, const DeviceFacts& facts) {
  std::set<std::string> cited;
  // The extension's scans define their order themselves (WGC.UA.2, WGC.UA.3).
  if (is_scan(c.builtin->collective) && is_core(*c.builtin)) cited.emplace(cite("WGC.SC.1"));
  if (!is_core(*c.builtin) && !is_module(c)) cited.emplace(cite("WGC.AV.11"));
  if (c.dim > 1) cited.emplace(cite("WGC.ID.1"));
  // A module that is linked to another one does not test the driver's group instructions.
  if (is_module(c) && facts.implementation)
    cited.emplace(cite("WGC.BU.6"));
  else if (is_module(c) && !is_core(*c.builtin))
    cited.emplace(cite("WGC.IL.2"));
  else
    for (const Variant* row : rows_of(*c.variant))
      if (!row->clause.empty()) cited.emplace(row->clause);
  cited.insert(c.form->clauses.begin(), c.form->clauses.end());
  // WGC.ND.1 allows any size. Sizes that are not a multiple of 8 test it if the device merges work-items.
  constexpr std::size_t narrowest_merge = 8;
  if (!c.local.is_max() && volume(c.local.extents) % narrowest_merge != 0) cited.emplace(cite("WGC.ND.1"));
  // Builtins from a file do not test the driver's own queries and macros.
  if (facts.implementation) return cited;
  if (calls_under_macro(c) && facts.opencl >= 30) cited.emplace(cite("WGC.AV.3"));
  if (reports_contradictions(c) && facts.opencl >= 30)
    for (const auto clause :
         {cite("WGC.AV.4"), cite("WGC.AV.5"), cite("WGC.AV.8"), cite("WGC.AV.9"), cite("WGC.AV.10")})
      cited.emplace(clause);
  return cited;
}

std::set<std::string> clauses_of(const Case& c, const DeviceFacts& facts, std::uint64_t seed) {
  std::set<std::string> cited = standing_clauses(c, facts);
  if (is_program(c)) {
    cited.merge(ProgramChecker(c).clauses());
    return cited;
  }
  const Launch launch = launches_of({.cases = {c}}).front();
  const Layout layout = layout_of(launch, local_size_of(launch.local, launch.dim, facts), facts);
  const Grid grid(ndrange(c.dim, layout.local, *c.variant, layout.groups));
  for (unsigned site = 0; site < c.form->sites; ++site)
    cited.merge(make_site_checker(c, site, grid, rules_of(facts, c.type), layout.walk, seed)->clauses());
  return cited;
}

std::vector<std::string> clauses_behind(Verdict verdict, Phase phase, const Case& c) {
  const auto ids = [](auto... cited) { return std::vector{std::string(cited)...}; };
  const bool building = phase == Phase::Build;
  if (verdict == Verdict::Crash) return ids(building ? cite("WGC.BU.1") : cite("WGC.LA.2"));
  if (verdict == Verdict::Timeout) return ids(building ? cite("WGC.BU.1") : cite("WGC.LA.3"));
  if (verdict == Verdict::LaunchError) return ids(cite("WGC.LA.1"), cite("WGC.ND.2"));
  if (verdict != Verdict::BuildError) return {};
  if (is_module(c)) return ids(is_core(*c.builtin) ? cite("WGC.IL.1") : cite("WGC.IL.2"), cite("WGC.BU.1"));
  if (!is_core(*c.builtin)) return ids(cite("WGC.AV.11"), cite("WGC.BU.1"));
  if (c.variant->unversioned) return ids(cite("WGC.AV.6"), cite("WGC.BU.1"));
  const bool optioned = !c.variant->options.empty() || c.variant->cl_std != 0;
  return optioned ? ids(cite("WGC.BU.1"), cite("WGC.BU.2")) : ids(cite("WGC.BU.1"));
}

std::vector<Covered> coverage_of(const std::vector<Case>& cases, const DeviceFacts& facts) {
  constexpr std::uint64_t seed = 1;
  std::map<std::string, std::size_t, std::less<>> counts;
  for (const Case& c : cases)
    for (const std::string& id : clauses_of(c, facts, seed)) ++counts[id];
  std::vector<Covered> covered;
  for (const Clause& clause : clauses) {
    const auto count = counts.find(clause.id);
    covered.push_back({&clause, count == counts.end() ? 0 : count->second});
  }
  return covered;
}

std::vector<PlaceCovered> places_covered(const std::vector<Case>& cases) {
  auto table = mapped(places, [](const CallPlace& place) { return PlaceCovered{&place}; });
  std::vector<Case> counted;
  for (const Case& c : cases) {
    if (!is_program(c)) continue;
    Case key = key_of(c);
    if (is_in(key, counted)) continue;
    counted.push_back(std::move(key));
    const LegalProgram program = draw_program(counted.back());
    const Places standing = places_of(program.program);
    std::array<bool, family_count> shown{};
    for (const Builtin* builtin : builtins_shown(program))
      shown.at(static_cast<std::size_t>(builtin->collective.family)) = true;
    for (PlaceCovered& row : table)
      for (std::size_t f = 0; f < family_count; ++f)
        row.programs.at(f) += shown.at(f) && standing[bit_of(*row.place, static_cast<Family>(f))] ? 1 : 0;
  }
  return table;
}

Explanation explain(const Case& c, const DeviceFacts& device, std::uint64_t seed,
                    const std::optional<IsolatedRun>& run) {
  const Job job{.cases = {c}, .without = undefined_for(c.type, device)};
  const Launch launch = launches_of(job).front();
  const FloatRules& rules = rules_of(device, c.type);
  Explanation e{c, device, seed};
  e.clauses = standing_clauses(c, device);
  e.missing = missing(c, device);
  e.kernel = name(launch.kernel);
  e.source = program_text(kernels_of(job));
  if (launch.kernel.apart) e.source += "// The part that is linked to it:\n\n" + part_text(kernels_of(job));
  e.build_options = build_options(c, device);
  for (const Builtin* member : launch.kernel.members)
    if (member != c.builtin) e.beside.emplace_back(member->name);
  if (run) e.result = run->result;
  const RawOutput* output = run && run->output ? &*run->output : nullptr;
  const auto written = [&](std::size_t site) {
    return output != nullptr && site < output->sites.size() ? std::span<const std::byte>(output->sites[site])
                                                            : std::span<const std::byte>{};
  };
  if (is_program(c)) {
    explain_program(e, written);
    return e;
  }

  const Layout layout = layout_of(
      launch, output != nullptr ? output->local : local_size_of(launch.local, launch.dim, device), device);
  const std::size_t groups =
      output != nullptr ? output->groups : std::max<std::size_t>(likely_groups(launch, layout, device), 1);
  const Grid grid(ndrange(c.dim, layout.local, *c.variant, groups));
  const auto poison = poison_of(seed, info(c.type).bytes);
  e.range = grid.range;
  e.groups = grid.groups;
  for (unsigned site = 0; site < c.form->sites; ++site) {
    const auto checker = make_site_checker(c, site, grid, rules, layout.walk, seed);
    e.clauses.merge(checker->clauses());
    auto& records = e.sites.emplace_back();
    for (std::size_t g = 0; g < grid.groups; ++g)
      records.push_back(checker->record(g, written(site), poison));
  }
  return e;
}

}  // namespace wgcts::harness
