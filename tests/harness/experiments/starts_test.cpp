// The kernel runs tried for a case: short kernels first, each a legal launch on the case's data.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "harness/check/citations.hpp"
#include "harness/experiments/experiments.hpp"
#include "harness/process/protocol.hpp"
#include "harness/program/job.hpp"
#include "suites/programs/reduce.hpp"
#include "tests/harness/able_device.hpp"

namespace wgcts::harness {
namespace {

Explanation on_paper(const char* name) {
  return explain(parse_case(name).value(), able_device(), 1, std::nullopt);
}

void visit(const char* name, bool alone, CallAt wrong, const std::function<bool(FailingRun)>& take) {
  static const DeviceFacts device = able_device();
  const Experiment experiment{.the_case = parse_case(name).value(), .alone = alone};
  visit_kernel_runs(experiment, *make_replay(experiment.the_case, nullptr, device, 1), wrong, device, take);
}

std::vector<FailingRun> starts(const char* name, bool alone = true, CallAt wrong = {}) {
  std::vector<FailingRun> all;
  visit(name, alone, wrong, [&](FailingRun start) {
    all.push_back(std::move(start));
    return false;
  });
  return all;
}

bool has_text(const FailingRun& start, const char* text) {
  return start.run.text.find(text) != std::string::npos;
}
std::size_t groups_of(const FailingRun& start) { return volume(group_counts(start.run.range)); }

const KernelArgument& output_of(const FailingRun& start) {
  return start.run.arguments[outputs_of(start.run).front()];
}

/// The scalars, all of type uint.
std::vector<std::uint64_t> numbers_of(const KernelRun& run) {
  std::vector<std::uint64_t> numbers;
  for (const KernelArgument& a : run.arguments)
    if (a.kind == ArgumentKind::Scalar) numbers.push_back(element_of(a.bytes, a.type, 0));
  return numbers;
}

TEST(Starts, TheShortestComesFirst) {
  const auto all = starts("reduce_add.int.1d.4.branch");
  ASSERT_FALSE(all.empty());
  EXPECT_TRUE(has_text(all.front(), "    out0[item] = work_group_reduce_add(in0[item]);\n}\n"));
  EXPECT_EQ(groups_of(all.front()), 1U);
  const auto again =
      std::ranges::find(all, Situation::Relaunched, [](const FailingRun& s) { return s.run.situation; });
  ASSERT_NE(again, all.end()) << "a kernel object may be wrong from its second launch on";
  const FailingRun& last = *(again - 1);
  EXPECT_FALSE(last.program);
  EXPECT_GT(groups_of(last), 8U);
}

// A short program is OpenCL C. Without -cl-std it would have no collectives.
TEST(Starts, OfAModuleHaveTheOptionsOfOpenclC) {
  for (const FailingRun& start : starts("reduce_add.int.1d.4.chain.il"))
    EXPECT_NE(start.run.options.find("-cl-std="), std::string::npos) << start.run.options;
}

TEST(Starts, EndWithTheOneThatIsTaken) {
  int seen = 0;
  visit("reduce_add.int.1d.4.branch", false, {}, [&](const FailingRun&) { return ++seen == 3; });
  EXPECT_EQ(seen, 3);
}

// The bug of a shared kernel may also show without the co-resident calls.
TEST(Starts, ThePlainKernelComesFirstInCompanyToo) {
  const auto all = starts("reduce_add.int.1d.4.chain", false);
  ASSERT_FALSE(all.empty());
  EXPECT_EQ(all.front().program->program.outputs.size(), 1U);
  EXPECT_TRUE(std::ranges::any_of(
      all, [](const FailingRun& s) { return s.program && s.program->program.outputs.size() > 1; }));
}

TEST(Starts, CompanyIsNotJudged) {
  const auto is_whole = [](const Expected& e) { return e.judged; };
  bool small = false, own = false;
  for (const FailingRun& start : starts("reduce_add.int.1d.4.chain", false)) {
    std::size_t judged = 0, all = 0;
    for (const std::size_t o : outputs_of(start.run)) {
      const auto& expected = start.run.arguments[o].expected;
      judged += static_cast<std::size_t>(std::ranges::count_if(expected, is_whole));
      all += expected.size();
    }
    if (all == volume(start.run.range.global)) continue;
    EXPECT_GT(judged, 0U) << start.run.text;
    EXPECT_LE(judged, volume(start.run.range.global)) << start.run.text;
    (start.program ? small : own) = true;
  }
  EXPECT_TRUE(small && own);
}

// Results are judged by the values that the kernel computes.
TEST(Starts, KernelsThatComputeTheirValuesHaveThose) {
  std::size_t seen = 0;
  for (const auto& [name, by_lane] :
       {std::pair{"reduce_add.int.1d.8.derived", true}, {"scan_inclusive_add.float.1d.8.constant", false}})
    for (const FailingRun& start : starts(name)) {
      if (!start.program || !start.program->program.inputs.empty()) continue;
      ++seen;
      for (std::size_t lane = 0; lane < 8; ++lane)
        EXPECT_EQ(value_of_bits(start.the_case.type, start.calls.front().x[lane]).text,
                  std::to_string(by_lane ? lane : 1));
    }
  EXPECT_GE(seen, 2U);
}

TEST(Starts, AllAreWholeLaunches) {
  for (const char* name :
       {"all.int.1d.3.solo", "broadcast.float.2d.3x2.chain.offset", "reduce_add.half.3d.4x3x2.twice",
        "scan_exclusive_max.long.1d.6.chain.remainder", "any.int.2d.4x3.chain.remainder",
        "reduce_add.int.1d.8.nested", "reduce_add.uint.1d.8.example", "reduce_max.uint.1d.8.derived"}) {
    const auto all = starts(name);
    ASSERT_FALSE(all.empty()) << name;
    for (const FailingRun& start : all) {
      const Grid grid(start.run.range);
      ASSERT_FALSE(start.calls.empty()) << name;
      for (const StoredCall& call : start.calls) {
        EXPECT_EQ(call.x.size(), volume(grid.group(call.group).size)) << name;
        EXPECT_EQ(call.x.size(), call.elements.size()) << name;
        EXPECT_LT(call.source, call.x.size()) << name;
      }
      for (const std::size_t o : outputs_of(start.run)) {
        const KernelArgument& output = start.run.arguments[o];
        EXPECT_LE(size_in_bytes(output), most_run_bytes);
        EXPECT_EQ(output.expected.size(), output.elements) << name;
      }
    }
  }
}

TEST(Starts, RemaindersAndOffsetsStay) {
  const auto has_two_groups = [](const FailingRun& start) {
    return volume(group_counts(start.run.range)) == 2;
  };
  for (const char* name : {"reduce_add.int.1d.6.chain.remainder", "reduce_add.int.1d.33.chain.remainder"}) {
    const auto all = starts(name);
    EXPECT_TRUE(std::ranges::any_of(all, has_two_groups)) << name;
    for (const FailingRun& start : all)
      EXPECT_NE(start.run.range.global[0] % start.run.range.local[0], 0U) << name;
  }
  for (const FailingRun& start : starts("reduce_add.int.1d.6.chain.offset"))
    EXPECT_EQ(start.run.range.offset[0], variant_named("offset")->offset[0]);
  for (const FailingRun& start : starts("reduce_add.int.1d.6.chain.offset31")) {
    EXPECT_LT(start.run.range.offset[0], wide);
    EXPECT_GT(start.run.range.offset[0] + start.run.range.global[0], wide);
  }
}

// If the driver chooses the local size, results must be the same for all sizes.
TEST(Starts, UnsizedLaunchesHaveDataThatFitsAllSizes) {
  for (const char* name : {"reduce_add.int.1d.6.chain.unsized", "scan_exclusive_min.uint.1d.6.chain.unsized",
                           "reduce_max.int.1d.6.chain.unsized", "broadcast.int.1d.6.chain.unsized",
                           "all.int.1d.6.chain.unsized", "scan_inclusive_add.ulong.1d.6.solo.unsized"}) {
    const auto all = starts(name);
    ASSERT_FALSE(all.empty()) << name;
    for (const FailingRun& start : all) {
      if (start.program) {
        EXPECT_TRUE(fits_all_sizes(*start.program)) << name;
        continue;
      }
      const auto& expected = output_of(start).expected;
      const std::uint64_t x = start.calls.front().x.front();
      for (const StoredCall& call : start.calls) {
        EXPECT_EQ(call.x, std::vector(call.x.size(), x)) << name;
        for (const std::size_t element : call.elements)
          EXPECT_EQ(expected[element].low, expected[call.elements.front()].low) << name;
      }
    }
  }
  const auto small = starts("reduce_add.int.1d.6.chain");
  EXPECT_FALSE(fits_all_sizes(*small.front().program));
}

// A kernel that also runs with smaller work-groups must not broadcast from a work-item that those lack.
TEST(Starts, RelaunchedKernelsNameTheFirstWorkItem) {
  for (const FailingRun& start : starts("broadcast.float.2d.3x2.chain.relaunched")) {
    EXPECT_TRUE(start.run.takes_zeros);
    for (const StoredCall& call : start.calls) EXPECT_EQ(call.source, 0U);
  }
}

// Without -cl-std no collectives are declared, so a small kernel would not build.
TEST(Starts, ProgramsWithoutAVersionAreTheFormsOwn) {
  const auto all = starts("reduce_add.int.1d.6.own.nostd");
  ASSERT_FALSE(all.empty());
  for (const FailingRun& start : all) EXPECT_FALSE(start.program);
}

TEST(Starts, TheDataIsThatOfTheWrongWorkGroup) {
  const Explanation e = on_paper("reduce_add.int.1d.4.solo");
  const auto all = starts("reduce_add.int.1d.4.solo", true, {0, 5});
  const auto& lanes = e.sites[0][5].lanes;
  for (const FailingRun& start : all)
    for (std::size_t lane = 0; lane < lanes.size() && groups_of(start) < 3; ++lane)
      EXPECT_EQ(value_of_bits(Type::Int, start.calls.front().x[lane]), lanes[lane].input);
}

// Small kernels also get NaN, INF and signed zeros, judged as in the case.
TEST(Starts, EveryValueOfTheCaseIsWithinReach) {
  const char* name = "broadcast.float.1d.8.solo";
  const Explanation e = on_paper(name);
  const auto& groups = e.sites[0];
  const auto special = std::ranges::find_if(groups, [](const GroupRecord& g) {
    return std::ranges::any_of(g.lanes, [](const LaneRow& l) { return l.input.bits == "0x80000000"; });
  });
  ASSERT_NE(special, groups.end());
  const auto all = starts(name, true, {0, std::size_t(special - groups.begin())});
  const FailingRun& start = all.front();
  ASSERT_TRUE(start.program);
  for (std::size_t lane = 0; lane < 8; ++lane)
    EXPECT_EQ(value_of_bits(Type::Float, start.calls.front().x[lane]).bits, special->lanes[lane].input.bits);
  EXPECT_EQ(output_of(start).expected.size(), 8U);
}

// The bug may need the case's attribute.
TEST(Starts, SmallKernelsHaveTheCasesAttributes) {
  EXPECT_TRUE(has_text(starts("reduce_add.int.1d.4.solo.reqd").front(),
                       "__kernel __attribute__((reqd_work_group_size(4, 1, 1))) void program("));
  EXPECT_TRUE(has_text(starts("reduce_add.float.1d.4.chain.typehint").front(),
                       "__kernel __attribute__((vec_type_hint(float4))) void program("));
  EXPECT_FALSE(has_text(starts("reduce_add.float.1d.4.chain").front(), "__attribute__"));
}

// The kernel run repeats the host situation of the case. If a program tree cannot express a variant, the
// case's own kernel is used.
TEST(Starts, TheSituationIsTheCases) {
  const auto first = [](const char* name) { return starts(name).front(); };
  EXPECT_EQ(first("reduce_add.int.1d.4.chain").run.situation, Situation::None);
  const FailingRun shared = first("reduce_add.int.1d.4.chain.svm");
  EXPECT_EQ(shared.run.situation, Situation::Svm);
  EXPECT_TRUE(shared.program);
  EXPECT_EQ(first("reduce_add.int.1d.4.chain.il").run.situation, Situation::None) << "a module is no text";
  const FailingRun linked = first("broadcast.half.1d.4.chain.linked");
  EXPECT_TRUE(linked.run.text.starts_with(
      "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n\nhalf helper0(half p0);\n\n__kernel void program("))
      << linked.run.text;
  EXPECT_TRUE(has_text(linked, "out0[item] = helper0(in0[item]);"));
  EXPECT_EQ(linked.run.part,
            "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n\nhalf helper0(half p0)\n{\n"
            "    return work_group_broadcast(p0, 2);\n}\n\n");
  EXPECT_TRUE(has_text(first("reduce_add.int.1d.4.chain.brimful"), "__local uint *rest, uint room)"));
  EXPECT_TRUE(has_text(first("reduce_add.float.1d.4.chain.copying"), "async_work_group_copy("));
}

// No code reads the report of the launch here, so the kernel has no argument for it.
TEST(Starts, TheFormsOwnKernelTellsNothing) {
  for (const FailingRun& start : starts("reduce_add.int.1d.4.chain.unsized"))
    EXPECT_FALSE(has_text(start, "told")) << start.run.text;
}

TEST(Starts, TheFormsOwnKernelHasAllThatItTakes) {
  const auto all = starts("reduce_add.int.1d.4.twice");
  const auto own =
      std::ranges::find_if(all, [](const FailingRun& s) { return !s.program && groups_of(s) == 2; });
  ASSERT_NE(own, all.end());
  const KernelRun& run = own->run;
  EXPECT_EQ(run.kernel, "twice_int_reduce_add");
  EXPECT_TRUE(has_text(*own, "void twice_int_reduce_add("));
  EXPECT_EQ(run.arguments[2].elements, 12U);
  EXPECT_EQ(numbers_of(run), (std::vector<std::uint64_t>{8, 1, 2}));
  EXPECT_EQ(size_in_bytes(run.arguments.back()), 16U);
  // The second call uses its neighbour's value, so the input is shifted by one lane.
  const StoredCall& second = own->calls[2];
  for (std::size_t lane = 0; lane < 4; ++lane)
    EXPECT_EQ(element_of(run.arguments[0].bytes, Type::Int, second.elements[(lane + 1) % 4]), second.x[lane]);
}

// Other statements report only their own wrong results, so a correct driver leaves the report untouched.
TEST(Starts, TheReportOfOtherStatementsCanBeJudged) {
  FailingRun copying = starts("reduce_add.int.1d.4.chain.copying").front();
  EXPECT_TRUE(has_text(copying, "told[3] = 1;"));
  ASSERT_EQ(copying.run.arguments.size(), 7U);
  EXPECT_EQ(outputs_of(copying.run).size(), 1U);
  judge_report(copying.run);
  ASSERT_EQ(outputs_of(copying.run).size(), 2U);
  EXPECT_TRUE(std::ranges::all_of(copying.output(1).expected, &Expected::untouched));
  EXPECT_EQ(copying.output(1).expected.size(), copying.output(1).elements);
}

// A whole program keeps its kernel's attributes. The required size is that of the launch.
TEST(FailingRunOf, AProgramHasItsAttributes) {
  const Case c = parse_case("program.int.2d.2x3.18696.reqd.typehint.cloned").value();
  LegalProgram program = draw_program(key_of(c));
  const NDRange smaller = smaller_range(program.launch.range, true);
  const auto has = [&](const LegalProgram& p, const char* text) {
    return failing_run_of(c, p, able_device()).run.text.find(text) != std::string::npos;
  };
  EXPECT_TRUE(has(program, "reqd_work_group_size(2, 3, 1)"));
  EXPECT_TRUE(has(program, "vec_type_hint("));
  auto reduced = proved(program.program, resized(program.launch, smaller));
  ASSERT_TRUE(reduced);
  const auto& local = smaller.local;
  EXPECT_TRUE(has(*reduced, fmt::format("reqd_work_group_size({})", fmt::join(local, ", ")).c_str()));
}

// Chosen values must be exact in the type and legal.
TEST(WithValues, AreLegalAndExact) {
  const FailingRun halves = starts("reduce_max.half.1d.4.solo").front();
  const auto counted = [](std::size_t lane, std::size_t) { return std::int64_t(lane) + 1; };
  const auto found = with_values(*halves.program, counted);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->launch.inputs[0], (std::vector<Word>{reference::word_of(1), reference::word_of(2),
                                                        reference::word_of(3), reference::word_of(4)}));
  EXPECT_FALSE(with_values(*halves.program, [](std::size_t, std::size_t) { return 4097; }));
  const FailingRun ints = starts("reduce_add.int.1d.4.solo").front();
  EXPECT_FALSE(with_values(*ints.program, [](std::size_t, std::size_t) { return 0x7fffffff; })) << "overflow";
}

template <class T>
std::vector<WrongElement> wrong_in(const KernelRun& run, const std::vector<T>& got) {
  const auto bytes = std::as_bytes(std::span(got));
  return wrong_elements(run, {std::vector(bytes.begin(), bytes.end())});
}

TEST(CaseRun, TellsWhatIsWrong) {
  const auto ones = [](std::size_t, std::size_t) { return 1; };
  const auto run_of = [&](const char* name) {
    const FailingRun start = starts(name).front();
    return failing_run_of(start.the_case, with_values(*start.program, ones).value(), able_device()).run;
  };
  const KernelRun sum = run_of("reduce_add.int.1d.2.solo");
  EXPECT_TRUE(wrong_in<std::int32_t>(sum, {2, 2}).empty());
  EXPECT_EQ(wrong_in<std::int32_t>(sum, {2, 3}), (std::vector<WrongElement>{{0, 1}}));
  // Any non-zero value is true, except poison.
  const KernelRun all = run_of("all.int.1d.2.solo");
  EXPECT_EQ(wrong_in<std::uint32_t>(all, {1, 0xffffffff}).size(), 0U);
  EXPECT_EQ(wrong_in<std::uint32_t>(all, {1, 0}).size(), 1U);
  EXPECT_EQ(wrong_in<std::uint32_t>(all, {1, 0xa5a5a5a5}).size(), 1U);
}

}  // namespace
}  // namespace wgcts::harness
