// The host computes a device's results. Right results must pass, and every single wrong lane must fail.
#include "harness/check/site_checker.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <string>

#include "harness/program/job.hpp"
#include "reference/clauses.hpp"
#include "suites/plan.hpp"

namespace wgcts::harness {
namespace {

constexpr FloatRules rules{};
constexpr std::size_t walk = 8;
constexpr std::uint64_t seed = 1;

/// A launch of one case with the device's results computed here.
template <class T>
struct Host {
  Case the_case;
  Grid grid;
  std::unique_ptr<SiteChecker> checker;
  std::vector<T> in, out;
  std::vector<std::uint32_t> from;
  T poison = std::bit_cast<T>(static_cast<bits_of<T>>(0xa5c3a5c3a5c3a5c3ULL));

  explicit Host(const Case& c, const FloatRules& float_rules = {}, std::size_t times = 1)
      : the_case(c),
        grid(ndrange(c.dim, c.local.extents, *c.variant,
                     times * groups_wanted(c, float_rules, volume(c.local.extents), walk) + 5)),
        checker(make_site_checker(c, 0, grid, float_rules, walk, seed)),
        in(grid.items()),
        out(grid.items(), poison),
        from(3 * grid.groups) {
    checker->write_input(std::as_writable_bytes(std::span(in)));
    checker->write_sources(from);
    for (std::size_t g = 0; g < grid.groups; ++g) {
      const auto items = grid.lanes(g);
      std::vector<T> x;
      for (const std::size_t item : items) x.push_back(in[item]);
      Extents source{};
      for (std::size_t d = 0; d < c.dim; ++d) source[d] = from[3 * g + d];
      const auto answer = answers<T>(c.builtin->collective, x, linear_id(source, grid.group(g).size));
      for (std::size_t lane = 0; lane < x.size(); ++lane) out[items[lane]] = answer[lane];
    }
  }

  Judgement judge() const {
    return checker->judge(std::as_bytes(std::span(out)), std::as_bytes(std::span(&poison, 1)));
  }
  T& result(std::size_t group, std::size_t lane) { return out[grid.lanes(group)[lane]]; }
};

// Other statements copy the sources to local memory, where a lost copy may leave zeros.
TEST(SiteChecker, OnlyCoordinatesOfSourcesAreZero) {
  for (const auto& [id, used] : {std::pair{"all.int.1d.33.chain.copying", 0U},
                                 std::pair{"reduce_add.float.3d.3x5x7.chain.copying", 0U},
                                 std::pair{"broadcast.float.1d.33.chain.copying", 1U},
                                 std::pair{"broadcast.float.2d.7x5.chain.striding", 2U}}) {
    const Case c = parse_case(id).value();
    with_gentype(c.type, [&]<class T>() {
      const Host<T> host(c);
      std::size_t zeros = 0;
      for (std::size_t i = 0; i < host.from.size(); ++i) zeros += i % 3 >= used && host.from[i] == 0 ? 1 : 0;
      EXPECT_EQ(zeros, 0U) << id;
      EXPECT_FALSE(host.judge().failure) << id;
    });
  }
}

// WGC.U.11: what an option leaves open is observed. Everything else is judged as without the option.
TEST(SiteChecker, OptionsLeaveOpenTheirDataClassesOnly) {
  const struct {
    const char* id;
    const char* check;  ///< the data class that the option leaves open
  } rows[] = {{"reduce_add.float.1d.33.chain.finitemath", "infinity"},
              {"scan_exclusive_max.double.1d.33.chain.fastmath", "infinity"},
              {"reduce_add.float.1d.33.chain.unsafemath", "rounding"},
              {"reduce_min.float.1d.33.chain.flushed", "subnormal"},
              {"broadcast.double.1d.33.chain.fastmath", "finite"}};
  for (const auto& row : rows) {
    const Case c = parse_case(row.id).value();
    with_gentype(c.type, [&]<class T>() {
      Host<T> right(c);
      EXPECT_FALSE(right.judge().failure) << row.id;
      const std::string seen = std::string(c.variant->name) + " " + row.check;
      EXPECT_TRUE(right.judge().observations.contains(seen + ": as without")) << row.id;
      // Any result of that class passes. A wrong lane of another class fails.
      Host<T> free(c), wrong(c);
      std::size_t judged = 0;
      for (std::size_t g = 0; g < free.grid.groups; ++g) {
        const GroupRecord record = free.checker->record(g, {}, {});
        if (record.check == row.check) free.result(g, 0) = T{77};
        if (record.rule != Rule::Observed)
          wrong.result(g, 1) = static_cast<T>(Limits<T>::max() / 2), ++judged;
      }
      EXPECT_FALSE(free.judge().failure) << row.id;
      EXPECT_TRUE(free.judge().observations.contains(seen + ": otherwise")) << row.id;
      EXPECT_EQ(wrong.judge().wrong_groups.size(), judged) << row.id;
      EXPECT_GT(judged, 10U) << row.id;
    });
  }
}

// WGC.U.11: no clause bounds the accuracy of a sum under a relaxing option. A lost value is still wrong.
TEST(SiteChecker, RelaxingOptionsAllowSmallErrorsOfSums) {
  for (const char* id :
       {"reduce_add.float.1d.33.chain.fastmath", "scan_inclusive_add.double.3d.3x5x7.chain.finitemath",
        "scan_exclusive_add.half.2d.7x5.chain.unsafemath", "reduce_mul.float.1d.33.chain.fastmath"}) {
    const Case c = parse_case(id).value();
    with_gentype(c.type, [&]<class T>() {
      const auto off = [&](double by) {
        Host<T> host(c);
        for (T& got : host.out) got = static_cast<T>(static_cast<double>(got) * (1 + by));
        return host.judge();
      };
      EXPECT_FALSE(off(sizeof(T) == 2 ? 0x1p-10 : 0x1p-20).failure) << id;
      EXPECT_TRUE(off(0.5).failure) << id;
      Host<T> host(c);
      for (std::size_t g = 0; g < host.grid.groups; ++g) host.result(g, 2) = host.result(g, 0);
      EXPECT_EQ(host.judge().failure.has_value(), c.builtin->collective.family != Family::Reduce) << id;
    });
  }
}

// Regressions of checks that could not fail: half under relaxing options, and small work-groups at the end of
// an NDRange.
TEST(SiteChecker, DrawnCasesCanFail) {
  for (const char* id :
       {"reduce_add.half.2d.30x2.twice.fastmath", "reduce_add.half.3d.1x37x2.burst.finitemath",
        "scan_exclusive_add.half.1d.256.loop.finitemath", "reduce_add.half.2d.11x5.loop.fastmath",
        "scan_inclusive_logical_or.int.2d.3x1.nested.remainder"}) {
    const Case c = parse_case(id).value();
    const std::size_t groups = groups_wanted(c, {}, volume(c.local.extents), walk);
    const Grid grid(ndrange(c.dim, c.local.extents, *c.variant, groups));
    for (std::uint64_t number = 1; number < 60; ++number)
      for (unsigned site = 0; site < std::min(c.form->sites, 4U); ++site)
        EXPECT_NO_THROW(make_site_checker(c, site, grid, {}, walk, number)->require_sensitive())
            << id << " of seed " << number;
  }
}

// A listed extension that is missing is one kind of failure, whatever the builtin.
TEST(SiteChecker, AMissingExtensionIsOneKindOfFailure) {
  for (const char* id : {"reduce_mul.int.1d.33.chain", "scan_exclusive_logical_xor.int.1d.33.chain",
                         "scan_inclusive_and.int.1d.100.solo"}) {
    Host<std::int32_t> host(parse_case(id).value());
    EXPECT_FALSE(host.judge().failure) << id;
    std::ranges::fill(host.out, host.poison);
    const auto failure = host.judge().failure;
    ASSERT_TRUE(failure) << id;
    EXPECT_EQ(failure->clause, "WGC.AV.11") << id;
    EXPECT_EQ(failure->check, "extension") << id;
  }
}

// A device without INF may use any identity for min and max, which is observed. Everything else is judged.
TEST(SiteChecker, WithoutInfinitiesTheIdentityIsObserved) {
  for (const char* id : {"scan_exclusive_min.half.1d.33.chain", "scan_exclusive_min.float.1d.2.chain",
                         "scan_exclusive_max.half.2d.1x2.chain", "scan_exclusive_max.float.1d.1.chain"}) {
    const Case c = parse_case(id).value();
    with_gentype(c.type, [&]<class T>() {
      if constexpr (is_float_v<T>) {
        Host<T> host(c, {.nearest = false, .denormals = false, .infinities = false});
        EXPECT_FALSE(host.judge().failure) << id;
        EXPECT_TRUE(host.judge().observations.contains("identity: INF")) << id;
        const T end = c.builtin->collective.op == Op::Min ? Limits<T>::max() : Limits<T>::lowest();
        for (std::size_t g = 0; g < host.grid.groups; ++g) host.result(g, 0) = end;
        EXPECT_FALSE(host.judge().failure) << id;
        EXPECT_TRUE(host.judge().observations.contains("identity: the largest finite value")) << id;
        if (volume(c.local.extents) == 1) return;
        host.result(0, 1) = T{77};
        EXPECT_TRUE(host.judge().failure) << id;
      }
    });
  }
}

Case chain(const Builtin& builtin, GenType type, unsigned dim, const Variant* launch = plain_variant) {
  const Extents sizes[] = {{33, 1, 1}, {7, 5, 1}, {3, 5, 7}};
  return {&builtin, type, dim, {sizes[dim - 1]}, form_named("chain"), launch};
}

/// Calls check.operator()<T>(case) for every builtin and type, with alternating dimension and launch.
template <class Check>
void each_builtin_and_type(Check check) {
  constexpr const Variant* launches[] = {plain_variant, variant("offset"), variant("remainder")};
  unsigned turn = 0;
  for (const Builtin& builtin : builtins)
    for (const auto& type : gentypes) {
      if (!takes(builtin, type.type)) continue;
      const Case c = chain(builtin, type.type, 1 + turn % 3, launches[turn / 3 % 3]);
      ++turn;
      SCOPED_TRACE(name(c));
      with_gentype(type.type, [&]<class T>() { check.template operator()<T>(c); });
    }
}

template <class T>
T wrong_for(T right) {
  return right == T{0} ? T{1} : right == T{1} ? T{0} : T{1};
}

TEST(SiteChecker, AcceptsRightResults) {
  each_builtin_and_type([]<class T>(const Case& c) {
    const Host<T> host(c);
    const Judgement judgement = host.judge();
    EXPECT_FALSE(judgement.failure) << judgement.failure->check << ": " << judgement.failure->message;
    EXPECT_GT(judgement.checks, 8U);
    EXPECT_EQ(judgement.wrong_groups.size(), 0U);
    EXPECT_FALSE(judgement.clauses.empty());
  });
}

// In launches with very many work-groups most repeat earlier data. Each is still judged.
TEST(SiteChecker, DetectsAWrongLaneWithRepeatedData) {
  for (const char* id :
       {"reduce_add.int.1d.33.solo.saturated", "scan_inclusive_add.float.2d.7x5.solo.saturated",
        "broadcast.ulong.1d.8.solo.saturated", "all.int.3d.2x3x2.chain.saturated"}) {
    SCOPED_TRACE(id);
    const Case c = parse_case(id).value();
    with_gentype(c.type, [&]<class T>() {
      Host<T> host(c, {}, 3);
      const std::size_t groups = host.grid.groups;
      const Judgement right = host.judge();
      EXPECT_FALSE(right.failure);
      std::size_t seen = 0;
      for (std::size_t g = groups / 2; g < groups; ++g) {
        const T was = std::exchange(host.result(g, 1), wrong_for(host.result(g, 1)));
        const Judgement judgement = host.judge();
        host.result(g, 1) = was;
        EXPECT_EQ(judgement.checks, right.checks);
        if (!judgement.failure) continue;
        ++seen;
        EXPECT_EQ(judgement.failure->group, host.grid.group(g).id);
        EXPECT_EQ(judgement.wrong_groups.size(), 1U);
      }
      EXPECT_GT(10 * seen, 4 * (groups - groups / 2));
    });
  }
}

// The first, the last and a middle lane of every work-group in turn.
TEST(SiteChecker, DetectsEverySingleWrongLane) {
  each_builtin_and_type([]<class T>(const Case& c) {
    Host<T> host(c);
    const std::size_t judged = host.judge().checks;
    for (const std::size_t corner : {0, 1, 2}) {
      std::size_t seen = 0;
      for (std::size_t g = 0; g < host.grid.groups; ++g) {
        const std::size_t lane = corner * (host.grid.lanes(g).size() - 1) / 2;
        const T right = std::exchange(host.result(g, lane), wrong_for(host.result(g, lane)));
        const Judgement judgement = host.judge();
        host.result(g, lane) = right;
        if (!judgement.failure) continue;
        ++seen;
        EXPECT_EQ(judgement.wrong_groups.size(), 1U);
        EXPECT_EQ(judgement.failure->lane, lane);
        EXPECT_EQ(judgement.failure->group, host.grid.group(g).id);
        EXPECT_EQ(judgement.failure->local_id, unlinear(lane, host.grid.group(g).size));
        EXPECT_NE(find_clause(judgement.failure->clause), nullptr);
      }
      EXPECT_EQ(seen, judged);
    }
  });
}

TEST(SiteChecker, DetectsUnwrittenOutputs) {
  each_builtin_and_type([]<class T>(const Case& c) {
    Host<T> host(c);
    // Observed data, such as NaN in a minimum, fails nothing.
    std::size_t group = host.grid.groups / 2;
    while (host.checker->record(group, {}, {}).rule == Rule::Observed) ++group;
    for (const std::size_t item : host.grid.lanes(group)) host.out[item] = host.poison;
    const Judgement judgement = host.judge();
    ASSERT_TRUE(judgement.failure);
    EXPECT_NE(judgement.failure->message.find("never written"), std::string::npos);
  });
}

/// The check of scans in which each lane's result depends on the position of the values.
Case scan(const Form* form) {
  Case c = chain(*builtin_named("scan_inclusive_add"), GenType::Int, 1);
  c.form = form;
  return c;
}

// For broadcasts, because sums of another work-group may be close, and extremes may be equal.
TEST(SiteChecker, DetectsTheNeighboursResultAndNamesTheModel) {
  Host<std::uint32_t> host(chain(*builtin_named("broadcast"), GenType::UInt, 1));
  const auto right = host.out;
  const std::size_t group = 0;
  const auto items = host.grid.lanes(group), of_neighbour = host.grid.lanes(group + 1);
  for (std::size_t lane = 0; lane < items.size(); ++lane) host.out[items[lane]] = right[of_neighbour[lane]];
  const Judgement judgement = host.judge();
  ASSERT_TRUE(judgement.failure);
  EXPECT_EQ(judgement.wrong_groups.size(), 1U);
  EXPECT_EQ(judgement.failure->group, host.grid.group(group).id);
  EXPECT_NE(judgement.failure->message.find("the result of the next work-group"), std::string::npos)
      << judgement.failure->message;
}

// A failure lists each failed check and each broken clause.
TEST(SiteChecker, CountsTheFailuresOfEachCheck) {
  const Builtin* const scan = builtin_named("scan_exclusive_add");
  Host<std::int32_t> host(chain(*scan, GenType::Int, 1));
  const auto right = host.out;
  for (std::size_t g = 0; g < host.grid.groups; ++g)
    for (const std::size_t lane : {std::size_t{0}, std::size_t{20}}) host.result(g, lane) ^= 0x40000000;
  const Judgement judgement = host.judge();
  std::size_t wrong = 0, groups = 0;
  std::set<std::string> checks;
  for (const BrokenCheck& broken : judgement.broken) {
    EXPECT_EQ(broken.wrong, broken.groups) << broken.check;
    EXPECT_TRUE(broken.clauses.contains("WGC.SC.4")) << broken.check << ": the identity of lane 0";
    EXPECT_GE(broken.clauses.size(), 2U) << broken.check << ": and what the other lanes break";
    EXPECT_TRUE(checks.insert(broken.check).second) << broken.check;
    wrong += broken.wrong;
    groups += broken.groups;
  }
  EXPECT_GT(checks.size(), 1U);
  EXPECT_EQ(wrong, judgement.wrong_groups.size());
  EXPECT_EQ(groups, judgement.checks);
  host.out = right;
  EXPECT_TRUE(host.judge().broken.empty());
}

TEST(SiteChecker, AcceptsAnyNonZeroValueAsTrueAndReportsIt) {
  const Case c = chain(builtins[0], GenType::Int, 1);
  for (const auto& [value, seen] :
       {std::pair{1, "true value: 1"}, {-1, "true value: -1"}, {64, "true value: other"}}) {
    Host<std::int32_t> host(c);
    for (std::int32_t& v : host.out) v = v != 0 ? value : 0;
    const Judgement judgement = host.judge();
    EXPECT_FALSE(judgement.failure);
    EXPECT_TRUE(judgement.observations.contains(seen));
  }
}

TEST(SiteChecker, ReportsTheSmallestDetectableError) {
  const Host<float> rounding(chain(builtins[3], GenType::Float, 1));
  ASSERT_TRUE(rounding.judge().smallest_error_seen);
  EXPECT_LT(*rounding.judge().smallest_error_seen, 1e-6);
  EXPECT_FALSE(Host<std::int32_t>(chain(builtins[3], GenType::Int, 1)).judge().smallest_error_seen);
}

// The kernel's second site in the form `twice` loads the next lane's value from local memory. So the checker
// writes each value one lane further.
TEST(SiteChecker, WritesTheNeighboursInputIfTheKernelRotates) {
  const Case c = scan(form_named("twice"));
  const Grid grid(ndrange(c.dim, c.local.extents, *plain_variant,
                          groups_wanted(c, rules, volume(c.local.extents), walk)));
  const auto second = make_site_checker(c, 1, grid, rules, walk, seed);
  std::vector<std::int32_t> in(grid.items());
  second->write_input(std::as_writable_bytes(std::span(in)));
  const auto failure_of = [&](std::size_t rotation) {
    const std::int32_t poison = std::bit_cast<std::int32_t>(0xa5c3a5c3U);
    std::vector<std::int32_t> out(grid.items(), poison);
    for (std::size_t g = 0; g < grid.groups; ++g) {
      const auto items = grid.lanes(g);
      std::int32_t sum = 0;
      for (std::size_t lane = 0; lane < items.size(); ++lane) {
        sum = std::bit_cast<std::int32_t>(
            std::bit_cast<std::uint32_t>(sum) +
            std::bit_cast<std::uint32_t>(in[items[(lane + rotation) % items.size()]]));
        out[items[lane]] = sum;
      }
    }
    return second->judge(std::as_bytes(std::span(out)), std::as_bytes(std::span(&poison, 1))).failure;
  };
  EXPECT_FALSE(failure_of(1));
  EXPECT_TRUE(failure_of(0));
}

// In one dimension only the last work-group is smaller than the others, and some bugs show only with some
// values. So `any` is false there in some case, and `all` is true.
TEST(SiteChecker, TheLastWorkGroupGetsDifferentDataInDifferentCases) {
  for (const char* builtin : {"all", "any"}) {
    std::set<std::string_view> checks;
    std::set<bool> truths;
    for (const char* size :
         {"5", "8", "17", "24", "33", "64", "96", "100", "129", "200", "257", "300", "400", "513"}) {
      const Host<std::int32_t> host(
          parse_case(builtin + std::string(".int.1d.") + size + ".chain.remainder").value());
      const std::size_t last = host.grid.groups - 1;
      checks.insert(host.checker->data(last).check);
      truths.insert(host.out[host.grid.lanes(last).front()] != 0);
    }
    EXPECT_GE(checks.size(), 4U) << builtin;
    EXPECT_EQ(truths.size(), 2U) << builtin;
  }
}

}  // namespace
}  // namespace wgcts::harness
