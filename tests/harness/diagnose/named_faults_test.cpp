// Each fault of the vocabulary, on a device with exactly that fault, gives one bug with its fault and
// conditions.
#include <gtest/gtest.h>

#include "harness/diagnose/diagnose.hpp"
#include "tests/harness/faulty_device.hpp"

namespace wgcts::harness {
namespace {

using Kind = LaneSet::Kind;
using Holds = std::function<bool(const Place&)>;

/// A fault and the expected bug. The expected conditions omit a type that follows from `what`, such as that
/// of float bits.
struct Row {
  const char* builtin;
  GenType type;
  Cause cause;
  Holds further;  ///< condition in addition to builtin and type; empty: none
  const char* what;
  const char* where;  ///< null if several are correct
};

/// For the messages of GoogleTest.
void PrintTo(const Row& row, std::ostream* out) {
  *out << row.builtin << '.' << info(row.type).name << ": " << row.what;
}

std::vector<Row> rows() {
  using enum GenType;
  const auto narrow = [](Narrow how, std::int64_t n = 0) {
    return Cause{.what = What::Narrowed, .choice = choice_of(how), .n = n};
  };
  const auto small = [](const Place& p) { return volume(p.size) < 8; };
  const auto in_vectors = [](const Place& p) { return volume(p.size) % 8 == 0; };
  const auto in_branch = [](const Place& p) { return p.the_case.form->name == "branch"; };
  const auto flat = [](const Place& p) { return p.the_case.dim == 2; };
  const auto in_helper_3d = [](const Place& p) { return p.in_helper && p.the_case.dim == 3; };
  const auto at_primes = [](const Place& p) {
    constexpr std::size_t primes[] = {3, 5, 7, 13, 31, 61, 97, 127, 251, 257};
    return is_in(volume(p.size), primes);
  };
  const Cause without_middle{.what = What::ResultMissingOn,
                             .choice = choice_of(Missing::Identity),
                             .variant = 1,
                             .lanes = {Kind::Middle}};
  return {
      {"all", Int, {.what = What::Constant, .value = 1}, {}, "constant value=1", "builtin=all"},
      {"all", Int, {.what = What::Inverted}, {}, "inverted", "builtin=all"},
      {"any", Int, {.what = What::Inverted}, flat, "inverted", "builtin=any and dimension=2"},
      {"any",
       Int,
       {.what = What::Constant, .value = 1},
       in_helper_3d,
       "constant value=1",
       "builtin=any and dimension=3 and helper"},
      {"all",
       Int,
       {.what = What::NarrowedPredicate, .choice = choice_of(Narrow::LowBit)},
       {},
       "narrowed as=low_bit",
       "builtin=all"},
      {"any",
       Int,
       {.what = What::NarrowedPredicate, .choice = choice_of(Narrow::Bits), .n = 8},
       {},
       "narrowed bits=8",
       "builtin=any"},
      {"all",
       Int,
       {.what = What::NarrowedPredicate, .choice = choice_of(Narrow::Range), .n = 8 | 16 << 8},
       {},
       "narrowed bits=8-16",
       "builtin=all"},
      {"all", Int, {.what = What::AggregatedAs, .choice = 0}, {}, "aggregated_as as=and", "builtin=all"},
      {"any", Int, {.what = What::AggregatedAs, .choice = 3}, {}, "aggregated_as as=sum", "builtin=any"},
      {"all", Int, {.what = What::OtherBuiltin, .choice = 6}, {}, "other_builtin which=any", nullptr},
      {"any", Int, {.what = What::LaneValue, .choice = 0}, {}, "lane_value lane=first", "builtin=any"},
      {"broadcast", Float, {.what = What::Input}, {}, "input", "builtin=broadcast and type=float"},
      {"broadcast",
       UInt,
       {.what = What::Input},
       in_branch,
       "input",
       "builtin=broadcast and type=uint and form=branch"},
      {"broadcast",
       Int,
       {.what = What::LaneValue, .choice = 1},
       {},
       "lane_value lane=last",
       "builtin=broadcast and type=int"},
      {"broadcast",
       ULong,
       {.what = What::Coordinates, .choice = 1},
       {},
       "coordinates as=y_ignored",
       "type=ulong"},
      // Another fault gives the same results for every third source. For others, the name's predictions are
      // false.
      {"broadcast",
       ULong,
       {.what = What::Coordinates, .choice = 1},
       [](const Place& p) { return p.source % 3 == 0; },
       "unknown",
       nullptr},
      {"broadcast", Float, {.what = What::SourceLimited, .n = 16}, {}, "source_limited n=16", "type=float"},
      {"reduce_add", Int, {.what = What::Unwritten}, {}, "unwritten", "builtin=reduce_add and type=int"},
      {"reduce_add",
       UInt,
       {.what = What::Identity},
       small,
       "constant value=0",
       "builtin=reduce_add and type=uint and size<8"},
      {"reduce_min", Float, {.what = What::Identity}, {}, "identity", "builtin=reduce_min and type=float"},
      {"reduce_add",
       ULong,
       {.what = What::LanesIgnored, .lanes = {Kind::Last}},
       {},
       "lanes_ignored set=last",
       "builtin=reduce_add and type=ulong"},
      {"reduce_max",
       Float,
       {.what = What::LanesIgnored, .lanes = {Kind::Tail, 8}},
       [](const Place& p) { return volume(p.size) > 8; },
       "lanes_ignored set=tail W=8",
       nullptr},
      {"reduce_add",
       Float,
       {.what = What::LanesIgnored, .lanes = {Kind::Rows}},
       {},
       "lanes_ignored set=rows",
       "builtin=reduce_add and type=float"},
      {"reduce_min",
       Int,
       {.what = What::LanesIgnored, .lanes = {Kind::Lane, 33}},
       {},
       "lanes_ignored set=lane n=33",
       "builtin=reduce_min and type=int"},
      {"reduce_min",
       ULong,
       {.what = What::LanesIgnored, .lanes = {Kind::FromEndOrFirst, 3}},
       {},
       "lanes_ignored set=lane n=-3",
       "builtin=reduce_min and type=ulong"},
      {"reduce_min",
       Float,
       {.what = What::LanesIgnored, .lanes = {Kind::First}},
       in_vectors,
       "lanes_ignored set=first",
       "builtin=reduce_min and type=float and size%8=0"},
      {"reduce_add",
       ULong,
       {.what = What::LanesIgnored, .lanes = {Kind::From, 20}},
       {},
       "lanes_ignored set=from n=20",
       "builtin=reduce_add and type=ulong"},
      {"reduce_max",
       UInt,
       {.what = What::LanesIgnored, .lanes = {Kind::From, 48}},
       {},
       "lanes_ignored set=from n=48",
       "builtin=reduce_max and type=uint"},
      {"reduce_add", ULong, narrow(Narrow::Bits, 52), {}, "narrowed bits=52", "builtin=reduce_add"},
      {"scan_inclusive_add",
       ULong,
       narrow(Narrow::Bits, 63),
       {},
       "narrowed bits=63",
       "builtin=scan_inclusive_add"},
      {"reduce_add",
       Int,
       {.what = What::LanesDoubled, .lanes = {Kind::First}},
       {},
       "lanes_doubled set=first",
       "builtin=reduce_add and type=int"},
      {"scan_inclusive_add",
       Int,
       {.what = What::Restarts, .n = 8},
       {},
       "restarts every=8",
       "builtin=scan_inclusive_add and type=int"},
      {"scan_exclusive_max",
       ULong,
       {.what = What::Restarts, .n = 32},
       {},
       "restarts every=32",
       "builtin=scan_exclusive_max and type=ulong"},
      {"scan_inclusive_add",
       Float,
       {.what = What::CarryPartial, .n = 8},
       {},
       "carry_partial W=8",
       "builtin=scan_inclusive_add and type=float"},
      {"scan_inclusive_add",
       UInt,
       {.what = What::Order, .choice = 0},
       {},
       "order as=reversed",
       "builtin=scan_inclusive_add and type=uint"},
      {"scan_inclusive_add",
       Int,
       {.what = What::Order, .choice = 1},
       {},
       "order as=column_major",
       "builtin=scan_inclusive_add and type=int"},
      {"scan_exclusive_add",
       Int,
       {.what = What::OwnValueFirst},
       {},
       "own_value_first",
       "builtin=scan_exclusive_add and type=int"},
      {"scan_exclusive_min",
       UInt,
       {.what = What::WrongIdentity, .value = 0},
       {},
       "wrong_identity value=0",
       "builtin=scan_exclusive_min and type=uint"},
      {"scan_exclusive_add",
       Float,
       {.what = What::OtherBuiltin, .choice = 1},
       {},
       "other_builtin which=inclusive",
       "builtin=scan_exclusive_add and type=float"},
      {"reduce_max",
       Int,
       {.what = What::ComparedAs, .choice = choice_of(Comparison::Unsigned)},
       {},
       "compared_as as=unsigned",
       "builtin=reduce_max"},
      {"reduce_max",
       UInt,
       {.what = What::ComparedAs, .choice = choice_of(Comparison::Signed)},
       {},
       "compared_as as=signed",
       "builtin=reduce_max and type=uint"},
      {"reduce_add", ULong, narrow(Narrow::Bits, 32), {}, "narrowed bits=32", "builtin=reduce_add"},
      {"reduce_add",
       UInt,
       narrow(Narrow::Saturates),
       {},
       "narrowed as=saturates",
       "builtin=reduce_add and type=uint"},
      // At the limits of a narrower type, also without a sum.
      {"scan_inclusive_max",
       ULong,
       narrow(Narrow::Saturates, 32),
       {},
       "narrowed as=saturates",
       "builtin=scan_inclusive_max"},
      {"reduce_max",
       Float,
       narrow(Narrow::Saturates, 16),
       {},
       "narrowed as=saturates",
       "builtin=reduce_max and type=float"},
      {"reduce_max",
       Float,
       narrow(Narrow::Half),
       {},
       "narrowed via=half",
       "builtin=reduce_max and type=float"},
      {"reduce_add",
       Float,
       {.what = What::ValueLost, .choice = choice_of(Lost::Nan)},
       {},
       "value_lost value=nan",
       "builtin=reduce_add"},
      {"reduce_min",
       Int,
       {.what = What::ValueLost, .choice = choice_of(Lost::TypeMin), .variant = 1},
       {},
       "value_lost value=type_min",
       "builtin=reduce_min and type=int"},
      {"scan_exclusive_min",
       Int,
       {.what = What::ValueLost, .choice = choice_of(Lost::TypeMin), .variant = 3},
       {},
       "value_lost value=type_min",
       "builtin=scan_exclusive_min"},
      {"scan_exclusive_add",
       Float,
       {.what = What::ResultMissingOn,
        .choice = choice_of(Missing::OwnValue),
        .lanes = {Kind::FromEndOrFirst, 2}},
       {},
       "result_missing_on set=lane n=-2",
       "builtin=scan_exclusive_add and type=float"},
      // With negative values, the lowest value wins.
      {"reduce_max",
       Float,
       {.what = What::ComparedAs, .choice = choice_of(Comparison::Bits), .variant = 4},
       {},
       "compared_as as=bits",
       nullptr},
      // Parameters that the results determine.
      {"broadcast",
       Int,
       {.what = What::Coordinates, .choice = 7, .n = 16},
       {},
       "coordinates as=shifted n=16",
       "type=int"},
      {"broadcast",
       Float,
       {.what = What::Coordinates, .choice = 7, .n = -1},
       {},
       "coordinates as=shifted n=-1",
       "type=float"},
      {"any",
       Int,
       {.what = What::LanesIgnored, .lanes = {Kind::LastN, 32}},
       [](const Place& p) { return volume(p.size) % 32 == 0; },
       "lanes_ignored set=last n=32",
       "builtin=any and size%32=0"},
      {"reduce_add",
       UInt,
       {.what = What::LanesDoubled, .variant = 5, .lanes = {Kind::First}},
       {},
       "lanes_doubled set=first",
       nullptr},
      {"reduce_max", UInt, narrow(Narrow::Range, 10 | 32 << 8), {}, "narrowed bits=10-32", nullptr},
      // Without the sign.
      {"broadcast", Float, narrow(Narrow::Bits, 31), {}, "narrowed bits=31", nullptr},
      {"scan_inclusive_min", Float, narrow(Narrow::Bits, 31), {}, "narrowed bits=31", nullptr},
      {"scan_inclusive_max", ULong, narrow(Narrow::Range, 10 | 64 << 8), {}, "narrowed bits=10-64", nullptr},
      {"scan_inclusive_add",
       UInt,
       {.what = What::Order, .choice = 7, .variant = 4},
       {},
       "order as=other",
       nullptr},
      {"scan_inclusive_max",
       UInt,
       {.what = What::Order, .choice = 7, .variant = 5, .n = 4},
       {},
       "order as=other",
       nullptr},
      {"any",
       Int,
       {.what = What::NarrowedPredicate, .choice = choice_of(Narrow::Range), .n = 23 | 31 << 8},
       {},
       "narrowed bits=23-31",
       nullptr},
      {"all",
       Int,
       {.what = What::NarrowedPredicate, .choice = choice_of(Narrow::Range), .n = 12 | 32 << 8},
       {},
       "narrowed bits=12-32",
       "builtin=all"},
      {"any",
       Int,
       {.what = What::NarrowedPredicate, .choice = choice_of(Narrow::Bits), .n = 20},
       {},
       "narrowed bits=20",
       "builtin=any"},
      {"any",
       Int,
       {.what = What::NarrowedPredicate, .choice = choice_of(Narrow::Range), .n = 24 | 32 << 8},
       {},
       "narrowed bits=24-32",
       "builtin=any"},
      {"all",
       Int,
       {.what = What::NarrowedPredicate, .choice = choice_of(Narrow::CountBits), .variant = 1, .n = 5},
       {},
       "narrowed bits=5 of=count",
       nullptr},
      {"scan_inclusive_add",
       Float,
       {.what = What::ResultMissingOn, .lanes = {Kind::Last}},
       [](const Place& p) { return p.size != p.enqueued; },
       "result_missing_on set=last",
       nullptr},
      // There are too many sizes for a condition. At any one of them, other sets contain the same lane.
      {"reduce_add", Int, without_middle, at_primes, "result_missing_on set=middle", nullptr},
      {"reduce_add", UInt, without_middle, at_primes, "result_missing_on set=middle", nullptr},
  };
}

/// One test for each row, so that rows run in parallel.
class NamedFault : public testing::TestWithParam<Row> {};

TEST_P(NamedFault, IsOneBugWithItsNameAndPlace) {
  const Row& row = GetParam();
  const FaultOnPaper fault{row.cause, [&](const Place& p) {
                             return is(p, row.builtin, row.type) && (!row.further || row.further(p));
                           }};
  auto results = results_on_paper(cases_on_paper(), {fault}, [&](const Case& c) {
    return c.builtin->name == row.builtin && c.type == row.type;
  });
  const auto bugs = diagnose(results, device_on_paper(), 1);
  EXPECT_EQ(bugs.size(), 1U);
  for (const Bug& bug : bugs) {
    EXPECT_EQ(to_string(bug.what), row.what) << bug.sentence;
    if (row.where != nullptr) EXPECT_EQ(to_string(bug.where), row.where) << bug.sentence;
    EXPECT_EQ(bug.cases.front(), bug.example);
  }
  for (const CaseResult& r : results) EXPECT_EQ(r.verdict == Verdict::Fail, !r.bugs.empty());
}

INSTANTIATE_TEST_SUITE_P(Diagnose, NamedFault, testing::ValuesIn(rows()));

}  // namespace
}  // namespace wgcts::harness
