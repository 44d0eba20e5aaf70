#include "harness/diagnose/literal_start.hpp"

#include <algorithm>
#include <bit>
#include <charconv>

#include "harness/diagnose/settled_values.hpp"
#include "harness/process/protocol.hpp"
#include "harness/program/kernel.hpp"
#include "harness/program/ndrange.hpp"

namespace wgcts::harness {
namespace {

std::uint64_t bits_in(const Value& value) {
  std::uint64_t bits = 0;
  const char* const first = value.bits.data() + 2;  // behind 0x
  std::from_chars(first, value.bits.data() + value.bits.size(), bits, 16);
  return bits;
}

LiteralGroup data_of(const GroupRecord& record) {
  LiteralGroup data{{}, record.source, record.rule};
  for (const LaneRecord& lane : record.lanes) data.x.push_back(bits_in(lane.input));
  return data;
}

/// A value of which a collective makes the same, however many lanes have it; bit for bit.
std::uint64_t lasting_value(const Collective& c, GenType type) {
  const bool any_will_do =
      c.op == Op::None || ((c.op == Op::Min || c.op == Op::Max) && c.family != Family::ScanExclusive);
  if (any_will_do) return bits_of_number(type, 1);
  return with_gentype(
      type, [&]<class T>() -> std::uint64_t { return std::bit_cast<bits_of<T>>(identity<T>(c.op)); });
}

/// Which work-group of the case gives its data to a work-group of a literal launch.
enum class Choice : std::uint8_t { Copies, Neighbours, All };

class Starts {
 public:
  Starts(const Question& question, const Explanation& e, WrongPlace place)
      : case_(question.the_case), e_(e), place_(place) {
    case_.local.extents = e.range.local;
    members_ = kernel_of(case_, question.alone, question.without).members;
  }

  std::vector<LiteralCase> all() {
    if (members_.size() > 1) {
      add_for_company();
      return std::move(starts_);
    }
    // Without -cl-std a program has no collectives for a sketch to call, and a sketch has the statements of one
    // row alone.
    const bool many = suites::has_company(*case_.variant) && rows_of(*case_.variant).size() > 1;
    const auto fitting =
        many || case_.variant->unversioned ? std::vector<const Sketch*>{} : sketches_for(*case_.form);
    // A kernel that computes its values may be wrong where one that loads them is not: it comes last as well.
    for (const Sketch* sketch : fitting) add_few(sketch);
    add_few(nullptr);
    for (const Sketch* sketch : fitting) add_many(sketch);
    add_many(nullptr);
    // A case is launched several times over where that costs little, and may be wrong from the second on.
    if (case_.variant == plain_variant) {
      case_.variant = variant("relaunched");
      for (const Sketch* sketch : fitting) add_few(sketch);
    }
    return std::move(starts_);
  }

 private:
  /// A call that goes wrong beside others: the plain kernel all the same, then sketches with others of their
  /// own, for they are short.
  void add_for_company() {
    const auto together = members_;
    auto fitting = sketches_for(*case_.form);
    members_ = {case_.builtin};
    add_few(fitting.front());
    std::ranges::reverse(fitting);
    for (const Sketch* sketch : fitting)
      if (sketch->around != Surroundings::Other) add_few(sketch);
    members_ = together;
    for (const Sketch* sketch :
         {fitting.size() == 1 ? fitting.front() : nullptr, static_cast<const Sketch*>(nullptr)}) {
      add_few(sketch);
      add_many(sketch);
    }
  }

  void add_few(const Sketch* sketch) {
    const std::size_t least = sketch != nullptr ? sketch->groups : 1;
    if (least == 1 && !case_.variant->remainder) add(sketch, 1, Choice::Copies);
    add(sketch, few_groups(), Choice::Copies);
    add(sketch, few_groups(), Choice::Neighbours);
  }

  void add_many(const Sketch* sketch) { add(sketch, e_.groups, Choice::All); }

  /// Two work-groups, or where there are remainders two in each dimension.
  std::size_t few_groups() const {
    if (!case_.variant->remainder) return 2;
    return case_.dim == 1 ? 2 : case_.dim == 2 ? 4 : 8;
  }

  NDRange range_of(std::size_t groups) const {
    if (groups == e_.groups) return e_.range;
    if (groups > 2) return ndrange(case_.dim, case_.local.extents, *case_.variant, groups);
    NDRange range{case_.dim, case_.local.extents, case_.local.extents, {}};
    range.global[0] *= groups;
    if (case_.variant->remainder && range.local[0] > 1)
      range.global[0] -= range.local[0] - (range.local[0] / 2 + 1);
    for (unsigned d = 0; d < case_.dim; ++d) range.offset[d] = case_.variant->offset[d];
    return range;
  }

  const std::vector<GroupRecord>& records(std::size_t call) const {
    return e_.sites[call % e_.sites.size()].groups;
  }

  /// Data for work-group `group` of the launch, of that size: of the group that went wrong, of one behind it,
  /// or of the same one.
  const GroupRecord& record_for(std::size_t call, std::size_t group, const Extents& size,
                                Choice choice) const {
    const auto& groups = records(call);
    if (choice == Choice::All && group < groups.size()) return groups[group];
    const std::size_t first = choice == Choice::Copies ? place_.group : place_.group + group;
    for (std::size_t i = 0; i < groups.size(); ++i) {
      const GroupRecord& record = groups[(first + i) % groups.size()];
      if (record.group.size == size) return record;
    }
    return groups[place_.group];
  }

  void add(const Sketch* sketch, std::size_t groups, Choice choice) {
    if (sketch != nullptr && groups < sketch->groups) return;
    LiteralCase literal{case_, members_, sketch, range_of(groups), {}};
    const std::size_t items = volume(literal.range.global), calls = calls_of(literal);
    if (items * calls * info(case_.type).bytes > most_run_bytes) return;
    const Grid grid(literal.range);
    literal.data.resize(calls);
    for (std::size_t call = 0; call < calls; ++call)
      for (std::size_t g = 0; g < grid.groups.size(); ++g) {
        const Extents& size = grid.groups[g].size;
        literal.data[call].push_back(data_of(record_for(first_call(sketch) + call, g, size, choice)));
        if (literal.data[call].back().x.size() != volume(size)) return;  // no such work-group ran
        // The data is the case's: what the other builtins of its kernel make of it is not judged.
        if (members_[call * members_.size() / calls] != case_.builtin)
          literal.data[call].back().rule = Rule::Observed;
      }
    if (sketch != nullptr) use_one_source(literal, grid);
    if (case_.variant->situation == Situation::Relaunched || case_.variant->situation == Situation::Unsized)
      use_first_lane(literal);
    if (case_.variant->situation == Situation::Unsized && !use_lasting_values(literal)) return;
    if (sketch != nullptr && sketch->value != nullptr && !pass_values(literal)) return;
    starts_.push_back(std::move(literal));
  }

  /// Work-groups of other sizes meet the kernel too: all of them have that work-item.
  static void use_first_lane(LiteralCase& literal) {
    for (auto& groups : literal.data)
      for (LiteralGroup& data : groups) data.source = 0;
  }

  /// Where the driver chooses the work-groups, only what comes of work-groups of any size can be expected:
  /// the identity of all its lanes, or one value of which nothing else can come. Whether there is such a
  /// value.
  static bool use_lasting_values(LiteralCase& literal) {
    if (literal.sketch != nullptr && literal.sketch->odd != OddGroups::Same) return false;
    if (computes_values(literal)) return false;
    const std::size_t each = literal.data.size() / literal.members.size();
    for (std::size_t call = 0; call < literal.data.size(); ++call)
      for (LiteralGroup& data : literal.data[call]) {
        const Builtin& builtin = *literal.members[call / each];
        data.x.assign(data.x.size(), lasting_value(builtin.collective, literal.the_case.type));
        if (!are_settled(builtin, literal.the_case.type, data.x)) return false;
        if (data.rule != Rule::Observed) data.rule = rule_for(builtin, literal.the_case.type);
      }
    return true;
  }

  /// Of a sketch that computes what it passes. Whether the specification says what comes of it.
  static bool pass_values(LiteralCase& literal) {
    const Case& c = literal.the_case;
    for (auto& groups : literal.data)
      for (LiteralGroup& data : groups) {
        for (std::size_t lane = 0; lane < data.x.size(); ++lane)
          data.x[lane] = bits_of_number(c.type, literal.sketch->value(lane));
        if (literal.members.size() != 1 || !are_settled(*c.builtin, c.type, data.x)) return false;
        data.rule = rule_for(*c.builtin, c.type);
      }
    return true;
  }

  /// A sketch of one call has the data of the call that went wrong.
  std::size_t first_call(const Sketch* sketch) const {
    return sketch != nullptr && sketch->calls == 1 && members_.size() == 1 ? place_.site : 0;
  }

  /// The text of a sketch names one source for all broadcasts: that of the wrong work-group, where all
  /// work-groups have such a work-item.
  static void use_one_source(LiteralCase& literal, const Grid& grid) {
    Extents id = unlinear(literal.data.front().front().source, grid.groups.front().size);
    for (const WorkGroup& group : grid.groups)
      for (std::size_t d = 0; d < 3; ++d)
        if (id[d] >= group.size[d]) id = {};
    for (auto& groups : literal.data)
      for (std::size_t g = 0; g < groups.size(); ++g) groups[g].source = linear_id(id, grid.groups[g].size);
  }

  Case case_;
  const Explanation& e_;
  WrongPlace place_;
  std::vector<const Builtin*> members_;
  std::vector<LiteralCase> starts_;
};

}  // namespace

WrongPlace wrong_place(const Explanation& e) {
  for (const SiteRecord& site : e.sites)
    for (std::size_t g = 0; g < site.groups.size(); ++g)
      if (site.groups[g].rule != Rule::Observed &&
          std::ranges::any_of(site.groups[g].lanes, &LaneRecord::wrong))
        return {site.site, g};
  return {};
}

std::vector<LiteralCase> literal_starts(const Question& question, const Explanation& e, WrongPlace place) {
  return Starts(question, e, place).all();
}

}  // namespace wgcts::harness
