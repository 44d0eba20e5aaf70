// The guard must stop a run whose checks cannot fail, and no other run.
#include <gtest/gtest.h>

#include <limits>

#include "harness/check/site_rules.hpp"

namespace wgcts::harness {
namespace {

/// A check of one work-group with its guard.
template <class T>
struct Watched {
  Watched(std::string_view the_case, std::vector<T> values)
      : c(parse_case(the_case).value()),
        x(std::move(values)),
        truth(answers<T>(c.builtin->collective, x, source)),
        expected(expect<T>(c.builtin->collective, Rule::Exact, x, source, {})),
        guard(c) {}
  void watch() {
    const Scene<T> scene{
        .collective = c.builtin->collective, .x = x, .source = source, .truth = truth, .groups = {neighbour}};
    guard.require_rejects_faults("exact", scene, expected);
  }
  /// Accepts every value between these, in every lane.
  void widen(T low, T high) {
    expected.low.assign(x.size(), low);
    expected.high.assign(x.size(), high);
  }

  Case c;
  std::size_t source = 1;
  std::vector<T> x, truth, neighbour{std::vector<T>(x.size(), T{99})};
  Expectation<T> expected;
  SensitivityGuard<T> guard;
};

constexpr const char* sum = "reduce_add.int.1d.4.chain";

TEST(SensitivityGuard, AcceptsAGoodCheck) {
  for (const char* honest : {sum, "scan_exclusive_min.int.1d.4.chain", "broadcast.int.1d.4.chain"}) {
    Watched<std::int32_t> watched(honest, {3, -7, 11, 20});
    EXPECT_NO_THROW(watched.watch()) << honest;
  }
}

TEST(SensitivityGuard, RejectsACheckThatAcceptsAnything) {
  for (const Rule rule : {Rule::Exact, Rule::Bounded}) {
    Watched<std::int32_t> watched(sum, {3, -7, 11, 20});
    watched.expected.rule = rule;
    watched.widen(std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max());
    EXPECT_THROW(watched.watch(), SuiteDefect) << static_cast<int>(rule);
  }
}

// A check that accepts only the results of one fault. The results are literals, not computed by a model.
TEST(SensitivityGuard, StopsACheckThatTakesWhatAFaultGives) {
  constexpr auto most = std::numeric_limits<std::int32_t>::max();
  const struct {
    const char* the_case;
    std::vector<std::int32_t> got;
    const char* phrase;
  } rows[] = {{sum, {0, 0, 0, 0}, "returns 0 for every input"},
              {sum, {1, 1, 1, 1}, "returns 1 for every input"},
              {sum, {3, -7, 11, 20}, "own value"},
              {"reduce_min.int.1d.4.chain", {most, most, most, most}, "returns the identity"},
              {sum, {3, -4, 7, 27}, "an inclusive scan"},
              {sum, {0, 3, -4, 7}, "an exclusive scan"},
              {"scan_inclusive_add.int.1d.4.chain", {27, 27, 27, 27}, "a reduce"},
              {"all.int.1d.4.chain", {0, 0, 0, 0}, "returns 0 for every input"},
              {"broadcast.int.1d.4.chain", {3, 3, 3, 3}, "the value of the first lane"},
              {sum, {99, 99, 99, 99}, "the next work-group"},
              {sum, {16, 16, 16, 16}, "ignores the value of one lane"}};
  for (const auto& row : rows) {
    Watched<std::int32_t> watched(row.the_case, {3, -7, 11, 20});
    watched.expected.low = watched.expected.high = row.got;
    try {
      watched.watch();
      ADD_FAILURE() << row.phrase;
    } catch (const SuiteDefect& defect) {
      EXPECT_NE(std::string(defect.what()).find(row.phrase), std::string::npos) << defect.what();
    }
  }
  Watched<float> watched("reduce_add.float.1d.4.chain", {3, -7, 11, 20});
  watched.expected.low.assign(4, std::numeric_limits<float>::quiet_NaN());
  EXPECT_THROW(watched.watch(), SuiteDefect);
}

TEST(SensitivityGuard, RejectsACheckThatIgnoresALane) {
  Watched<std::int32_t> watched("scan_inclusive_add.int.1d.4.chain", {3, -7, 11, 20});
  watched.expected.low.resize(1);
  watched.expected.high.resize(1);
  EXPECT_THROW(watched.watch(), SuiteDefect) << "the input is right in lane 0 alone";
}

TEST(SensitivityGuard, RejectsABoundThatIncludesAWrongModel) {
  Watched<float> watched("reduce_add.float.1d.4.chain", {0.5F, 1.25F, -3, 7});
  watched.expected.rule = Rule::Bounded;
  EXPECT_NO_THROW(watched.watch());
  watched.widen(-100, 100);
  EXPECT_THROW(watched.watch(), SuiteDefect);
}

// Sums in another order may come close to another work-group's result. That is no defect of a bound.
TEST(SensitivityGuard, ABoundMayIncludeAnotherWorkGroupsResult) {
  Watched<float> watched("reduce_add.float.1d.4.chain", {0.5F, 1.25F, -3, 7});
  watched.neighbour.assign(4, 5.875F);
  watched.expected.rule = Rule::Bounded;
  watched.widen(5.75F, 5.875F);
  EXPECT_NO_THROW(watched.watch());
}

// A model whose results are right here is not wrong: sums of zeros are zero.
TEST(SensitivityGuard, IgnoresModelsWithRightResults) {
  Watched<std::int32_t> watched(sum, {0, 0, 0, 0});
  EXPECT_NO_THROW(watched.watch());
}

TEST(SensitivityGuard, RequiresThatEachWrongModelIsRejected) {
  Watched<std::int32_t> watched(sum, {7, 7, 7, 7});
  EXPECT_THROW(watched.guard.require_all_rejected(), SuiteDefect) << "no check was tested";
  Watched<std::int32_t> alike("broadcast.int.1d.4.chain", {7, 7, 7, 7});
  alike.neighbour = {7, 7, 7, 7};
  alike.watch();
  EXPECT_THROW(alike.guard.require_all_rejected(), SuiteDefect) << "all lanes are equal";
}

}  // namespace
}  // namespace wgcts::harness
