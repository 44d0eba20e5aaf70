// Statements and functions of drawn programs.
#include "suites/programs/program_generator.hpp"

namespace wgcts::suites {
namespace {

/// Limit of the executions of a collective by a work-group in nested loops.
constexpr unsigned trip_limit = 40;

/// The length of arrays with counters.
constexpr std::uint32_t counter_count = 4;
constexpr std::uint32_t any_length = std::numeric_limits<std::uint32_t>::max();

double array_bound(Type type) { return wraps(type) ? info(type).cap : std::min(info(type).cap, 0x1p14); }

class ProgramGenerator : ExpressionGenerator {
 public:
  ProgramGenerator(const Case& c, std::uint64_t seed) : ExpressionGenerator(c, seed) {}

  DraftProgram generate() {
    draft_.program.arguments = {Type::Int, Type::UInt};
    const auto helpers = chance(60) ? 1 + pick(3) : 0;
    forks_ = 4;
    for (std::uint64_t h = 0; h < helpers; ++h) helper();
    if (chance(20)) kernel(true);
    kernel(false);
    return std::move(draft_);
  }

 private:
  struct Position {
    bool uniform = true;  ///< all work-items reach it together
    unsigned trips = 1;   ///< maximum number of executions
    int depth = 0;
    bool uniform_loop = false;
    bool divergent_loop = false;

    /// The position in the body of a loop at this position. A loop has a few iterations.
    Position in_loop(bool with_collectives) const {
      return {uniform && with_collectives, 4 * trips, depth, with_collectives,
              divergent_loop || !with_collectives};
    }
  };

  unsigned up_to(unsigned limit) { return 1 + static_cast<unsigned>(pick(limit)); }

  ExprNeeds needs_at(const Position& here, bool uniform) const {
    return {uniform, here.uniform && collectives_ && here.trips <= trip_limit, 2};
  }

  /// Adds statements to the block.
  Block body(Position here, unsigned statements, Block block = {}) {
    ++here.depth;
    for (unsigned i = 0; i < statements && size_ > 0; ++i) {
      --size_;
      if (here.uniform && (collectives_ || function_.kernel))
        uniform_statement(block, here);
      else
        divergent_statement(block, here);
    }
    if (block.empty()) assignment(block, here);
    return block;
  }

  void uniform_statement(Block& block, const Position& here) {
    using Generate = void (ProgramGenerator::*)(Block&, const Position&);
    struct Weighted {
      unsigned weight;
      Generate form;
      int deepest;  ///< maximum block depth
    };
    static constexpr std::array forms{Weighted{22, &ProgramGenerator::assignment, 9},
                                      Weighted{8, &ProgramGenerator::store_value, 9},
                                      Weighted{4, &ProgramGenerator::unused, 9},
                                      Weighted{10, &ProgramGenerator::uniform_branch, 3},
                                      Weighted{5, &ProgramGenerator::uniform_switch, 3},
                                      Weighted{18, &ProgramGenerator::uniform_loop, 3},
                                      Weighted{5, &ProgramGenerator::uniform_jump, 9},
                                      Weighted{2, &ProgramGenerator::early_return, 3},
                                      Weighted{7, &ProgramGenerator::divergent_branch, 3},
                                      Weighted{7, &ProgramGenerator::divergent_loop, 3},
                                      Weighted{6, &ProgramGenerator::share, 3},
                                      Weighted{5, &ProgramGenerator::count_together, 3},
                                      Weighted{4, &ProgramGenerator::keep_in_array, 9},
                                      Weighted{2, &ProgramGenerator::call_kernel, 3},
                                      Weighted{1, &ProgramGenerator::many_calls, 1},
                                      Weighted{1, &ProgramGenerator::many_values, 1}};
    unsigned total = 0;
    for (const Weighted& w : forms) total += here.depth <= w.deepest ? w.weight : 0;
    auto roll = static_cast<unsigned>(pick(total));
    for (const Weighted& w : forms) {
      if (here.depth > w.deepest) continue;
      if (roll < w.weight) return (this->*w.form)(block, here);
      roll -= w.weight;
    }
  }

  void divergent_statement(Block& block, const Position& here) {
    const auto roll = pick(100);
    if (roll < 45 || here.depth > 4) return assignment(block, here);
    if (roll < 60) return divergent_branch(block, here);
    if (roll < 75) return divergent_loop(block, here);
    if (roll < 90) return divergent_jump(block, here);
    keep_in_array(block, here);
  }

  void assignment(Block& block, const Position& here) {
    const bool uniform = here.uniform && chance(30);
    const Type type = some_type();
    const std::uint32_t v = scalar_to_assign(uniform, type);
    const VariableInfo note = variables_[v];
    BoundedExpr x = value(type, needs_at(here, note.uniform));
    // Half of the assignments use the old value.
    if (chance(50)) {
      const bool may_overflow = is_floating(type) || info(type).is_signed;
      const Operator op = may_overflow || chance(50) ? Operator::Add : Operator::Xor;
      Expr old = variable(type, v);
      if (may_overflow) {
        x = limited(std::move(x), note.bound / 2);
        old = limited({std::move(old), note.bound}, note.bound / 2).expr;
      }
      x = {binary(op, std::move(old), std::move(x.expr)), note.bound};
    }
    x = limited(std::move(x), note.bound);
    block.push_back(assign(v, std::move(x.expr)));
  }

  /// Stores a value, so that it is visible in the output.
  void store_value(Block& block, const Position& here) {
    if (!function_.kernel || draft_.program.outputs.size() >= 8) return assignment(block, here);
    const Type type = some_type();
    BoundedExpr x = value(type, needs_at(here, false));
    block.push_back(store(new_output(type), std::move(x.expr)));
  }

  void unused(Block& block, const Position& here) {
    const ExprNeeds needs = needs_at(here, false);
    if (!needs.collectives) return assignment(block, here);
    block.push_back(evaluate(chance(30) ? predicate(needs) : collective_value(some_type(), needs).expr));
  }

  void uniform_branch(Block& block, const Position& here) {
    // Compilers duplicate the code after a conditional barrier for both branches, so a program has few of
    // them.
    Position inside = here;
    inside.uniform = take_fork();
    Expr when = condition(needs_at(here, true));
    Block then = body(inside, up_to(3)), otherwise;
    if (chance(50)) otherwise = body(inside, up_to(2));
    block.push_back(if_else(std::move(when), std::move(then), std::move(otherwise)));
  }

  void uniform_switch(Block& block, const Position& here) {
    Position inside = here;
    inside.uniform = take_fork() && take_fork();
    BoundedExpr selector = value(Type::Int, needs_at(here, true));
    Expr on = selector.bound < 4 ? std::move(selector.expr) : std::move(selector.expr) & 3;
    const auto cases = static_cast<std::int32_t>(2 + pick(2));
    std::vector<std::int32_t> labels;
    std::vector<Block> blocks;
    const bool has_default = chance(60);
    for (std::int32_t c = 0; c < cases + (has_default ? 1 : 0); ++c) {
      if (c < cases) labels.push_back(c);
      // In the block, a break leaves the switch, and a continue belongs to the surrounding loop.
      Block& b = blocks.emplace_back(body(inside, up_to(2)));
      if (chance(75)) b.push_back(jump(StmtKind::Break));
    }
    block.push_back(switch_on(std::move(on), std::move(labels), std::move(blocks)));
  }

  /// A break or continue that all work-items of a work-group take together.
  void uniform_jump(Block& block, const Position& here) {
    if (!here.uniform_loop || !take_fork()) return assignment(block, here);
    Expr when = condition(needs_at(here, true));
    Block then;
    if (chance(40)) assignment(then, here);
    then.push_back(jump(chance(50) ? StmtKind::Break : StmtKind::Continue));
    block.push_back(if_else(std::move(when), std::move(then)));
  }

  /// A whole work-group returns while others continue.
  void early_return(Block& block, const Position& here) {
    if (!take_fork()) return assignment(block, here);
    Expr when = condition(needs_at(here, true));
    Block then;
    if (function_.kernel) {
      if (chance(70)) store_value(then, here);
      then.push_back(jump(StmtKind::Return));
    } else {
      BoundedExpr x = limited(value(function_.result, needs_at(here, result_uniform_)), result_bound_);
      then.push_back(statement(StmtKind::Return, 0, {std::move(x.expr)}));
    }
    block.push_back(if_else(std::move(when), std::move(then)));
  }

  void divergent_branch(Block& block, const Position& here) {
    Position inside = here;
    inside.uniform = false;
    inside.uniform_loop = false;
    Expr when = condition(needs_at(here, false));
    Block then = body(inside, up_to(2)), otherwise;
    if (chance(40)) otherwise = body(inside, 1);
    block.push_back(if_else(std::move(when), std::move(then), std::move(otherwise)));
  }

  void divergent_jump(Block& block, const Position& here) {
    if (!here.divergent_loop) {
      // In a helper without collectives some work-items may return before others.
      if (function_.kernel || collectives_) return assignment(block, here);
      BoundedExpr x = limited(value(function_.result, {false, false, 1}), result_bound_);
      block.push_back(
          if_else(condition({false, false, 1}), {statement(StmtKind::Return, 0, {std::move(x.expr)})}));
      return;
    }
    Expr when = condition({false, false, 1});
    block.push_back(if_else(std::move(when), {jump(chance(50) ? StmtKind::Break : StmtKind::Continue)}));
  }

  void call_kernel(Block& block, const Position& here) {
    if (inner_kernels_.empty() || !function_.kernel || here.trips > 4 || !take_fork())
      return assignment(block, here);
    block.push_back(evaluate(call(Type::Void, one_of(inner_kernels_), {})));
  }

  // Arrays. A barrier separates writes and reads by different work-items, because a collective orders no
  // memory accesses (WGC.MO.1).

  /// Each work-item writes its own element of local memory, and after a barrier reads another one.
  void share(Block& block, const Position& here) {
    if (!local_memory_ || !here.uniform || !collectives_ || lanes_ > 2048) return assignment(block, here);
    const Type type = some_type();
    // The arrays of count_together() are shorter, so array_of() finds them by length.
    const auto length = std::max(static_cast<std::uint32_t>(lanes_), counter_count + 1);
    const std::uint32_t shared =
        array_of({.type = type, .bound = array_bound(type), .length = length, .hidden = true},
                 counter_count + 1, any_length);
    const double bound = variables_[shared].bound;
    const Expr lane = query(Query::Lane), lanes = query(Query::Lanes);
    block.push_back(assign_element(shared, lane, limited(value(type, needs_at(here, false)), bound).expr));
    if (chance(40)) unused(block, here);
    block.push_back(barrier());
    const auto from_lane = [&](std::uint64_t roll) {
      if (roll == 0) return lanes - 1 - lane;
      if (roll == 1)
        return value(Type::UInt, {chance(50), needs_at(here, false).collectives, 1}).expr % lanes;
      return (lane + static_cast<double>(1 + pick(5))) % lanes;
    };
    Expr from = from_lane(pick(4));
    const std::uint32_t v = scalar_to_assign(false, type);
    BoundedExpr x{element(type, shared, std::move(from)), bound};
    if (needs_at(here, false).collectives && chance(30)) {
      const Family family = chance(50) ? Family::Reduce : Family::ScanInclusive;
      x.expr = collective({family, chance(50) ? Op::Min : Op::Max}, std::move(x.expr));
    }
    block.push_back(assign(v, limited(std::move(x), variables_[v].bound).expr));
    block.push_back(barrier());
  }

  /// Work-items update counters by one kind of atomic between two barriers.
  void count_together(Block& block, const Position& here) {
    if (!local_memory_ || !here.uniform || !collectives_) return assignment(block, here);
    const Type type = chance(50) ? Type::Int : Type::UInt;
    const std::uint32_t counters =
        array_of({.type = type, .bound = 0x1p30, .length = counter_count, .hidden = true}, counter_count,
                 counter_count);
    // The first work-item clears all counters.
    Block clear;
    for (std::uint32_t k = 0; k < counter_count; ++k)
      clear.push_back(assign_element(counters, literal(Type::Int, k), literal(type, k)));
    block.push_back(if_else(binary(Operator::Equal, query(Query::Lane), 0), std::move(clear)));
    block.push_back(barrier());
    const Operator op = one_of(atomic_operators);
    const bool guarded = chance(50);
    const bool together = needs_at(here, false).collectives && !guarded;
    BoundedExpr x = limited(value(type, {false, together, 1}), 0x1p12);
    Stmt update = atomic(op, counters, small_index(counter_count, {false, false, 1}), std::move(x.expr));
    block.push_back(guarded ? if_else(condition({false, false, 1}), {std::move(update)}) : std::move(update));
    if (chance(40)) unused(block, here);
    block.push_back(barrier());
    const std::uint32_t v = scalar_to_assign(chance(50), type);
    const bool uniform = variables_[v].uniform;
    BoundedExpr got{element(type, counters, small_index(counter_count, {uniform, false, 1})), info(type).cap};
    block.push_back(assign(v, limited(std::move(got), variables_[v].bound).expr));
    block.push_back(barrier());
  }

  void keep_in_array(Block& block, const Position& here) {
    const Type type = some_type();
    const std::uint32_t array = array_of({.type = type, .bound = array_bound(type)}, 1, any_length);
    const ExprNeeds needs = needs_at(here, false);
    Expr index = small_index(variables_[array].length, {false, needs.collectives, 1});
    BoundedExpr x = limited(value(type, needs), variables_[array].bound);
    block.push_back(assign_element(array, std::move(index), std::move(x.expr)));
  }

  // Loops. All loops end, and those with collectives have the same number of iterations in every work-item.

  /// The number of iterations of a loop, below 5. A compiler may not be able to see that it is uniform.
  BoundedExpr trips(const ExprNeeds& needs) {
    BoundedExpr n = value(Type::Int, {needs.uniform, needs.collectives, 1});
    if (n.bound <= 4) return n;
    return {std::move(n.expr) & 3, 3};
  }

  void uniform_loop(Block& block, const Position& here) {
    if (here.trips > 12) return assignment(block, here);
    const auto roll = pick(7);
    if (roll < 2) return counted_loop(block, here);
    if (roll == 2) return hidden_uniform_loop(block, here);
    if (roll == 3) return halving_loop(block, here);
    if (roll < 6) return any_loop(block, here);
    endless_loop(block, here);
  }

  void counted_loop(Block& block, const Position& here) {
    const Expr counter = new_scalar({.type = Type::Int, .bound = 8, .uniform = true, .reserved = true});
    const Position inside = here.in_loop(true);
    Expr more = counter < trips(needs_at(inside, true)).expr;
    if (chance(20)) more = binary(Operator::LogicalAnd, std::move(more), condition(needs_at(here, true)));
    Block b = body(inside, up_to(3));
    if (b.size() == 1 && chance(50)) unused(b, inside);
    block.push_back(
        for_loop(counter.index, literal(Type::Int, 0), std::move(more), counter + 1, std::move(b)));
  }

  /// The bounds differ between work-items, but the number of iterations does not.
  void hidden_uniform_loop(Block& block, const Position& here) {
    const Expr counter = new_scalar({.type = Type::UInt, .bound = lanes_ + 8, .reserved = true});
    const Position inside = here.in_loop(true);
    const Expr first =
        chance(60) || !function_.kernel
            ? query(Query::Lane)
            : limited({input(Type::UInt, some_input(Type::UInt, false)), info(Type::UInt).cap}, 64).expr;
    Expr n = cast_to(Type::UInt, trips(needs_at(here, true))).expr;
    if (chance(50)) n = std::move(n) & 3;
    // A negative number of iterations would wrap. Only an input of the host can be negative.
    n = binary(Operator::Min, std::move(n), 4);
    const Expr end = new_scalar({.type = Type::UInt, .bound = 128 + lanes_, .reserved = true});
    const bool down = chance(30);
    block.push_back(assign(end.index, first + std::move(n)));
    Block b = body(inside, up_to(3));
    if (down)
      block.push_back(for_loop(counter.index, end, counter > first, counter - 1, std::move(b)));
    else
      block.push_back(for_loop(counter.index, first, counter < end, counter + 1, std::move(b)));
  }

  void halving_loop(Block& block, const Position& here) {
    const Expr counter = new_scalar({.type = Type::UInt, .bound = 8, .uniform = true, .reserved = true});
    const Position inside = here.in_loop(true);
    BoundedExpr n = value(Type::UInt, needs_at(here, true));
    Expr first = std::move(n.expr) & 7;
    Block b = body(inside, up_to(2));
    block.push_back(for_loop(counter.index, std::move(first), counter > 0,
                             binary(Operator::ShiftRight, counter, literal(Type::Int, 1)), std::move(b)));
  }

  /// Continues while any work-item has work left.
  void any_loop(Block& block, const Position& here) {
    if (!collectives_ || !here.uniform) return counted_loop(block, here);
    const Expr work = new_scalar({.type = Type::Int, .bound = 4, .reserved = true});
    block.push_back(
        assign(work.index, trips({.uniform = chance(20), .collectives = false, .depth = 1}).expr));
    const Position inside = here.in_loop(true);
    const Expr busy = work > 0;
    const auto condition_of = [&](std::uint64_t roll) {
      if (roll == 0) return collective({Family::Any}, busy);
      if (roll == 1) return unary(Operator::Not, collective({Family::All}, work <= 0));
      if (roll == 2) return collective({Family::Reduce, Op::Max}, work) > 0;
      // While a certain work-item has work left.
      if (roll == 3) return collective({Family::Broadcast}, work, coordinates({true, false, 1})) > 0;
      return binary(Operator::NotEqual, collective({Family::Any}, busy), 0);
    };
    Expr more = condition_of(pick(5));
    // In half of the loops, work-items without work count below zero.
    Block b{assign(work.index, work - 1)};
    if (!chance(50)) b = {if_else(busy, std::move(b))};
    b = body(inside, up_to(3), std::move(b));
    block.push_back(chance(60) ? while_loop(std::move(more), std::move(b))
                               : do_while(std::move(b), std::move(more)));
  }

  /// while (1) with a break in its middle.
  void endless_loop(Block& block, const Position& here) {
    if (!take_fork()) return counted_loop(block, here);
    const Expr counter = new_scalar({.type = Type::Int, .bound = 8, .uniform = true, .reserved = true});
    block.push_back(assign(counter.index, literal(Type::Int, 0)));
    const Position inside = here.in_loop(true);
    Expr enough = counter >= trips(needs_at(here, true)).expr;
    if (needs_at(here, true).collectives && chance(50))
      enough = collective({chance(50) ? Family::All : Family::Any}, std::move(enough));
    Block b;
    if (chance(50)) assignment(b, inside);
    b.push_back(assign(counter.index, counter + 1));
    b.push_back(if_else(std::move(enough), {jump(StmtKind::Break)}));
    b = body(inside, up_to(2), std::move(b));
    block.push_back(while_loop(literal(Type::Int, 1), std::move(b)));
  }

  /// The same call hundreds of times.
  void many_calls(Block& block, const Position& here) {
    if (!collectives_ || here.trips > 1 || lanes_ > 64 || chance(60)) return assignment(block, here);
    const Expr counter = new_scalar({.type = Type::UInt, .bound = 1000, .uniform = true, .reserved = true});
    const Expr sum = new_scalar({.type = Type::UInt, .bound = info(Type::UInt).cap});
    BoundedExpr x = leaf(Type::UInt, {});
    Expr passed = std::move(x.expr) ^ counter;
    const Family family = one_of(std::array{Family::Reduce, Family::ScanInclusive, Family::ScanExclusive});
    Expr again = collective({family, one_of(std::array{Op::Add, Op::Min, Op::Max})}, std::move(passed));
    Block b{assign(sum.index, sum * 31 + std::move(again))};
    const double times = chance(20) ? 1000 : 100;
    block.push_back(
        for_loop(counter.index, literal(Type::UInt, 0), counter < times, counter + 1, std::move(b)));
  }

  /// Many values that are live across calls, to cause register spills.
  void many_values(Block& block, const Position& here) {
    if (!collectives_ || here.trips > 1 || chance(60)) return assignment(block, here);
    const unsigned count = 16 + static_cast<unsigned>(pick(24));
    std::vector<Expr> kept;
    for (unsigned k = 0; k < count; ++k) {
      kept.push_back(new_scalar({.type = Type::UInt, .bound = info(Type::UInt).cap, .reserved = true}));
      block.push_back(assign(kept.back().index, k % 4 == 0
                                                    ? collective_value(Type::UInt, {false, true, 1}).expr
                                                    : leaf(Type::UInt, {}).expr + k));
    }
    Expr all = kept[0];
    for (unsigned k = 1; k < count; ++k) all = std::move(all) * 3 + kept[k];
    const std::uint32_t sum = new_variable({.type = Type::UInt, .bound = info(Type::UInt).cap});
    block.push_back(assign(sum, std::move(all)));
  }

  /// The number of iterations differs between work-items, so the body has no collectives and barriers.
  void divergent_loop(Block& block, const Position& here) {
    if (here.trips > 40) return assignment(block, here);
    const Expr counter = new_scalar({.type = Type::Int, .bound = 8, .reserved = true});
    const Position inside = here.in_loop(false);
    Expr n =
        trips({.uniform = false, .collectives = needs_at(here, false).collectives && chance(20), .depth = 1})
            .expr;
    // The condition is evaluated again only by some work-items, so its collectives are computed before the
    // loop.
    const Expr end = new_scalar({.type = Type::Int, .bound = 4, .reserved = true});
    block.push_back(assign(end.index, std::move(n)));
    Expr more = counter < end;
    Expr next = counter + 1;
    const auto statements = up_to(2);
    const auto roll = pick(3);
    if (roll == 0) {
      block.push_back(for_loop(counter.index, literal(Type::Int, 0), std::move(more), std::move(next),
                               body(inside, statements)));
      return;
    }
    block.push_back(assign(counter.index, literal(Type::Int, 0)));
    Block b = body(inside, statements, {assign(counter.index, std::move(next))});
    block.push_back(roll == 1 ? while_loop(std::move(more), std::move(b))
                              : do_while(std::move(b), std::move(more)));
  }

  // Functions, with their parameters and results.

  std::uint32_t scalar_to_assign(bool uniform, Type type) {
    std::vector<std::uint32_t> candidates;
    std::size_t scalars = 0;
    for (std::uint32_t v = 0; v < variables_.size(); ++v) {
      const VariableInfo& n = variables_[v];
      if (n.length != 0 || n.reserved || n.hidden) continue;
      ++scalars;
      if (n.type == type && n.uniform == uniform) candidates.push_back(v);
    }
    if (!candidates.empty() && (scalars > 6 || chance(70))) return one_of(candidates);
    const double bound =
        wraps(type) ? info(type).cap : std::min(info(type).cap, one_of(std::array{64.0, 0x1p14, 0x1p30}));
    return new_variable({.type = type, .bound = bound, .uniform = uniform});
  }

  /// An array like `wanted`, of a length in this range: an existing one, or a new one, of a random length
  /// unless that is given.
  std::uint32_t array_of(VariableInfo wanted, std::uint32_t shortest, std::uint32_t longest) {
    const auto found = std::ranges::find_if(variables_, [&](const VariableInfo& v) {
      return v.hidden == wanted.hidden && v.type == wanted.type && v.length >= shortest &&
             v.length <= longest;
    });
    if (found != variables_.end()) return static_cast<std::uint32_t>(found - variables_.begin());
    if (wanted.length == 0) wanted.length = static_cast<std::uint32_t>(2 + pick(7));
    return new_variable(wanted);
  }

  std::uint32_t new_output(Type type) {
    draft_.program.outputs.push_back(type);
    return static_cast<std::uint32_t>(draft_.program.outputs.size() - 1);
  }

  void helper() {
    function_ = {};
    variables_.clear();
    // The draw once decided on an attribute. Without it, every seed would give another program.
    (void)chance(40);
    function_.result = some_type();
    collectives_ = chance(75);
    Helper h{.index = static_cast<std::uint32_t>(draft_.program.functions.size()),
             .result = function_.result};
    h.uniform = collectives_ && chance(40);
    h.collectives = collectives_;
    const auto parameters = static_cast<std::uint32_t>(1 + pick(3));
    for (std::uint32_t p = 0; p < parameters; ++p) {
      const Type type = some_type();
      const double bound =
          wraps(type) ? info(type).cap : std::min(info(type).cap, one_of(std::array{64.0, 0x1p14}));
      new_variable({.type = type, .bound = bound, .uniform = collectives_ && chance(40)});
    }
    function_.parameters = parameters;
    h.parameters = variables_;
    h.bound = std::min(info(h.result).cap, one_of(std::array{64.0, 0x1p14, 0x1p60}));
    result_bound_ = h.bound;
    result_uniform_ = h.uniform;
    const int forks = forks_;
    forks_ = 1;
    calls_depth_ = 0;
    size_ = static_cast<int>(1 + pick(4));
    local_memory_ = false;
    const Position here{.uniform = collectives_};
    Block b = body(here, static_cast<unsigned>(size_));
    if (chance(30)) collectives_ ? early_return(b, here) : divergent_jump(b, here);
    BoundedExpr x = collectives_ && chance(60) ? collective_value(h.result, needs_at(here, h.uniform))
                                               : value(h.result, needs_at(here, h.uniform));
    x = limited(std::move(x), h.bound);
    b.push_back(statement(StmtKind::Return, 0, {std::move(x.expr)}));
    function_.body = std::move(b);
    h.forks = 1 - forks_;
    forks_ = forks;
    h.depth = calls_depth_ + 1;
    draft_.program.functions.push_back(std::move(function_));
    helpers_.push_back(std::move(h));
  }

  void store_variables(Block& block) {
    Expr rest = literal(Type::UInt, 0);
    bool any_left = false;
    for (std::uint32_t v = 0; v < variables_.size(); ++v) {
      const VariableInfo& n = variables_[v];
      if (n.length != 0 || n.reserved) continue;
      if (draft_.program.outputs.size() < 11) {
        block.push_back(store(new_output(n.type), variable(n.type, v)));
      } else if (n.type == Type::Int || n.type == Type::UInt) {
        rest = std::move(rest) * 31 + cast_to(Type::UInt, {variable(n.type, v), n.bound}).expr;
        any_left = true;
      }
    }
    if (any_left) block.push_back(store(new_output(Type::UInt), std::move(rest)));
  }

  void kernel(bool inner) {
    function_ = {};
    variables_.clear();
    function_.kernel = true;
    collectives_ = true;
    local_memory_ = !inner;  // not allowed in a called kernel
    const int forks = forks_;
    if (inner) forks_ = 1;
    size_ = static_cast<int>(inner ? 2 + pick(3) : 3 + pick(10));
    Block b = body({}, static_cast<unsigned>(size_));
    // A program without any collective would test nothing.
    store_value(b, {});
    const Type type = case_.type;
    if (!inner) b.push_back(store(new_output(type), collective_value(type, {false, true, 1}).expr));
    store_variables(b);
    function_.body = std::move(b);
    if (inner) {
      forks_ = forks;
      inner_kernels_.push_back(static_cast<std::uint32_t>(draft_.program.functions.size()));
    }
    draft_.program.functions.push_back(std::move(function_));
  }

  std::vector<std::uint32_t> inner_kernels_;

  // The current function.
  bool local_memory_ = false;
  double result_bound_ = 0;  ///< of a helper's result
  bool result_uniform_ = false;
  int size_ = 0;  ///< number of statements still to be generated
};

}  // namespace

DraftProgram generated(const Case& c, std::uint64_t seed) { return ProgramGenerator(c, seed).generate(); }

}  // namespace wgcts::suites
