// Evaluation of expressions for the work-items of a work-group.
#include <algorithm>

#include "reference/program/work_group.hpp"

namespace wgcts::reference {
namespace {

template <class T>
std::vector<Word> model_results(Collective c, std::span<const Word> x, std::size_t source) {
  std::vector<Word> results(x.size());
  std::ranges::transform(answers<T>(c, values_of_words<T>(x), source), results.begin(), word_of_value<T>);
  return results;
}

/// The results. Throws IllegalProgram unless they are exact.
std::vector<Word> exact_results(Collective c, Type type, std::span<const Word> x, std::size_t source) {
  if (c.op == Op::Add) require_exact_sums(type, x);
  // Values that are exact in half or float are equal in double.
  if (!is_floating(type))
    return with_gentype(static_cast<GenType>(type),
                        [&]<class T>() { return model_results<T>(c, x, source); });
  auto results = model_results<double>(c, x, source);
  if (c.op == Op::Add)
    for (const Word result : results)
      if (!representable(type, real(result))) throw IllegalProgram("A sum of a collective is not exact.");
  return results;
}

}  // namespace

void WorkGroupRun::evaluate(const Expr& e, const Mask& mask, Values& out) {
  step();
  switch (e.kind) {
    case ExprKind::Literal:
      std::ranges::fill(out, e.literal);
      return;
    case ExprKind::Variable:
      out = variable(e.index);
      return;
    case ExprKind::Element:
      return read_element(e, mask, out);
    case ExprKind::Argument:
      std::ranges::fill(out, launch_.arguments[e.index]);
      return;
    case ExprKind::Input:
      for (std::size_t lane = 0; lane < lanes_; ++lane) out[lane] = launch_.inputs[e.index][items_[lane]];
      return;
    case ExprKind::GroupInput:
      std::ranges::fill(out, launch_.group_inputs[e.index][number_]);
      return;
    case ExprKind::Query:
      for (std::size_t lane = 0; lane < lanes_; ++lane) out[lane] = query_value(e, lane);
      return;
    case ExprKind::Unary:
      evaluate(e.operands[0], mask, out);
      return for_each_active(
          mask, [&](std::size_t lane) { out[lane] = apply(e.op, e.operands[0].type, out[lane]); });
    case ExprKind::Binary: {
      if (is_logical(e.op)) return logical(e, mask, out);
      Values right(lanes_);
      evaluate(e.operands[0], mask, out);
      evaluate(e.operands[1], mask, right);
      return for_each_active(mask, [&](std::size_t lane) {
        out[lane] = apply(e.op, e.operands[0].type, out[lane], right[lane]);
      });
    }
    case ExprKind::Conditional:
      return conditional(e, mask, out);
    case ExprKind::Cast:
      evaluate(e.operands[0], mask, out);
      return for_each_active(
          mask, [&](std::size_t lane) { out[lane] = convert(e.operands[0].type, e.type, out[lane]); });
    case ExprKind::Call:
      return function(e, mask, &out);
    case ExprKind::Collective:
      return collective(e, mask, out);
  }
}

void WorkGroupRun::assign(const Expr& e, const Mask& mask, Values& out) {
  Values value(lanes_);
  evaluate(e, mask, value);
  for_each_active(mask, [&](std::size_t lane) { out[lane] = value[lane]; });
}

Word WorkGroupRun::query_value(const Expr& e, std::size_t lane) const {
  const std::uint32_t d = e.index;
  switch (e.query) {
    case Query::LocalId:
      return unlinear(lane, group_.size)[d];
    case Query::LocalSize:
      return group_.size[d];
    case Query::GroupId:
      return group_.id[d];
    case Query::NumGroups:
      return group_counts(launch_.range)[d];
    case Query::GlobalId:
      return group_.origin[d] + unlinear(lane, group_.size)[d] + launch_.range.offset[d];
    case Query::Lane:
      return lane;
    case Query::Lanes:
      return lanes_;
    case Query::Group:
      return number_;
  }
  __builtin_unreachable();
}

void WorkGroupRun::read_element(const Expr& e, const Mask& mask, Values& out) {
  evaluate(e.operands[0], mask, out);
  const Variable& array = frame_->function->variables[e.index];
  for_each_active(mask, [&](std::size_t lane) {
    const std::size_t i = index_of(e.operands[0], out[lane], array.length);
    out[lane] = array.local ? local_[e.index].read(i, static_cast<std::uint32_t>(lane), epoch_)
                            : variable(e.index, i)[lane];
  });
}

void WorkGroupRun::logical(const Expr& e, const Mask& mask, Values& out) {
  Mask undecided(lanes_);
  evaluate(e.operands[0], mask, out);
  const bool is_and = e.op == Operator::LogicalAnd;
  for (std::size_t lane = 0; lane < lanes_; ++lane) {
    const bool left = mask[lane] != 0 && tested(e.operands[0].type, out[lane]);
    out[lane] = left;
    undecided[lane] = mask[lane] != 0 && left == is_and;
  }
  if (!any(undecided)) return;
  Values right(lanes_);
  evaluate(e.operands[1], undecided, right);
  for_each_active(undecided, [&](std::size_t lane) { out[lane] = tested(e.operands[1].type, right[lane]); });
}

void WorkGroupRun::conditional(const Expr& e, const Mask& mask, Values& out) {
  Mask then = mask, otherwise(lanes_);
  keep_true(e.operands[0], then);
  for (std::size_t lane = 0; lane < lanes_; ++lane) otherwise[lane] = mask[lane] ^ then[lane];
  if (any(then)) evaluate(e.operands[1], then, out);
  if (any(otherwise)) assign(e.operands[2], otherwise, out);
}

/// The source lane of a broadcast. Its coordinates must be the same in all lanes.
std::size_t WorkGroupRun::broadcast_source(const Expr& e, const Mask& mask) {
  if (e.operands.size() != 1 + launch_.range.dim)
    throw IllegalProgram("The number of coordinates of a broadcast is not that of the NDRange's dimensions.");
  Extents id{0, 0, 0};
  Values coordinate(lanes_);
  for (std::size_t d = 0; d < launch_.range.dim; ++d) {
    const Expr& operand = e.operands[1 + d];
    evaluate(operand, mask, coordinate);
    for (std::size_t lane = 1; lane < lanes_; ++lane)
      if (coordinate[lane] != coordinate[0])
        throw IllegalProgram("The coordinates of a broadcast differ between work-items (WGC.BC.2).");
    const bool negative = info(operand.type).is_signed && static_cast<std::int64_t>(coordinate[0]) < 0;
    if (negative || coordinate[0] >= group_.size[d])
      throw IllegalProgram("The coordinates of a broadcast are outside the work-group (WGC.BC.2).");
    id[d] = coordinate[0];
  }
  return linear_id(id, group_.size);
}

void WorkGroupRun::collective(const Expr& e, const Mask& mask, Values& out) {
  require_all_active(mask, "A collective");
  evaluate(e.operands[0], mask, out);
  const Collective c = e.collective;
  const std::size_t source = c.family == Family::Broadcast ? broadcast_source(e, mask) : 0;
  const std::span<const Word> x = out;
  const Type passed = e.operands[0].type;
  for (const Word passed_on : x) demand_value(passed, passed_on);
  // A predicate is converted to int, the parameter's type.
  if (is_predicate(c.family))
    for (std::size_t lane = 0; lane < lanes_; ++lane) out[lane] = convert(passed, Type::Int, out[lane]);
  const auto results = launch_.judging ? legal_.of(*launch_.judging, c, e.type, x, source)
                                       : exact_results(c, e.type, x, source);
  ++outcome_.collectives;
  if (options_.collective_calls != nullptr || options_.wrong) {
    CollectiveCall collective_call{number_, &e, source, out, results};
    const auto instead = options_.wrong ? options_.wrong(collective_call) : std::nullopt;
    out = instead ? *instead : results;
    if (options_.collective_calls != nullptr)
      options_.collective_calls->push_back(std::move(collective_call));
    return;
  }
  out = results;
}

}  // namespace wgcts::reference
