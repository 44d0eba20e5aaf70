#include "harness/check/site_checker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <ranges>
#include <string_view>
#include <tuple>
#include <utility>

#include "harness/check/site_rules.hpp"
#include "harness/planning/planning.hpp"
#include "reference/clauses.hpp"
#include "suites/data/data.hpp"
#include "suites/plan.hpp"

namespace wgcts::harness {
namespace {

template <class T>
bool equal_bits(T a, T b) {
  return std::bit_cast<bits_of<T>>(a) == std::bit_cast<bits_of<T>>(b);
}

/// Larger work-groups are guarded once for each class, because smaller ones use the same checks.
constexpr std::size_t large = 1024;

/// How the values of a data class are judged.
template <class T>
struct ClassRules {
  std::string_view check;
  std::string_view clause;  ///< of the data class; empty: the builtin's own
  std::string_view plan;
  Rule rule = Rule::Exact;
  Rule default_rule = Rule::Exact;  ///< the rule without the variant's options
  Observe<T> observe = nullptr;
};

/// The values of one work-group as the collective receives them.
template <class T>
struct GroupInput {
  ClassRules<T> of_class;
  std::vector<T> x;      ///< by local linear id
  std::uint32_t source;  ///< the linear id of a broadcast's source
  bool guarded;          ///< true for the first and the last of its class; another class follows the last
};

template <class T>
class TypedSiteChecker final : public SiteChecker {
 public:
  TypedSiteChecker(const Case& c, unsigned site, const Grid& grid, const FloatRules& rules, std::size_t walk,
                   std::uint64_t seed)
      : case_(c),
        site_(site),
        grid_(grid),
        rules_(rules_under(c.variant->open, rules)),
        full_rules_(rules),
        assignments_(schedule<T>(collective(), rules, volume(grid.range.local), walk)),
        seed_(data_seed(c, seed) + (std::uint64_t{site} << 32)) {
    // Assignments are shuffled. Otherwise the last work-group, the only small one in one dimension, would
    // have the same class in every launch.
    Random random(data_seed(c, seed));
    for (std::size_t i = assignments_.size(); i > 1; --i)
      std::swap(assignments_[i - 1], assignments_[random.below(i)]);
    // Launches with very many work-groups repeat their data. Separate data would take longer than the launch
    // itself, and the races that they provoke do not need it.
    const bool repeats = c.variant->saturates && form().value == nullptr;
    const std::size_t distinct = std::min(grid.groups, assignments_.size() + 5);
    distinct_ = repeats ? distinct : grid.groups;
  }

  void write_input(std::span<std::byte> stream) const override {
    for (std::size_t g = 0; g < grid_.groups; ++g) {
      const auto& x = given(g).x;
      const auto items = grid_.lanes(g);
      for (std::size_t lane = 0; lane < x.size(); ++lane)
        put(stream, items[form().reads(site_, lane, x.size())], form().loads ? x[lane] : T{});
    }
  }

  void write_sources(std::span<std::uint32_t> from) const override {
    const unsigned used = collective().family == Family::Broadcast ? case_.dim : 0;
    for (std::size_t g = 0; g < grid_.groups; ++g) {
      const Extents id = unlinear(given(g).source, grid_.group(g).size);
      // Other statements copy them. Zeros would not show that a copy is lost.
      for (std::size_t d = 0; d < 3; ++d)
        from[3 * g + d] = static_cast<std::uint32_t>(d < used ? id[d] : 3 * g + d + 1);
    }
  }

  std::set<std::string> clauses() const override {
    std::set<std::string> cited;
    for (std::size_t g = 0; g < distinct_; ++g)
      if (const GroupInput<T>& input = given(g); input.of_class.rule != Rule::Observed)
        cited.merge(clauses_of(input, answers<T>(collective(), input.x, input.source)));
    return cited;
  }

  GroupRecord record(std::size_t g, std::span<const std::byte> stream,
                     std::span<const std::byte> poison) const override {
    const GroupInput<T>& data = given(g);
    const auto expected = expectation(g);
    GroupRecord record{.check = std::string(data.of_class.check),
                       .plan = std::string(data.of_class.plan),
                       .rule = data.of_class.rule,
                       .group = grid_.group(g),
                       .source = data.source};
    if (data.of_class.rule != Rule::Observed) record.clauses = clauses_of(data, expected.low);
    for (std::size_t lane = 0; lane < data.x.size(); ++lane)
      record.lanes.push_back(
          {lane, value_of(data.x[lane]), text_of(expected_at(expected, lane), case_.type), {}});
    if (stream.empty()) return record;
    const auto got = results_of(g, stream);
    for (std::size_t lane = 0; lane < got.size(); ++lane) record.lanes[lane].got = value_of(got[lane]);
    record.wrong = wrong_or_unwritten(expected, got, get(poison, 0));
    return record;
  }

  Rule rule(std::size_t g) const override {
    return rules_of(form().value == nullptr ? assignment_of(g % distinct_).data : nullptr).rule;
  }

  GroupData data(std::size_t g) const override {
    // Uses cached input but caches none, because a diagnosis reads few work-groups of many launches.
    const auto* kept = inputs_.empty() ? nullptr : inputs_[g % distinct_].get();
    const GroupInput<T> input = kept != nullptr ? *kept : input_of(g % distinct_);
    const auto expected = expectation(input);
    return {input.of_class.check,
            input.of_class.rule,
            input.source,
            raw_bytes<T>(input.x),
            raw_bytes<T>(answers<T>(collective(), input.x, input.source)),
            raw_bytes<T>(expected.low),
            raw_bytes<T>(expected.high)};
  }

  void require_sensitive() const override {
    SensitivityGuard<T> guard(case_);
    Scene<T> scene;
    const auto is_judged = [&](std::size_t g) { return given(g).of_class.rule != Rule::Observed; };
    for (std::size_t g = 0; g < distinct_; ++g) {
      if (!given(g).guarded || !is_judged(g)) continue;
      show(g, scene);
      guard.require_rejects_faults(given(g).of_class.check, scene, expectation(g));
    }
    if (!can_reject_all()) return;
    // A guarded work-group at the end of the NDRange may be too small to reject a fault. Then all work-groups
    // are tried.
    for (std::size_t g = 0; g < distinct_ && guard.missing() != nullptr; ++g) {
      if (!is_judged(g)) continue;
      show(g, scene);
      guard.note(scene, expectation(g));
    }
    guard.require_all_rejected();
  }

  Judgement judge(std::span<const std::byte> stream, std::span<const std::byte> poison) const override {
    require_sensitive();
    Judgement total;
    std::map<std::string_view, std::size_t> groups_of;  // judged work-groups for each data class
    const T unwritten = get(poison, 0);
    std::vector<char> right(distinct_, char{false});  // the first work-group with each data set was correct
    for (std::size_t g = 0; g < grid_.groups; ++g) {
      const GroupInput<T>& input = given(g);
      const std::size_t first_equal = g % distinct_;
      if (g != first_equal && right[first_equal] && same_output(stream, first_equal, g)) {
        ++total.checks;
        ++groups_of[input.of_class.check];
        continue;
      }
      const auto expected = expectation(g);
      const auto got = results_of(g, stream);
      if (input.of_class.rule == Rule::Observed) {
        observe(input, input.of_class.check, input.of_class.observe, got, total);
        if (input.of_class.default_rule != Rule::Observed) observe_freedom(g, got, total);
        continue;
      }
      ++total.checks;
      ++groups_of[input.of_class.check];
      const auto wrong = wrong_or_unwritten(expected, got, unwritten);
      total.clauses.merge(clauses_of(input, expected.low));
      if constexpr (is_float_v<T>) {
        const double error = smallest_error_seen(expected);
        if (std::isfinite(error))
          total.smallest_error_seen = std::min(error, total.smallest_error_seen.value_or(error));
      }
      if (wrong.empty() && is_unjudged(expected.low[0], expected.high[0]))
        observe(input, "identity", identity_seen<T>, got, total);
      if (wrong.empty()) {
        right[first_equal] |= static_cast<char>(g == first_equal);
        observe(input, input.of_class.check, input.of_class.observe, got, total);
        if (input.of_class.rule == Rule::Truth && expected.low[0] != T{0})
          observe(input, "true value", true_value_seen<T>, got, total);
        continue;
      }
      total.wrong_groups.push_back(g);
      const bool first = !total.failure;
      if (first) total.failure = failure(g, record(g, stream, poison), expected, got, unwritten);
      BrokenCheck& broken = broken_check(total, check_name(input.of_class.check));
      ++broken.wrong;
      // Other wrong lanes violate the same clause as the first or the last one.
      if (first) broken.clauses.insert(total.failure->clause);
      for (const std::size_t lane : {wrong.front(), wrong.back()})
        if (!first || lane != wrong.front())
          broken.clauses.emplace(clause_of(input, lane, expected.low[lane]));
    }
    for (const auto& [check, groups] : groups_of)
      for (BrokenCheck& broken : total.broken)
        if (broken.check == check_name(check)) broken.groups = groups;
    return total;
  }

 private:
  /// The input of the work-group, generated on demand and cached.
  const GroupInput<T>& given(std::size_t g) const {
    inputs_.resize(distinct_);
    auto& input = inputs_[g % distinct_];
    if (!input) input = std::make_unique<const GroupInput<T>>(input_of(g % distinct_));
    return *input;
  }

  bool same_output(std::span<const std::byte> stream, std::size_t a, std::size_t b) const {
    const auto of_a = grid_.lanes(a), of_b = grid_.lanes(b);
    for (std::size_t lane = 0; lane < of_a.size(); ++lane)
      if (!equal_bits(get(stream, of_a[lane]), get(stream, of_b[lane]))) return false;
    return true;
  }

  Collective collective() const { return case_.builtin->collective; }
  const Form& form() const { return *case_.form; }

  static void put(std::span<std::byte> stream, std::size_t item, T value) {
    std::memcpy(&stream[item * sizeof(T)], &value, sizeof(T));
  }
  static T get(std::span<const std::byte> stream, std::size_t item) {
    T value;
    std::memcpy(&value, &stream[item * sizeof(T)], sizeof(T));
    return value;
  }

  /// The results of the work-group, by local linear id.
  std::vector<T> results_of(std::size_t g, std::span<const std::byte> stream) const {
    return mapped(grid_.lanes(g), [&](std::size_t item) { return get(stream, item); });
  }

  /// Sites start at different offsets, so that neighbouring calls of one builtin never have the same data.
  const Assignment<T>& assignment_of(std::size_t g) const {
    return assignments_[(g + 7 * site_) % assignments_.size()];
  }

  GroupInput<T> input_of(std::size_t g) const {
    const std::size_t lanes = volume(grid_.group(g).size);
    if (form().value == nullptr) {
      const Assignment<T>& assignment = assignment_of(g);
      auto data = make_data<T>(collective(), assignment, lanes, seed_, g);
      const bool outer =
          assignment.index == 0 || (assignment.index + 1 == assignment.count && lanes <= large);
      return {rules_of(assignment.data), std::move(data.x), static_cast<std::uint32_t>(data.source),
              outer && g < assignments_.size()};
    }
    std::vector<T> x;
    x.reserve(lanes);
    for (std::size_t lane = 0; lane < lanes; ++lane) x.push_back(static_cast<T>(form().value(lane, g)));
    std::size_t source = Random(seed_ + g).below(lanes);
    if (form().source) source = linear_id(source_in_text(), grid_.group(g).size);
    return {rules_of(nullptr), std::move(x), static_cast<std::uint32_t>(source), false};
  }

  /// The rules of the data class, or of the values that the form computes: nullptr.
  ClassRules<T> rules_of(const DataClass<T>* data) const {
    const LeftOpen& open = case_.variant->open;
    if (data != nullptr)
      return {data->name, data->clause, data->plan, rule_under(open, collective(), *data, rules_),
              data->rule, data->observe};
    const Rule rule = rule_under<T>(open, collective(), usual_rule(collective()));
    return {form().name, "", form().plan, rule, rule};
  }

  /// The local id in the source text, without the coordinates that the case's dimension lacks.
  Extents source_in_text() const {
    Extents id = *form().source;
    for (std::size_t d = case_.dim; d < 3; ++d) id[d] = 0;
    return id;
  }

  std::string_view clause_of(const GroupInput<T>& input, std::size_t lane, T truth) const {
    const bool identity_lane = collective().family == Family::ScanExclusive && lane == 0;
    return input.of_class.clause.empty() || identity_lane ? own_clause(collective(), lane, truth)
                                                          : input.of_class.clause;
  }

  Expectation<T> expectation(std::size_t g) const { return expectation(given(g)); }
  Expectation<T> expectation(const GroupInput<T>& input) const {
    return expect<T>(collective(), input.of_class.rule, input.x, input.source, rules_);
  }

  /// Sets the scene to that work-group. Callers reuse one scene, which avoids allocations.
  void show(std::size_t g, Scene<T>& scene) const {
    const GroupInput<T>& input = given(g);
    scene.collective = collective();
    scene.size = grid_.group(g).size;
    scene.x.assign(input.x.begin(), input.x.end());
    scene.source = input.source;
    scene.truth = answers<T>(collective(), input.x, input.source);
    const GroupInput<T>& next = given(g + 1);
    scene.groups.resize(1);
    scene.groups[0] = distinct_ < 2 ? std::vector<T>{} : answers<T>(collective(), next.x, next.source);
  }

  /// Whether the checks together can reject all wrong models. They cannot with one work-item, because a scan
  /// then equals its input, nor with data that memory limits cut short. If the driver chose an uneven size,
  /// the data that rejects a model may be in one of the smaller work-groups.
  bool can_reject_all() const {
    const std::size_t lanes = volume(grid_.range.local);
    const bool complete = grid_.groups >= assignments_.size();
    const bool uneven_choice =
        case_.variant->situation == Situation::Unsized && volume(grid_.range.global) != lanes * grid_.groups;
    return form().value == nullptr && complete && !uneven_choice && lanes > 1 && lanes <= large;
  }

  /// An unwritten output is wrong even if the poison is a legal value.
  std::vector<std::size_t> wrong_or_unwritten(const Expectation<T>& expected, const std::vector<T>& got,
                                              T unwritten) const {
    auto wrong = wrong_lanes<T>(expected, got);
    for (std::size_t lane = 0; lane < got.size(); ++lane)
      if (expected.rule == Rule::Truth && equal_bits(got[lane], unwritten)) add_once(wrong, lane);
    std::ranges::sort(wrong);
    return wrong;
  }

  /// The clauses of the first and the last lane. They differ for an exclusive scan.
  std::set<std::string> clauses_of(const GroupInput<T>& input, std::span<const T> truth) const {
    std::set<std::string> cited;
    for (const std::size_t lane : {std::size_t{0}, input.x.size() - 1})
      cited.emplace(clause_of(input, lane, truth[lane]));
    return cited;
  }

  /// Appends the site if the form has several.
  std::string check_name(std::string_view check) const {
    return form().sites > 1 ? fmt::format("{}@{}", check, site_) : std::string(check);
  }

  static BrokenCheck& broken_check(Judgement& total, const std::string& check) {
    const auto found = std::ranges::find(total.broken, check, &BrokenCheck::check);
    return found != total.broken.end() ? *found : total.broken.emplace_back(BrokenCheck{check});
  }

  Failure failure(std::size_t g, const GroupRecord& record, const Expectation<T>& expected,
                  const std::vector<T>& got, T unwritten) const {
    const GroupInput<T>& input = given(g);
    Failure f = failure_of(record);
    f.check = check_name(record.check);
    f.clause = clause_of(input, f.lane, expected.low[f.lane]);
    if (equal_bits(got[f.lane], unwritten))
      add_unwritten(f, f.wrong == got.size());
    else if (const std::string model = matching_model_of(g, expected.rule, got); !model.empty())
      f.message += ": " + model;
    if (collective().family == Family::Broadcast)
      f.message += fmt::format("; the source is lane {}", input.source);
    return f;
  }

  /// Without the macro, no work-item stores anything.
  void add_unwritten(Failure& f, bool all_lanes) const {
    f.message += ": the output was never written";
    if (calls_under_macro(case_) && all_lanes) {
      f.clause = cite("WGC.AV.3");
      f.message += "; is __opencl_c_work_group_collective_functions 1?";
    }
    if (!is_core(*case_.builtin) && !is_module(case_) && all_lanes) {
      f.check = "extension";
      f.clause = cite("WGC.AV.11");
      f.message = fmt::format(
          "the output was never written: {} is listed, but no macro of that name "
          "is defined, or its functions do nothing",
          case_.builtin->extension);
    }
  }

  /// A sentence about the fault that gives these results; empty if there is none.
  std::string matching_model_of(std::size_t g, Rule rule, const std::vector<T>& got) const {
    Scene<T> scene;
    show(g, scene);
    for (const Cause& fault : guarding_causes()) {
      const auto answer = answer_of<T>(fault, scene);
      if (!answer || !coincides<T>(rule, *answer, got)) continue;
      return fault.what == What::Constant
                 ? fmt::format("every result is {}", value_of((*answer)[0]).text)
                 : fmt::format("the results are those of a device that {}", phrase_of(fault));
    }
    return {};
  }

  void observe(const GroupInput<T>& input, std::string_view what, Observe<T> seen, std::span<const T> got,
               Judgement& total) const {
    if (seen == nullptr) return;
    if (const auto word = seen(collective(), input.x, got); !word.empty())
      total.observations.insert(fmt::format("{}: {}", what, word));
  }

  /// Records whether the device uses the freedom that build options give.
  void observe_freedom(std::size_t g, std::span<const T> got, Judgement& total) const {
    const GroupInput<T>& input = given(g);
    const auto without_options =
        expect<T>(collective(), input.of_class.default_rule, input.x, input.source, full_rules_);
    total.observations.insert(fmt::format("{} {}: {}", case_.variant->name, input.of_class.check,
                                          all_legal<T>(without_options, got) ? "as without" : "otherwise"));
  }

  Case case_;
  unsigned site_;
  const Grid& grid_;
  FloatRules rules_, full_rules_;           ///< with and without the variant's options
  std::vector<Assignment<T>> assignments_;  ///< data classes of the work-groups, used in turn
  std::uint64_t seed_;
  std::size_t distinct_;  ///< number of work-groups with separate data; the others repeat it
  mutable std::vector<std::unique_ptr<const GroupInput<T>>> inputs_;  ///< null: not generated yet
};

/// A wrong work-group. The order spreads the evidence over all sites, classes and sizes: the first one of
/// each comes before the second ones.
struct Witness {
  std::size_t earlier;  ///< the number of those before it with its site, class and size
  std::size_t site;
  std::size_t group;
  auto operator<=>(const Witness&) const = default;
};

std::set<Witness> witnesses(const Grid& grid, std::span<const JudgedSite> sites) {
  std::set<Witness> all;
  for (std::size_t s = 0; s < sites.size(); ++s) {
    std::map<std::pair<std::string_view, Extents>, std::size_t> seen;
    for (const std::size_t g : sites[s].wrong)
      all.insert({seen[{sites[s].checker->data(g).check, grid.group(g).size}]++, s, g});
  }
  return all;
}

}  // namespace

Failure failure_of(const GroupRecord& record) {
  const LaneRow& first = record.lanes[record.wrong.front()];
  Failure f{.check = record.check,
            .group = record.group.id,
            .lane = first.lane,
            .local_id = unlinear(first.lane, record.group.size),
            .local_size = record.group.size,
            .input = first.input,
            .expected = first.expected,
            .got = first.got,
            .message = fmt::format("{} of {} lanes are wrong", record.wrong.size(), record.lanes.size()),
            .wrong = record.wrong.size(),
            .wrong_runs = runs_of(record.wrong)};
  f.wrong_runs.resize(std::min(f.wrong_runs.size(), most_lane_runs));
  for (const std::size_t lane : record.wrong | std::views::take(most_wrong_lanes))
    f.lanes.push_back(record.lanes[lane]);
  return f;
}

std::unique_ptr<SiteChecker> make_site_checker(const Case& c, unsigned site, const Grid& grid,
                                               const FloatRules& rules, std::size_t walk,
                                               std::uint64_t seed) {
  return with_gentype(c.type, [&]<class T>() -> std::unique_ptr<SiteChecker> {
    return std::make_unique<TypedSiteChecker<T>>(c, site, grid, rules, walk, seed);
  });
}

std::vector<std::unique_ptr<SiteChecker>> site_checkers_of(const Layout& layout, const Grid& grid,
                                                           const FloatRules& rules, std::uint64_t seed) {
  std::vector<std::unique_ptr<SiteChecker>> checkers;
  for (const Case& member : layout.members)
    for (unsigned site = 0; site < member.form->sites; ++site)
      checkers.push_back(make_site_checker(member, site, grid, rules, layout.walk, seed));
  return checkers;
}

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
  for (const auto& [earlier, s, g] : witnesses(grid, sites)) {
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
