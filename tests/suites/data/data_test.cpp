// All data: the same on every machine, and enough to reject every simple wrong model.
#include "suites/data/data.hpp"

#include <algorithm>
#include <set>

#include "suites/case.hpp"
#include "tests/suites/groups.hpp"

namespace wgcts::suites {
namespace {

/// Calls f.template operator()<T>(builtin) for the builtins with type T.
template <class T, class Check>
void each_builtin(Check check) {
  for (const Builtin& builtin : builtins) {
    if (!takes(builtin, type_of<T>())) continue;
    SCOPED_TRACE(builtin.name);
    check(builtin.collective);
  }
}

template <class Boxed>
class Data : public ::testing::Test {};
TYPED_TEST_SUITE(Data, AllTypes, TypeName);

template <class T>
std::vector<std::vector<bits_of<T>>> all_bits(Collective collective, std::size_t lanes, std::uint64_t seed) {
  std::vector<std::vector<bits_of<T>>> result;
  for (const auto& group : launch<T>(collective, lanes, 12, seed)) {
    result.emplace_back();
    for (const T v : group.x) result.back().push_back(bits(v));
    result.back().push_back(static_cast<bits_of<T>>(group.source));
  }
  return result;
}

TYPED_TEST(Data, DependsOnlyOnTheSeed) {
  using T = typename TypeParam::type;
  each_builtin<T>([](Collective collective) {
    for (const std::size_t lanes : {2, 33, 257}) {
      const auto first = all_bits<T>(collective, lanes, 1);
      EXPECT_EQ(first, all_bits<T>(collective, lanes, 1));
      EXPECT_NE(first, all_bits<T>(collective, lanes, 2));
    }
  });
}

TEST(Data, OfACaseDependsOnItsNameAndTheSeed) {
  const auto data = [](const char* name, std::uint64_t seed) {
    const auto c = parse_case(name).value();
    return all_bits<float>(c.builtin->collective, volume(c.local.extents), data_seed(c, seed));
  };
  const auto first = data("reduce_add.float.1d.64.solo", 1);
  EXPECT_EQ(first, data("reduce_add.float.1d.64.solo", 1));
  EXPECT_NE(first, data("reduce_add.float.1d.64.solo", 2));
  EXPECT_NE(first, data("reduce_add.float.1d.64.chain", 1));
  EXPECT_NE(first, data("reduce_add.float.2d.8x8.solo", 1));
}

// A launch with more work-groups than assignments repeats them with other random values.
TYPED_TEST(Data, WorkGroupsOfOneAssignmentDiffer) {
  using T = typename TypeParam::type;
  const auto first = schedule<T>({Family::Broadcast}, everything, 64, 12).front();
  EXPECT_NE(make_data<T>({Family::Broadcast}, first, 64, 1, 0).x,
            make_data<T>({Family::Broadcast}, first, 64, 1, 1).x);
}

TYPED_TEST(Data, NeighbouringWorkGroupsDiffer) {
  using T = typename TypeParam::type;
  each_builtin<T>([](Collective collective) {
    std::set<std::vector<bits_of<T>>> different;
    for (const auto& group : all_bits<T>(collective, 64, 1)) different.insert(group);
    EXPECT_GE(different.size(), 8U);
  });
}

// Which work-group gets which of these data is random. Two of each let both arms of a branch have them.
TYPED_TEST(Data, BothEndsDecideAMaximumAtEvenAndAtOddPlaces) {
  using T = typename TypeParam::type;
  for (const std::size_t lanes : {33, 64, 512, 8192})
    for (const std::size_t end : {std::size_t{0}, lanes - 1}) {
      bool decides[2] = {false, false};
      const Collective maximum{Family::Reduce, Op::Max};
      const auto assignments = schedule<T>(maximum, everything, lanes, 12);
      for (std::size_t group = 0; group < assignments.size(); ++group) {
        if (assignments[group].data->rule != Rule::Exact) continue;
        const auto x = make_data<T>(maximum, assignments[group], lanes, 1, group).x;
        const auto best = std::ranges::max_element(x);
        if (best == x.begin() + static_cast<std::ptrdiff_t>(end) && std::ranges::count(x, *best) == 1)
          decides[group % 2] = true;
      }
      EXPECT_TRUE(decides[0] && decides[1]) << lanes << " lanes, lane " << end;
    }
}

TYPED_TEST(Data, ScheduleCountsEachClass) {
  using T = typename TypeParam::type;
  each_builtin<T>([](Collective collective) {
    for (const std::size_t lanes : lane_counts) {
      const auto assignments = schedule<T>(collective, everything, lanes, 12);
      std::size_t wanted = 0;
      for (const auto& row : data_classes<T>(collective)) {
        const std::size_t count = row.count(lanes, 12);
        // Two are enough for thousands of lanes, and four of a walk.
        wanted += lanes > 2048 ? std::min<std::size_t>(count, row.count == each_lane ? 4 : 2) : count;
      }
      EXPECT_EQ(assignments.size(), wanted);
      EXPECT_GE(assignments.size(), 4U);
      std::size_t next = 0;
      for (std::size_t i = 0; i < assignments.size(); ++i) {
        if (i > 0 && assignments[i].data != assignments[i - 1].data) next = 0;
        EXPECT_EQ(assignments[i].index, next++);
        EXPECT_LT(assignments[i].index, assignments[i].count);
      }
    }
  });
}

// Every class that is judged has a clause of the register.
TYPED_TEST(Data, ObservedClassesCiteNothing) {
  using T = typename TypeParam::type;
  each_builtin<T>([](Collective collective) {
    for (const auto& row : data_classes<T>(collective))
      if (row.rule == Rule::Observed) {
        EXPECT_TRUE(row.clause.empty()) << row.name;
      }
  });
}

/// The results of a broken device for a work-group.
template <class T>
using Mutant = std::vector<T> (*)(Collective, const Group<T>&, const Group<T>& neighbour);

template <class T>
std::vector<T> model(Collective c, const Group<T>& g) {
  return answers<T>(c, g.x, g.source);
}

template <class T>
struct NamedMutant {
  const char* name;
  bool (*applies)(Collective);
  Mutant<T> answer;
};

bool always_applies(Collective) { return true; }
bool has_op(Collective c) { return c.op != Op::None; }
bool is_not_inclusive(Collective c) { return has_op(c) && c.family != Family::ScanInclusive; }
bool is_not_exclusive(Collective c) { return has_op(c) && c.family != Family::ScanExclusive; }
bool is_not_scan(Collective c) { return !is_scan(c); }

template <class T>
std::vector<NamedMutant<T>> mutants() {
  using G = const Group<T>&;
  return {
      {"zero", always_applies, [](Collective, G g, G) { return std::vector<T>(g.lanes(), T{0}); }},
      {"one", always_applies, [](Collective, G g, G) { return std::vector<T>(g.lanes(), T{1}); }},
      {"input", always_applies, [](Collective, G g, G) { return g.x; }},
      {"first lane", is_not_scan, [](Collective, G g, G) { return std::vector<T>(g.lanes(), g.x.front()); }},
      {"last lane", is_not_scan, [](Collective, G g, G) { return std::vector<T>(g.lanes(), g.x.back()); }},
      {"neighbour", always_applies,
       [](Collective c, G g, G n) {
         auto wrong = model(c, n);
         wrong.resize(g.lanes());
         return wrong;
       }},
      {"identity", has_op, [](Collective c, G g, G) { return std::vector<T>(g.lanes(), identity<T>(c.op)); }},
      {"inclusive", is_not_inclusive, [](Collective c, G g, G) { return scan_inclusive<T>(c.op, g.x); }},
      {"exclusive", is_not_exclusive, [](Collective c, G g, G) { return scan_exclusive<T>(c.op, g.x); }},
      {"reduce", is_scan,
       [](Collective c, G g, G) { return std::vector<T>(g.lanes(), reduce<T>(c.op, g.x)); }},
      {"min for max", [](Collective c) { return c.op == Op::Min || c.op == Op::Max; },
       [](Collective c, G g, G) {
         return answers<T>({c.family, c.op == Op::Min ? Op::Max : Op::Min}, g.x, 0);
       }},
      {"max for add", [](Collective c) { return c.op == Op::Add; },
       [](Collective c, G g, G) {
         return answers<T>({c.family, Op::Max}, g.x, 0);
       }},
      {"reversed", is_scan,
       [](Collective c, G g, G) {
         auto x = g.x;
         std::reverse(x.begin(), x.end());
         return answers<T>(c, x, 0);
       }},
      {"any for all, all for any", [](Collective c) { return is_predicate(c.family); },
       [](Collective c, G g, G) {
         return answers<T>({c.family == Family::All ? Family::Any : Family::All}, g.x, 0);
       }},
      {"lowest bit", [](Collective c) { return is_predicate(c.family); },
       [](Collective c, G g, G) {
         auto x = g.x;
         for (T& v : x) v = static_cast<T>(static_cast<std::int64_t>(v) & 1);
         return answers<T>(c, x, 0);
       }},
  };
}

template <class T>
bool caught(Collective c, const Group<T>& group, const std::vector<T>& wrong, const FloatRules& rules) {
  const auto expected = expect<T>(c, group.data->rule, group.x, group.source, rules);
  return !wrong_lanes<T>(expected, wrong).empty();
}

// A whole launch rejects every wrong model, on a full device and on one with the fewest features.
TYPED_TEST(Data, RejectsEverySimpleWrongModel) {
  using T = typename TypeParam::type;
  for (const auto& rules : {FloatRules{}, FloatRules{false, false, false}})
    for (const std::size_t lanes : {2, 3, 7, 33, 64, 65, 257, 1024})
      for (const std::uint64_t seed : seeds)
        each_builtin<T>([&](Collective c) {
          const auto groups = launch<T>(c, lanes, 2, seed, rules);
          for (const auto& mutant : mutants<T>()) {
            if (!mutant.applies(c)) continue;
            // With two lanes an exclusive scan gives the identity and the first value. Unsigned max also has
            // 0.
            if (lanes == 2 && mutant.name == std::string_view("max for add") &&
                c.family == Family::ScanExclusive)
              continue;
            // If the device need not have INF, any identity is legal, and the other lane has one value.
            if (lanes == 2 && mutant.name == std::string_view("min for max") && is_float_v<T> &&
                !rules.infinities && c.family == Family::ScanExclusive)
              continue;
            bool seen = false;
            for (std::size_t g = 0; g < groups.size() && !seen; ++g)
              seen =
                  caught(c, groups[g], mutant.answer(c, groups[g], groups[(g + 1) % groups.size()]), rules);
            EXPECT_TRUE(seen) << mutant.name << ", lanes " << lanes << ", seed " << seed;
          }
        });
}

/// The lanes that a device can ignore without a wrong result.
template <class T>
std::set<std::size_t> unmissed_lanes(Collective c, std::size_t lanes, std::size_t walk, std::uint64_t seed) {
  std::set<std::size_t> unmissed;
  const auto groups = launch<T>(c, lanes, walk, seed);
  const std::size_t counted = c.family == Family::ScanExclusive ? lanes - 1 : lanes;
  for (std::size_t lane = 0; lane < counted; ++lane) {
    const bool missed = std::any_of(groups.begin(), groups.end(), [&](const Group<T>& group) {
      auto x = group.x;
      x[lane] = c.family == Family::All ? T{1} : c.op == Op::None ? T{0} : identity<T>(c.op);
      return caught(c, group, answers<T>(c, x, group.source), everything);
    });
    if (!missed) unmissed.insert(lane);
  }
  return unmissed;
}

// For every builtin except broadcast, leaving out a single lane is detected, if the walk reaches every lane.
TYPED_TEST(Data, DetectsEveryMissingLane) {
  using T = typename TypeParam::type;
  for (const std::size_t lanes : {2, 7, 33, 65})
    each_builtin<T>([&](Collective c) {
      if (c.family == Family::Broadcast) return;
      EXPECT_EQ(unmissed_lanes<T>(c, lanes, 256, 1), std::set<std::size_t>{}) << lanes;
    });
}

}  // namespace
}  // namespace wgcts::suites
