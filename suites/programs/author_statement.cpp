// Statements of drawn programs, but for loops and memory.
#include <algorithm>
#include <array>

#include "suites/programs/author.hpp"

namespace wgcts::suites {
namespace {

/// So many collectives a work-group meets at most where loops are nested.
constexpr unsigned trip_limit = 40;

}  // namespace

Want Author::wanted(const Here& here, bool uniform) const {
  return {uniform, here.uniform && collectives_ && here.trips <= trip_limit, 2};
}

void Author::body(Block& block, Here here, unsigned statements) {
  ++here.depth;
  for (unsigned i = 0; i < statements && size_ > 0; ++i) {
    --size_;
    if (here.uniform && (collectives_ || function_.kernel)) {
      uniform_statement(block, here);
    } else {
      divergent_statement(block, here);
    }
  }
  if (block.empty()) assignment(block, here);
}

void Author::uniform_statement(Block& block, const Here& here) {
  using Form = void (Author::*)(Block&, const Here&);
  struct Weighted {
    unsigned weight;
    Form form;
    int deepest;  ///< not in blocks deeper than this
  };
  static constexpr std::array forms{Weighted{22, &Author::assignment, 9},
                                    Weighted{8, &Author::observe, 9},
                                    Weighted{4, &Author::unused, 9},
                                    Weighted{10, &Author::uniform_branch, 3},
                                    Weighted{5, &Author::uniform_switch, 3},
                                    Weighted{18, &Author::uniform_loop, 3},
                                    Weighted{5, &Author::uniform_jump, 9},
                                    Weighted{2, &Author::leave, 3},
                                    Weighted{7, &Author::divergent_branch, 3},
                                    Weighted{7, &Author::divergent_loop, 3},
                                    Weighted{6, &Author::share, 3},
                                    Weighted{5, &Author::count_together, 3},
                                    Weighted{4, &Author::keep_in_array, 9},
                                    Weighted{2, &Author::call_kernel, 3},
                                    Weighted{1, &Author::many_calls, 1},
                                    Weighted{1, &Author::many_values, 1}};
  unsigned total = 0;
  for (const Weighted& w : forms) total += here.depth <= w.deepest ? w.weight : 0;
  auto roll = static_cast<unsigned>(pick(total));
  for (const Weighted& w : forms) {
    if (here.depth > w.deepest) continue;
    if (roll < w.weight) return (this->*w.form)(block, here);
    roll -= w.weight;
  }
}

void Author::divergent_statement(Block& block, const Here& here) {
  const auto roll = pick(100);
  if (roll < 45 || here.depth > 4) return assignment(block, here);
  if (roll < 60) return divergent_branch(block, here);
  if (roll < 75) return divergent_loop(block, here);
  if (roll < 90) return divergent_jump(block, here);
  keep_in_array(block, here);
}

void Author::assignment(Block& block, const Here& here) {
  const bool uniform = here.uniform && chance(30);
  Type type = some_type();
  const std::uint32_t v = scalar_to_assign(uniform, &type);
  const Note note = notes_[v];
  Known x = value(type, wanted(here, note.uniform));
  // Half of the time the old value lives on in the new one.
  if (chance(50)) {
    const Operator op = is_floating(type) || info(type).is_signed ? Operator::Add
                        : chance(50)                              ? Operator::Add
                                                                  : Operator::Xor;
    Expr old = variable(type, v);
    if (is_floating(type) || info(type).is_signed) {
      x = tame(std::move(x), note.bound / 2);
      old = tame({std::move(old), note.bound}, note.bound / 2).expr;
    }
    x = {binary(op, std::move(old), std::move(x.expr)), note.bound};
  }
  x = tame(std::move(x), note.bound);
  block.push_back(assign(v, std::move(x.expr)));
}

/// Stores a value, so that it is seen whatever becomes of it.
void Author::observe(Block& block, const Here& here) {
  if (!function_.kernel || text_.program.outputs.size() >= 8) return assignment(block, here);
  const Type type = some_type();
  Known x = value(type, wanted(here, false));
  block.push_back(store(new_output(type), std::move(x.expr)));
}

void Author::unused(Block& block, const Here& here) {
  const Want want = wanted(here, false);
  if (!want.collectives) return assignment(block, here);
  if (chance(30)) {
    block.push_back(evaluate(predicate(want)));
  } else {
    block.push_back(evaluate(met(some_type(), want).expr));
  }
}

void Author::uniform_branch(Block& block, const Here& here) {
  // Compilers copy what follows a conditional barrier for either way, so a program has few.
  Here inside = here;
  inside.uniform = spend_fork();
  Expr when = condition(wanted(here, true));
  Block then, otherwise;
  body(then, inside, 1 + static_cast<unsigned>(pick(3)));
  if (chance(50)) body(otherwise, inside, 1 + static_cast<unsigned>(pick(2)));
  block.push_back(if_else(std::move(when), std::move(then), std::move(otherwise)));
}

void Author::uniform_switch(Block& block, const Here& here) {
  Here inside = here;
  inside.uniform = spend_fork() && spend_fork();
  Known selector = value(Type::Int, wanted(here, true));
  Expr on = selector.bound < 4 ? std::move(selector.expr)
                               : binary(Operator::And, std::move(selector.expr), literal(Type::Int, 3));
  const auto cases = static_cast<std::int32_t>(2 + pick(2));
  std::vector<std::int32_t> labels;
  std::vector<Block> blocks;
  const bool has_default = chance(60);
  for (std::int32_t c = 0; c < cases + (has_default ? 1 : 0); ++c) {
    if (c < cases) labels.push_back(c);
    Block& b = blocks.emplace_back();
    // A break belongs to the switch here, a continue to the loop around it.
    body(b, inside, 1 + static_cast<unsigned>(pick(2)));
    if (chance(75)) b.push_back(jump(StmtKind::Break));
  }
  block.push_back(switch_on(std::move(on), std::move(labels), std::move(blocks)));
}

/// A break or continue that all work-items of a work-group take together.
void Author::uniform_jump(Block& block, const Here& here) {
  if (!here.uniform_loop || !spend_fork()) return assignment(block, here);
  Expr when = condition(wanted(here, true));
  Block then;
  if (chance(40)) assignment(then, here);
  then.push_back(jump(chance(50) ? StmtKind::Break : StmtKind::Continue));
  block.push_back(if_else(std::move(when), std::move(then)));
}

/// A whole work-group returns while others go on.
void Author::leave(Block& block, const Here& here) {
  if (!spend_fork()) return assignment(block, here);
  Expr when = condition(wanted(here, true));
  Block then;
  if (function_.kernel) {
    if (chance(70)) observe(then, here);
    then.push_back(jump(StmtKind::Return));
  } else {
    Known x = tame(value(function_.result, wanted(here, result_uniform_)), result_bound_);
    then.push_back(statement(StmtKind::Return, 0, {std::move(x.expr)}));
  }
  block.push_back(if_else(std::move(when), std::move(then)));
}

void Author::divergent_branch(Block& block, const Here& here) {
  Here inside = here;
  inside.uniform = false;
  inside.uniform_loop = false;
  Expr when = condition(wanted(here, false));
  Block then, otherwise;
  body(then, inside, 1 + static_cast<unsigned>(pick(2)));
  if (chance(40)) body(otherwise, inside, 1);
  block.push_back(if_else(std::move(when), std::move(then), std::move(otherwise)));
}

void Author::divergent_jump(Block& block, const Here& here) {
  if (!here.divergent_loop) {
    // In a helper that holds no collective, some work-items may return before others.
    if (function_.kernel || collectives_) return assignment(block, here);
    Known x = tame(value(function_.result, {false, false, 1}), result_bound_);
    block.push_back(
        if_else(condition({false, false, 1}), {statement(StmtKind::Return, 0, {std::move(x.expr)})}));
    return;
  }
  Expr when = condition({false, false, 1});
  block.push_back(if_else(std::move(when), {jump(chance(50) ? StmtKind::Break : StmtKind::Continue)}));
}

void Author::call_kernel(Block& block, const Here& here) {
  if (inner_kernels_.empty() || !function_.kernel || here.trips > 4 || !spend_fork())
    return assignment(block, here);
  block.push_back(evaluate(call(Type::Void, one_of(inner_kernels_), {})));
}

}  // namespace wgcts::suites
