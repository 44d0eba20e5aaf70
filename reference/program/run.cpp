#include "reference/program/run.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>
#include <utility>

#include "reference/program/arithmetic.hpp"

namespace wgcts::reference {
namespace {

std::vector<Word> exact_results(Collective c, Type type, std::span<const Word> x, std::size_t source) {
  if (c.op == Op::Add) require_exact_sums(type, x);
  std::vector<Word> results(x.size());
  with_gentype(type, [&]<class T>() {
    std::ranges::transform(answers<T>(c, values_of_words<T>(x), source), results.begin(), word_of_value<T>);
  });
  if (c.op == Op::Add && is_floating(type))
    for (const Word result : results)
      if (!representable(type, real(result))) throw IllegalProgram("A sum of a collective is not exact.");
  return results;
}

/// Throws IllegalProgram unless the product of any subset of the values is exact in any order.
void demand_exact_products(Type type, std::span<const Word> values) {
  if (!info(type).is_signed) return;
  Word product = is_floating(type) ? word_of(1) : 1;
  double range = 1;
  for (const Word value : values) {
    if (is_floating(type) ? real(value) == 0 : value == 0) continue;
    product = apply(Operator::Multiply, type, product, value);
    if (is_floating(type)) range *= std::max(std::abs(real(value)), 1 / std::abs(real(value)));
  }
  if (is_floating(type) && !representable(type, range > 1 ? std::exp2(std::ceil(std::log2(range))) : 1))
    throw IllegalProgram("A product leaves the range of its type in some order.");
}

void demand_exact(Collective c, Type type, std::span<const Word> x) {
  if (c.op == Op::Add) require_exact_sums(type, x);
  if (c.op == Op::Mul) demand_exact_products(type, x);
}

template <class T>
Rule float_rule(const Judging& judging, Collective c, Type type, std::span<const Word> words,
                std::span<const T> x) {
  const FloatRules& rules = judging.of(type);
  const auto is_subnormal = [](T v) {
    const double magnitude = std::abs(static_cast<double>(v));
    return magnitude != 0 && magnitude < static_cast<double>(Limits<T>::min_normal());
  };
  if (!rules.denormals && std::ranges::any_of(x, is_subnormal)) return Rule::Observed;
  const auto is_finite = [](T v) { return std::isfinite(static_cast<double>(v)); };
  if (!rules.infinities && !std::ranges::all_of(x, is_finite)) return Rule::Observed;
  if (c.family == Family::Broadcast) return judging.any_zero_sign ? Rule::Exact : Rule::Bits;
  if (std::ranges::any_of(x, [](T v) { return is_nan(v); })) return Rule::Observed;  // WGC.U.2
  const bool computed = c.op == Op::Add || c.op == Op::Mul;
  if (!computed) return Rule::Exact;
  try {
    demand_exact(c, type, words);
    return judging.any_rounding ? Rule::Relaxed : Rule::Exact;
  } catch (const IllegalProgram&) {
    double magnitudes = 0;
    for (const T v : x) magnitudes += std::abs(static_cast<double>(v));
    const bool bounded =
        c.op == Op::Add && !judging.any_rounding && magnitudes < static_cast<double>(Limits<T>::max());
    return bounded ? Rule::Bounded : Rule::Observed;
  }
}

template <class T>
Expectation<T> expectation(Collective c, Rule rule, std::span<const T> x, std::size_t source,
                           const FloatRules& rules) {
  try {
    return expect<T>(c, rule, x, source, rules);
  } catch (const std::domain_error&) {
    throw IllegalProgram("A sum has so many values that any result is legal.");
  }
}

/// Elements record their accesses since the last barrier, so that a race is detected in any order of the
/// work-items.
class LocalArray {
 public:
  explicit LocalArray(const Variable& variable) : type_(variable.type), elements_(variable.length) {}

  Word read(std::size_t index, std::uint32_t lane, std::uint32_t epoch) {
    Element& e = elements_[index];
    if (!e.defined) throw IllegalProgram("Local memory is read before it is written.");
    if (e.written == epoch && e.writer != lane) race();
    e.reader = e.read == epoch && e.reader != lane ? many : lane;
    e.read = epoch;
    return e.value;
  }
  /// A write or an atomic operation. The same operation by many work-items has one result in any order.
  void change(Operator op, std::size_t index, std::uint32_t lane, std::uint32_t epoch, Word value) {
    Element& e = elements_[index];
    const bool is_atomic = op != Operator::None;
    if (is_atomic && !e.defined) throw IllegalProgram("Local memory is read before it is written.");
    if (e.written == epoch && e.writer != lane && !(is_atomic && e.atomic == op)) race();
    if (e.read == epoch && e.reader != lane) race();
    const bool first = e.written != epoch;
    const bool alone = first || e.writer == lane;
    // After a plain write, the work-item's own atomic still races with those of others.
    const Operator atomic = first || e.atomic == op ? op : Operator::None;
    if (is_atomic) value = apply(op, type_, e.value, value);
    e = {value, epoch, alone ? lane : many, e.read, e.reader, atomic, true};
  }

 private:
  static constexpr std::uint32_t many = std::numeric_limits<std::uint32_t>::max();

  struct Element {
    Word value = 0;
    std::uint32_t written = 0;  ///< epoch of the last write, counted from 1
    std::uint32_t writer = 0;
    std::uint32_t read = 0;  ///< epoch of the last read
    std::uint32_t reader = 0;
    Operator atomic = Operator::None;  ///< the atomic operation of the last write
    bool defined = false;
  };

  [[noreturn]] static void race() {
    throw IllegalProgram(
        "Two work-items access the same element of local memory without a barrier in between.");
  }

  Type type_;
  std::vector<Element> elements_;
};

/// Work-items run in lockstep. A mask marks the active ones. A statement removes the work-items that jump
/// from its mask, and the creator of the mask adds them again at their destination.
class WorkGroupRun {
 public:
  WorkGroupRun(const Program& program, const ProgramLaunch& launch, const RunOptions& options,
               ProgramOutcome& outcome, std::size_t group)
      : program_(program), launch_(launch), options_(options), outcome_(outcome), number_(group) {}

  void run() {
    const auto kernel = static_cast<std::uint32_t>(program_.functions.size() - 1);
    function({.kind = ExprKind::Call, .type = Type::Void, .index = kernel}, Mask(lanes_, 1));
    outcome_.longest = std::max(outcome_.longest, steps_);
  }

 private:
  // By local linear id.
  using Mask = std::vector<std::uint8_t>;
  using Values = std::vector<Word>;

  struct Frame {
    const Function* function;
    std::vector<std::vector<Values>> variables;  ///< [variable][element]
    Values result;                               ///< unused if void
  };
  /// The masks that collect work-items after break and continue.
  struct JumpTargets {
    Mask* broken = nullptr;
    Mask* continued = nullptr;
  };

  static std::size_t count(const Mask& mask) { return static_cast<std::size_t>(std::ranges::count(mask, 1)); }
  static bool any(const Mask& mask) { return is_in(1, mask); }
  static void add(Mask& to, const Mask& more) { std::ranges::transform(to, more, to.begin(), std::bit_or()); }
  void for_each_active(const Mask& mask, auto f) const {
    for (std::size_t lane = 0; lane < lanes_; ++lane)
      if (mask[lane]) f(lane);
  }
  Values& variable(std::uint32_t number, std::size_t element = 0) {
    return frame_->variables[number][element];
  }

  // Statements.

  void step() {
    if (++steps_ > options_.step_limit) throw IllegalProgram("The program exceeds the limit of steps.");
  }

  void require_all_active(const Mask& mask, const char* what) const {
    const std::size_t here = count(mask);
    if (here != lanes_)
      throw IllegalProgram(std::string(what) + " is reached by " + std::to_string(here) + " of " +
                           std::to_string(lanes_) + " work-items (WGC.CF.1).");
    // All work-items are here, but some entered the switch by another label. No clause says whether this is
    // the same dynamic instance, so the program is not used.
    if (mixed_ != 0)
      throw IllegalProgram(std::string(what) +
                           " is reached by work-items through different labels of a switch (WGC.CF.1).");
  }

  Values function(const Expr& call, const Mask& mask) {
    const Function& f = program_.functions[call.index];
    Frame frame{&f, {}, Values(lanes_)};
    for (const Variable& v : f.variables)
      frame.variables.emplace_back(v.local ? 0 : std::max<std::size_t>(1, v.length), Values(lanes_));
    for (std::uint32_t p = 0; p < f.parameters; ++p) frame.variables[p][0] = evaluate(call.operands[p], mask);
    Frame* caller = std::exchange(frame_, &frame);
    Mask active = mask;
    block(f.body, active, {});
    if (f.result != Type::Void && any(active)) throw IllegalProgram("A function ends without a value.");
    frame_ = caller;
    return std::move(frame.result);
  }

  void block(const Block& statements, Mask& active, JumpTargets targets) {
    for (const Stmt& s : statements) {
      if (!any(active)) return;
      statement(s, active, targets);
    }
  }

  void statement(const Stmt& s, Mask& active, JumpTargets targets) {
    step();
    const auto leave_to = [&](Mask& place) {
      add(place, active);
      std::ranges::fill(active, 0);
    };
    switch (s.kind) {
      case StmtKind::Assign:
        return assign(s.exprs[0], active, variable(s.index));
      case StmtKind::AssignElement:
      case StmtKind::Atomic:
        return change_element(s, active);
      case StmtKind::Store:
        return store(s, active);
      case StmtKind::Evaluate:
        evaluate(s.exprs[0], active);
        return;
      case StmtKind::If:
        return branch(s, active, targets);
      case StmtKind::Switch:
        return choice(s, active, targets);
      case StmtKind::For:
      case StmtKind::While:
      case StmtKind::DoWhile:
        return loop(s, active);
      case StmtKind::Break:
        return leave_to(*targets.broken);
      case StmtKind::Continue:
        return leave_to(*targets.continued);
      case StmtKind::Return:
        if (!s.exprs.empty()) assign(s.exprs[0], active, frame_->result);
        std::ranges::fill(active, 0);
        return;
      case StmtKind::Barrier:
        require_all_active(active, "A barrier");
        ++epoch_;
        return;
    }
  }

  void store(const Stmt& s, const Mask& mask) {
    const Values value = evaluate(s.exprs[0], mask);
    OutputBuffer& output = outcome_.outputs[s.index];
    for_each_active(mask, [&](std::size_t lane) {
      const std::size_t item = items_[lane];
      const bool stands_for_several = stands_for_results(s.exprs[0].type, value[lane]);
      output.values[item] = stands_for_several ? legal_[value[lane] & UINT32_MAX]
                                               : Legal{Rule::Exact, value[lane], value[lane]};
      output.written[item] = 1;
    });
  }

  /// Moves the work-items for which the condition holds from the mask to the returned one.
  Mask take_true(const Expr& condition, Mask& mask) {
    const Values value = evaluate(condition, mask);
    Mask holds(lanes_);
    for_each_active(mask, [&](std::size_t lane) { holds[lane] = tested(condition.type, value[lane]); });
    for_each_active(holds, [&](std::size_t lane) { mask[lane] = 0; });
    return holds;
  }

  void branch(const Stmt& s, Mask& active, JumpTargets targets) {
    Mask then = take_true(s.exprs[0], active);
    block(s.blocks[0], then, targets);
    if (s.blocks.size() > 1) block(s.blocks[1], active, targets);
    add(active, then);
  }

  void choice(const Stmt& s, Mask& active, JumpTargets targets) {
    const Values value = evaluate(s.exprs[0], active);
    for_each_active(active, [&](std::size_t lane) { demand_value(Type::Int, value[lane]); });
    Mask broken(lanes_), inside(lanes_);
    const std::size_t mixed = mixed_;
    for (std::size_t b = 0; b < s.blocks.size(); ++b) {
      const bool is_default = b == s.labels.size();
      const std::size_t fell_through = count(inside);
      for (std::size_t lane = 0; lane < lanes_; ++lane)
        if (active[lane] && (is_default || value[lane] == word(s.labels[b]))) {
          inside[lane] = 1;
          active[lane] = 0;
        }
      if (fell_through != 0 && count(inside) != fell_through) mixed_ = mixed + 1;
      block(s.blocks[b], inside, {&broken, targets.continued});
    }
    mixed_ = mixed;
    add(active, inside);
    add(active, broken);
  }

  void loop(const Stmt& s, Mask& active) {
    const bool is_for = s.kind == StmtKind::For;
    if (is_for) assign(s.exprs[0], active, variable(s.index));
    const Expr& condition = s.exprs[is_for ? 1 : 0];
    Mask looping = active, left(lanes_);
    const auto test = [&] {
      Mask further = take_true(condition, looping);
      add(left, looping);
      looping = std::move(further);
    };
    for (bool first = true; any(looping); first = false) {
      step();
      if (s.kind != StmtKind::DoWhile || !first) test();
      if (!any(looping)) break;
      Mask continued(lanes_);
      block(s.blocks[0], looping, {&left, &continued});
      add(looping, continued);
      if (is_for && any(looping)) assign(s.exprs[2], looping, variable(s.index));
    }
    active = left;
  }

  std::size_t index_of(const Expr& e, Word value, std::uint32_t length) const {
    const bool negative = info(e.type).is_signed && static_cast<std::int64_t>(value) < 0;
    if (negative || value >= length)
      throw IllegalProgram("An index is out of range of an array of " + std::to_string(length) + ".");
    return value;
  }

  void change_element(const Stmt& s, const Mask& mask) {
    const Values index = evaluate(s.exprs[0], mask), value = evaluate(s.exprs[1], mask);
    const Variable& array = frame_->function->variables[s.index];
    const Operator op = s.kind == StmtKind::Atomic ? s.op : Operator::None;
    for_each_active(mask, [&](std::size_t lane) {
      const std::size_t i = index_of(s.exprs[0], index[lane], array.length);
      const auto item = static_cast<std::uint32_t>(lane);
      if (array.local)
        local_[s.index].change(op, i, item, epoch_, value[lane]);
      else
        variable(s.index, i)[lane] = value[lane];
    });
  }

  // Expressions.

  /// The values of the active work-items. The other values are undefined.
  Values evaluate(const Expr& e, const Mask& mask) {
    step();
    const auto of_lanes = [&](auto f) {
      Values values(lanes_);
      for (std::size_t lane = 0; lane < lanes_; ++lane) values[lane] = f(lane);
      return values;
    };
    // f(lane, value of the first operand)
    const auto of_operand = [&](auto f) {
      Values values = evaluate(e.operands[0], mask);
      for_each_active(mask, [&](std::size_t lane) { values[lane] = f(lane, values[lane]); });
      return values;
    };
    switch (e.kind) {
      case ExprKind::Literal:
        return Values(lanes_, e.literal);
      case ExprKind::Variable:
        return variable(e.index);
      case ExprKind::Element:
        return of_operand([&](std::size_t lane, Word index) { return element(e, lane, index); });
      case ExprKind::Argument:
        return Values(lanes_, launch_.arguments[e.index]);
      case ExprKind::Input:
        return of_lanes([&](std::size_t lane) { return launch_.inputs[e.index][items_[lane]]; });
      case ExprKind::GroupInput:
        return Values(lanes_, launch_.group_inputs[e.index][number_]);
      case ExprKind::Query:
        return of_lanes([&](std::size_t lane) { return query_value(e, lane); });
      case ExprKind::Unary:
        return of_operand([&](std::size_t, Word a) { return apply(e.op, e.operands[0].type, a); });
      case ExprKind::Binary: {
        if (is_logical(e.op)) return logical(e, mask);
        Values left = evaluate(e.operands[0], mask);
        const Values right = evaluate(e.operands[1], mask);
        for_each_active(mask, [&](std::size_t lane) {
          left[lane] = apply(e.op, e.operands[0].type, left[lane], right[lane]);
        });
        return left;
      }
      case ExprKind::Conditional:
        return conditional(e, mask);
      case ExprKind::Cast:
        return of_operand([&](std::size_t, Word a) { return convert(e.operands[0].type, e.type, a); });
      case ExprKind::Call:
        return function(e, mask);
      case ExprKind::Collective:
        return collective(e, mask);
    }
    __builtin_unreachable();
  }

  void assign(const Expr& e, const Mask& mask, Values& out) {
    const Values value = evaluate(e, mask);
    for_each_active(mask, [&](std::size_t lane) { out[lane] = value[lane]; });
  }

  Word query_value(const Expr& e, std::size_t lane) const {
    const std::uint32_t d = e.index;
    const std::size_t local = unlinear(lane, group_.size)[d];
    // By Query.
    const std::size_t values[] = {local,
                                  group_.size[d],
                                  group_.id[d],
                                  group_counts(launch_.range)[d],
                                  group_.origin[d] + local + launch_.range.offset[d],
                                  lane,
                                  lanes_,
                                  number_};
    return values[static_cast<std::size_t>(e.query)];
  }

  Word element(const Expr& e, std::size_t lane, Word index) {
    const Variable& array = frame_->function->variables[e.index];
    const std::size_t i = index_of(e.operands[0], index, array.length);
    return array.local ? local_[e.index].read(i, static_cast<std::uint32_t>(lane), epoch_)
                       : variable(e.index, i)[lane];
  }

  Values logical(const Expr& e, const Mask& mask) {
    Mask undecided = mask, holds = take_true(e.operands[0], undecided);
    if (e.op == Operator::LogicalAnd) undecided = std::exchange(holds, Mask(lanes_));
    if (any(undecided)) add(holds, take_true(e.operands[1], undecided));
    return {holds.begin(), holds.end()};
  }

  Values conditional(const Expr& e, const Mask& mask) {
    Mask otherwise = mask;
    const Mask then = take_true(e.operands[0], otherwise);
    Values out(lanes_);
    if (any(then)) assign(e.operands[1], then, out);
    if (any(otherwise)) assign(e.operands[2], otherwise, out);
    return out;
  }

  /// The legal results for each work-item, judged like those of single calls. Throws IllegalProgram if a
  /// signed result overflows.
  std::vector<Word> legal_results(Collective c, Type type, std::span<const Word> words, std::size_t source) {
    const Judging& judging = *launch_.judging;
    return with_gentype(type, [&]<class T>() {
      const auto x = values_of_words<T>(words);
      Rule rule = Rule::Exact;
      if constexpr (is_float_v<T>)
        rule = float_rule<T>(judging, c, type, words, x);
      else if (is_predicate(c.family) || is_logical(c.op))
        rule = Rule::Truth;
      else
        demand_exact(c, type, words);
      const auto expected = expectation<T>(c, rule, x, source, judging.of(type));
      std::vector<Word> results;
      for (std::size_t lane = 0; lane < x.size(); ++lane) {
        const T low = expected.low[lane], high = expected.high[lane];
        const bool unjudged = rule == Rule::Observed || is_unjudged(low, high);
        const bool is_value = rule == Rule::Exact  ? low == high || is_nan(low)
                              : rule == Rule::Bits ? low != T{0}
                                                   : rule == Rule::Truth && low == T{0};
        results.push_back(is_value && !unjudged ? word_of_value(low) : result_mark << 32 | legal_.size());
        if (!is_value || unjudged)
          legal_.push_back({unjudged ? Rule::Observed : rule, word_of_value(low), word_of_value(high)});
      }
      return results;
    });
  }

  /// The source lane of a broadcast. Its coordinates must be the same in all lanes.
  std::size_t broadcast_source(const Expr& e, const Mask& mask) {
    if (e.operands.size() != 1 + launch_.range.dim)
      throw IllegalProgram(
          "The number of coordinates of a broadcast is not that of the NDRange's dimensions.");
    Extents id{0, 0, 0};
    for (std::size_t d = 0; d < launch_.range.dim; ++d) {
      const Expr& operand = e.operands[1 + d];
      const Values coordinate = evaluate(operand, mask);
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

  Values collective(const Expr& e, const Mask& mask) {
    require_all_active(mask, "A collective");
    Values x = evaluate(e.operands[0], mask);
    const Collective c = e.collective;
    const std::size_t source = c.family == Family::Broadcast ? broadcast_source(e, mask) : 0;
    const Type passed = e.operands[0].type;
    for (const Word passed_on : x) demand_value(passed, passed_on);
    // A predicate is converted to int, the parameter's type.
    if (is_predicate(c.family))
      for (Word& passed_on : x) passed_on = convert(passed, Type::Int, passed_on);
    Values results =
        launch_.judging ? legal_results(c, e.type, x, source) : exact_results(c, e.type, x, source);
    ++outcome_.collectives;
    if (!options_.wrong) return results;
    return options_.wrong({number_, &e, source, std::move(x), results}).value_or(std::move(results));
  }

  const Program& program_;
  const ProgramLaunch& launch_;
  const RunOptions& options_;
  ProgramOutcome& outcome_;

  const std::size_t number_;  ///< the work-group's linear id
  const WorkGroup group_ = work_group(launch_.range, number_);
  const std::size_t lanes_ = volume(group_.size);
  const std::vector<std::size_t> items_ =
      lanes_of(launch_.range, group_);  ///< global linear ids of the lanes
  std::vector<LocalArray> local_ = mapped(program_.functions.back().variables, [](const Variable& v) {
    return LocalArray(v.local ? v : Variable());
  });
  /// The results with several legal values. A word in the program's variables stands for each.
  std::vector<Legal> legal_;
  std::uint32_t epoch_ = 1;  ///< counts barriers
  std::size_t steps_ = 0;
  /// Number of surrounding switches that work-items entered by different labels.
  std::size_t mixed_ = 0;
  Frame* frame_ = nullptr;
};

void require_matching_launch(const Program& program, const ProgramLaunch& launch) {
  const std::size_t groups = volume(group_counts(launch.range)), items = volume(launch.range.global);
  bool fits = launch.arguments.size() == program.arguments.size() &&
              launch.inputs.size() == program.inputs.size() &&
              launch.group_inputs.size() == program.group_inputs.size();
  for (const auto& values : launch.inputs) fits = fits && values.size() == items;
  for (const auto& values : launch.group_inputs) fits = fits && values.size() == groups;
  if (!fits) throw IllegalProgram("The launch does not match the kernel's parameters.");
}

}  // namespace

ProgramOutcome run(const Program& program, const ProgramLaunch& launch, const RunOptions& options) {
  check(program, launch.judging.has_value());
  require_matching_launch(program, launch);
  ProgramOutcome outcome;
  const std::size_t items = volume(launch.range.global);
  outcome.outputs.assign(program.outputs.size(),
                         {std::vector<Legal>(items), std::vector<std::uint8_t>(items)});
  for (std::size_t group = 0; group < volume(group_counts(launch.range)); ++group)
    WorkGroupRun(program, launch, options, outcome, group).run();
  return outcome;
}

std::vector<CollectiveCall> collective_calls_of(const Program& program, const ProgramLaunch& launch) {
  std::vector<CollectiveCall> calls;
  const auto record = [&](const CollectiveCall& call) {
    calls.push_back(call);
    return std::nullopt;
  };
  run(program, launch, {.wrong = record});
  return calls;
}

void run_again(const Program& program, const ProgramLaunch& launch, std::size_t group,
               std::vector<OutputBuffer>& outputs, const RunOptions& options) {
  ProgramOutcome outcome{std::move(outputs)};
  for (const std::size_t item : lanes_of(launch.range, work_group(launch.range, group)))
    for (OutputBuffer& output : outcome.outputs) {
      output.values[item] = {};
      output.written[item] = 0;
    }
  WorkGroupRun(program, launch, options, outcome, group).run();
  outputs = std::move(outcome.outputs);
}

}  // namespace wgcts::reference
