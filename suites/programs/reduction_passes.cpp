#include "suites/programs/reduction_passes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <optional>
#include <vector>

#include "reference/program/arithmetic.hpp"
#include "reference/program/build.hpp"
#include "suites/programs/visit.hpp"

namespace wgcts::suites {
namespace {

/// Calls `f` with every block of the program, inner ones first.
void visit_blocks(Block& block, auto&& f) {
  for (Stmt& s : block)
    for (Block& inner : s.blocks) visit_blocks(inner, f);
  f(block);
}

void visit_blocks(Draft& draft, auto&& f) {
  for (Function& function : draft.program.functions) visit_blocks(function.body, f);
}

/// Calls `f` with every expression of the program, inner ones first.
void visit_operands_first(Expr& e, auto&& f) {
  for (Expr& operand : e.operands) visit_operands_first(operand, f);
  f(e);
}

void visit_exprs(Draft& draft, auto&& f) {
  visit_parts(draft.program, [&](Stmt& s) {
    for (Expr& e : s.exprs) visit_operands_first(e, f);
  });
}

/// Puts `statements` in place of the one at `at`, and returns the place behind them.
Block::iterator replace_by(Block& block, Block::iterator at, Block statements) {
  at = block.erase(at);
  const auto count = static_cast<std::ptrdiff_t>(statements.size());
  return block.insert(at, std::make_move_iterator(statements.begin()),
                      std::make_move_iterator(statements.end())) +
         count;
}

void drop_statements(Draft& draft, Chosen& chosen) {
  visit_blocks(draft, [&](Block& block) {
    for (auto s = block.begin(); s != block.end();) {
      if (s->kind == StmtKind::If && s->blocks.size() == 2 && chosen.take()) s->blocks.pop_back();
      s = chosen.take() ? block.erase(s) : s + 1;
    }
  });
}

void drop_cases(Draft& draft, Chosen& chosen) {
  visit_blocks(draft, [&](Block& block) {
    for (Stmt& s : block)
      for (std::size_t b = s.kind == StmtKind::Switch ? s.blocks.size() : 0; b-- > 0;)
        if (chosen.take()) {
          s.blocks.erase(s.blocks.begin() + static_cast<std::ptrdiff_t>(b));
          if (b < s.labels.size()) s.labels.erase(s.labels.begin() + static_cast<std::ptrdiff_t>(b));
        }
  });
}

/// A block in place of the statement around it.
void unwrap_blocks(Draft& draft, Chosen& chosen) {
  visit_blocks(draft, [&](Block& block) {
    for (auto s = block.begin(); s != block.end();) {
      Block* part = nullptr;
      for (Block& inside : s->blocks)
        if (chosen.take()) part = &inside;
      if (part == nullptr) {
        ++s;
        continue;
      }
      const bool loop =
          s->kind == StmtKind::For || s->kind == StmtKind::While || s->kind == StmtKind::DoWhile;
      Block inside = std::move(*part);
      std::erase_if(inside, [&](const Stmt& inner) {
        return inner.kind == StmtKind::Break || (loop && inner.kind == StmtKind::Continue);
      });
      s = replace_by(block, s, std::move(inside));
    }
  });
}

/// One of its expressions in place of a statement, the result unused.
void bare_expressions(Draft& draft, Chosen& chosen) {
  visit_blocks(draft, [&](Block& block) {
    for (Stmt& s : block) {
      if (s.kind == StmtKind::Evaluate) continue;
      const Expr* part = nullptr;
      for (const Expr& e : s.exprs)
        if (chosen.take()) part = &e;
      if (part != nullptr) s = evaluate(Expr(*part));
    }
  });
}

/// Puts `arguments` in place of the parameters.
void substitute(Expr& part, const std::vector<Expr>& arguments) {
  if (part.kind == ExprKind::Variable) {
    part = Expr(arguments[part.index]);
    return;
  }
  for (Expr& operand : part.operands) substitute(operand, arguments);
}

/// Whether a helper does nothing but return an expression that uses no parameter twice.
bool is_expression(const Function& f) {
  if (f.body.size() != 1 || f.body[0].kind != StmtKind::Return || f.body[0].exprs.empty()) return false;
  std::vector<int> uses(f.variables.size());
  visit_parts(f.body[0].exprs[0], [&](const Expr& part) {
    if (names_variable(part)) ++uses[part.index];
  });
  for (std::size_t v = 0; v < uses.size(); ++v)
    if (uses[v] > (v < f.parameters ? 1 : 0)) return false;
  return true;
}

/// Whether the function returns at its end alone, so that its body can stand in place of a call.
bool returns_at_end(const Function& f) {
  std::size_t returns = 0;
  visit_parts(f.body, [&](const Stmt& s) { returns += s.kind == StmtKind::Return ? 1 : 0; });
  return returns == 0 || (returns == 1 && f.body.back().kind == StmtKind::Return);
}

/// The body of `callee` as a part of `caller`, which gets its variables; what it returns goes to `result`.
Block body_in(Function& caller, const Function& callee, const std::vector<Expr>& arguments,
              std::optional<Expr>& result) {
  const auto first = static_cast<std::uint32_t>(caller.variables.size());
  caller.variables.insert(caller.variables.end(), callee.variables.begin(), callee.variables.end());
  Block body = callee.body;
  visit_parts(body, [&](auto& part) {
    if (names_variable(part)) part.index += first;
  });
  if (!body.empty() && body.back().kind == StmtKind::Return) {
    if (!body.back().exprs.empty()) result = std::move(body.back().exprs[0]);
    body.pop_back();
  }
  Block passed;
  for (std::uint32_t p = 0; p < callee.parameters; ++p) passed.push_back(assign(first + p, arguments[p]));
  body.insert(body.begin(), passed.begin(), passed.end());
  return body;
}

/// The first call that the statement evaluates; nullptr where it has none.
Expr* first_call(Stmt& s) {
  Expr* found = nullptr;
  for (Expr& e : s.exprs)
    visit_operands_first(e, [&](Expr& part) {
      if (found == nullptr && part.kind == ExprKind::Call) found = &part;
    });
  return found;
}

/// A helper's body in front of a statement that calls it, and what it returns in place of the call. Where
/// that comes to another program, it is still a candidate.
void inline_calls(Draft& draft, Chosen& chosen) {
  const std::vector<Function> functions = draft.program.functions;
  visit_exprs(draft, [&](Expr& e) {
    if (e.kind != ExprKind::Call || !is_expression(functions[e.index]) || !chosen.take()) return;
    Expr result = functions[e.index].body[0].exprs[0];
    substitute(result, e.operands);
    e = std::move(result);
  });
  for (Function& caller : draft.program.functions)
    visit_blocks(caller.body, [&](Block& block) {
      for (auto s = block.begin(); s != block.end();) {
        Expr* call = s->blocks.empty() ? first_call(*s) : nullptr;
        if (call == nullptr || !returns_at_end(functions[call->index]) || !chosen.take()) {
          ++s;
          continue;
        }
        const Expr called = *call;
        std::optional<Expr> result;
        Block body = body_in(caller, functions[called.index], called.operands, result);
        if (result) *call = std::move(*result);
        const bool done = !result && s->kind == StmtKind::Evaluate;
        if (!done) body.push_back(*s);
        s = replace_by(block, s, std::move(body));
      }
    });
}

void allow_inlining(Draft& draft, Chosen& chosen) {
  for (Function& f : draft.program.functions)
    if (f.noinline && chosen.take()) f.noinline = false;
}

/// Calls `f` with smaller numbers than `now`: 1, 2, then from the middle on, half of the way each.
void visit_smaller(std::size_t now, auto&& f) {
  if (now > 1) f(1);
  if (now > 2) f(2);
  for (std::size_t step = now / 2; step > 0 && now > 3; step /= 2) f(now - step);
}

/// The last of several work-groups keeps its smaller size, where it has one.
void resize(Draft& draft, unsigned d, std::size_t local, std::size_t count) {
  NDRange smaller = draft.launch.range;
  const bool remainder = smaller.global[d] % smaller.local[d] != 0;
  smaller.local[d] = local;
  smaller.global[d] = local * count;
  if (remainder && count > 1 && local > 1) smaller.global[d] -= local - remainder_of(local);
  draft.launch = resized(draft.launch, smaller);
}

void drop_offset(Draft& draft, Chosen& chosen) {
  if (draft.launch.range.offset != Extents{} && chosen.take()) draft.launch.range.offset = {};
}

/// The last work-group as large as the others.
void drop_remainder(Draft& draft, Chosen& chosen) {
  const NDRange range = draft.launch.range;
  for (unsigned d = 0; d < range.dim; ++d) {
    if (range.global[d] % range.local[d] == 0) continue;
    NDRange full = draft.launch.range;
    full.global[d] = range.local[d] * group_counts(range)[d];
    if (chosen.take()) draft.launch = resized(draft.launch, full);
  }
}

void fewer_groups(Draft& draft, Chosen& chosen) {
  const NDRange range = draft.launch.range;
  const Extents counts = group_counts(range);
  for (unsigned d = 0; d < range.dim; ++d)
    visit_smaller(counts[d], [&](std::size_t count) {
      if (chosen.take()) resize(draft, d, range.local[d], count);
    });
}

void drop_dimension(Draft& draft, Chosen& chosen) {
  const unsigned last = draft.launch.range.dim - 1;
  if (last == 0 || !chosen.take()) return;
  resize(draft, last, 1, 1);
  draft.launch.range.dim = last;
  draft.launch.range.offset[last] = 0;
  visit_parts(draft.program, [&](Expr& e) {
    if (e.kind == ExprKind::Collective && e.operands.size() > last + 1) e.operands.resize(last + 1);
  });
}

void fewer_items(Draft& draft, Chosen& chosen) {
  const NDRange range = draft.launch.range;
  const Extents counts = group_counts(range);
  for (unsigned d = 0; d < range.dim; ++d)
    visit_smaller(range.local[d], [&](std::size_t size) {
      if (chosen.take()) resize(draft, d, size, counts[d]);
    });
}

/// A part of an expression in place of all of it.
void replace_by_operands(Draft& draft, Chosen& chosen) {
  visit_exprs(draft, [&](Expr& e) {
    Expr* operand_taken = nullptr;
    for (Expr& operand : e.operands)
      if (operand.type == e.type && chosen.take()) operand_taken = &operand;
    if (operand_taken == nullptr) return;
    Expr part = std::move(*operand_taken);
    e = std::move(part);
  });
}

bool has_literals(Type type) { return type != Type::Void && !is_narrow(type); }

template <int value>
void replace_by_literal(Draft& draft, Chosen& chosen) {
  visit_exprs(draft, [&](Expr& e) {
    if (!has_literals(e.type)) return;
    Expr plain = literal(e.type, value);
    const bool as_plain = e.kind == ExprKind::Literal &&
                          (e.literal == plain.literal || e.literal == literal(e.type, 0).literal);
    if (!as_plain && chosen.take()) e = std::move(plain);
  });
}

/// A value of the type that is nearer to zero: half of it, without a sign; itself where there is none.
Word nearer_zero(Type type, Word value) {
  if (is_floating(type)) return word_of(std::trunc(std::abs(real(value)) / 2));
  const auto number = static_cast<std::int64_t>(value);
  if (info(type).is_signed && number < 0) return number == INT64_MIN ? INT64_MAX : word(-number);
  return value / 2;
}

void smaller_literals(Draft& draft, Chosen& chosen) {
  visit_exprs(draft, [&](Expr& e) {
    if (e.kind != ExprKind::Literal || !has_literals(e.type)) return;
    const Word nearer = nearer_zero(e.type, e.literal);
    const bool small = e.literal == literal(e.type, 0).literal || e.literal == literal(e.type, 1).literal;
    if (!small && nearer != e.literal && chosen.take()) e.literal = nearer;
  });
}

/// Other collectives that do not matter become those of which there is least to say: a scan a reduction, any
/// operation a sum.
void plainer_collectives(Draft& draft, Chosen& chosen) {
  visit_exprs(draft, [&](Expr& e) {
    if (e.kind != ExprKind::Collective) return;
    const bool scan =
        e.collective.family == Family::ScanInclusive || e.collective.family == Family::ScanExclusive;
    const bool adds = e.collective.op == Op::Add || e.collective.op == Op::None;
    if (scan && chosen.take()) e.collective.family = Family::Reduce;
    if (!adds && chosen.take()) e.collective.op = Op::Add;
  });
}

/// Types that stand for others where those do not matter.
class Narrowing {
 public:
  explicit Narrowing(Draft& draft) : draft_(draft) {}

  void narrow(Chosen& chosen) {
    static constexpr std::array<std::pair<Type, Type>, 9> narrower{{{Type::ULong, Type::UInt},
                                                                    {Type::ULong, Type::Long},
                                                                    {Type::Long, Type::Int},
                                                                    {Type::Double, Type::Float},
                                                                    {Type::Half, Type::Float},
                                                                    {Type::Double, Type::Int},
                                                                    {Type::Float, Type::Int},
                                                                    {Type::Float, Type::UInt},
                                                                    {Type::UInt, Type::Int}}};
    for (const auto& [from, to] : narrower)
      if (uses(from) && chosen.take()) replace(from, to);
  }

 private:
  bool uses(Type type) const {
    const Program& p = draft_.program;
    for (const auto* list : {&p.arguments, &p.inputs, &p.group_inputs, &p.outputs})
      if (std::ranges::find(*list, type) != list->end()) return true;
    for (const Function& f : p.functions)
      if (f.result == type || std::ranges::find(f.variables, type, &Variable::type) != f.variables.end())
        return true;
    return any_part(p, [&](const Expr& e) { return e.type == type && e.kind != ExprKind::Query; });
  }

  /// Throws IllegalProgram where a value of the launch does not fit the other type.
  void replace(Type from, Type to) {
    Program& p = draft_.program;
    ProgramLaunch& l = draft_.launch;
    const auto values = [&](std::vector<Type>& list, std::vector<std::vector<Word>>& buffers) {
      for (std::size_t i = 0; i < list.size(); ++i) {
        if (list[i] != from) continue;
        for (Word& value : buffers[i]) value = convert(from, to, value);
        list[i] = to;
      }
    };
    values(p.inputs, l.inputs);
    values(p.group_inputs, l.group_inputs);
    std::ranges::replace(p.outputs, from, to);
    for (std::size_t i = 0; i < p.arguments.size(); ++i) {
      if (p.arguments[i] != from) continue;
      l.arguments[i] = convert(from, to, l.arguments[i]);
      p.arguments[i] = to;
    }
    for (Function& f : p.functions) {
      if (f.result == from) f.result = to;
      for (Variable& v : f.variables)
        if (v.type == from) v.type = to;
    }
    visit_parts(p, [&](Stmt& s) {
      for (Expr& e : s.exprs) retype(e, from, to);
    });
  }

  static void retype(Expr& e, Type from, Type to) {
    for (Expr& operand : e.operands) retype(operand, from, to);
    if (e.type == from && e.kind == ExprKind::Query) {
      e = cast(to, e);  // a query has the type that it has
    } else if (e.type == from) {
      if (e.kind == ExprKind::Literal) e.literal = convert(from, to, e.literal);
      e.type = to;
    }
    if (e.kind == ExprKind::Cast && e.operands[0].type == e.type) {
      Expr part = std::move(e.operands[0]);
      e = std::move(part);
    }
  }

  Draft& draft_;
};

void narrow_types(Draft& draft, Chosen& chosen) { Narrowing(draft).narrow(chosen); }

/// How plain a buffer's values are: all 0, all 1, all 2, of which the lowest bit is clear, all the same, its
/// own numbers, anything.
int complexity(Type type, const std::vector<Word>& values) {
  const auto all = [&](Word value) {
    return std::ranges::all_of(values, [&](Word v) { return v == value; });
  };
  for (const int number : {0, 1, 2})
    if (all(literal(type, number).literal)) return number;
  if (all(values.front())) return 3;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i] != literal(type, static_cast<double>(i % 100)).literal) return 5;
  return 4;
}

/// Calls `f` with the type and the values of each buffer that the host fills.
void visit_buffers(Draft& draft, auto&& f) {
  const Program& p = draft.program;
  for (std::size_t i = 0; i < p.inputs.size(); ++i) f(p.inputs[i], draft.launch.inputs[i]);
  for (std::size_t i = 0; i < p.group_inputs.size(); ++i) f(p.group_inputs[i], draft.launch.group_inputs[i]);
}

void plainer_buffers(Draft& draft, Chosen& chosen) {
  visit_buffers(draft, [&](Type type, std::vector<Word>& values) {
    const int now = complexity(type, values);
    const Word first = values.front();
    for (const int plain : {0, 1, 2, 3, 4}) {
      if (plain >= now || !chosen.take()) continue;
      for (std::size_t i = 0; i < values.size(); ++i)
        values[i] =
            plain == 3 ? first : literal(type, plain == 4 ? static_cast<double>(i % 100) : plain).literal;
    }
  });
}

/// Some values zero. Not one by one where there are many: nobody reads those.
void zero_values(Draft& draft, Chosen& chosen) {
  constexpr std::size_t parts = 16;  // of a buffer; as many as a reader takes in at a glance
  visit_buffers(draft, [&](Type type, std::vector<Word>& values) {
    const Word zero = literal(type, 0).literal;
    const std::size_t length = (values.size() + parts - 1) / parts;
    for (std::size_t i = 0; i < values.size(); i += length) {
      const auto part = std::span(values).subspan(i, std::min(length, values.size() - i));
      if (std::ranges::any_of(part, [&](Word v) { return v != zero; }) && chosen.take())
        std::ranges::fill(part, zero);
    }
  });
}

void smaller_values(Draft& draft, Chosen& chosen) {
  const auto smaller = [&](Type type, std::span<Word> values) {
    constexpr double small = 9;  // a digit
    const auto is_small = [&](Word v) {
      return is_floating(type) ? std::abs(real(v)) <= small && std::trunc(real(v)) == real(v)
                               : v <= static_cast<Word>(small);
    };
    if (std::ranges::all_of(values, is_small) || !chosen.take()) return;
    for (Word& v : values) {
      if (is_small(v)) continue;
      if (is_floating(type))
        v = word_of(std::fmod(std::trunc(std::abs(real(v))), small + 1));
      else
        v %= static_cast<Word>(small + 1);
    }
  };
  visit_buffers(draft, [&](Type type, std::vector<Word>& values) { smaller(type, values); });
  for (std::size_t i = 0; i < draft.launch.arguments.size(); ++i)
    smaller(draft.program.arguments[i], std::span(&draft.launch.arguments[i], 1));
}

void zero_arguments(Draft& draft, Chosen& chosen) {
  for (std::size_t i = 0; i < draft.launch.arguments.size(); ++i) {
    const Word zero = literal(draft.program.arguments[i], 0).literal;
    if (draft.launch.arguments[i] != zero && chosen.take()) draft.launch.arguments[i] = zero;
  }
}

constexpr std::array passes{
    ReductionPass{"drop the offset", drop_offset, false, true},
    ReductionPass{"drop remainders", drop_remainder, false, true},
    ReductionPass{"fewer work-groups", fewer_groups, false, true},
    ReductionPass{"drop a dimension", drop_dimension, false, true},
    ReductionPass{"drop statements", drop_statements, true, true},
    ReductionPass{"unwrap blocks", unwrap_blocks, true, true},
    ReductionPass{"expressions as statements", bare_expressions},
    ReductionPass{"fewer work-items", fewer_items, false, true},
    ReductionPass{"drop cases", drop_cases},
    ReductionPass{"inline calls", inline_calls, true, true},
    ReductionPass{"replace by 0", replace_by_literal<0>},
    ReductionPass{"replace by operands", replace_by_operands},
    ReductionPass{"replace by 1", replace_by_literal<1>},
    ReductionPass{"smaller literals", smaller_literals, true, true},
    ReductionPass{"allow inlining", allow_inlining},
    ReductionPass{"narrow types", narrow_types, false},
    ReductionPass{"plainer buffers", plainer_buffers, false, true},
    ReductionPass{"zero values", zero_values, true, true},
    ReductionPass{"smaller values", smaller_values, true, true},
    ReductionPass{"zero arguments", zero_arguments},
    ReductionPass{"plainer collectives", plainer_collectives},
};

}  // namespace

ProgramLaunch resized(const ProgramLaunch& launch, const NDRange& range) {
  const NDRange& old = launch.range;
  ProgramLaunch result = launch;
  result.range = range;
  const Extents counts = group_counts(range);
  for (auto& values : result.inputs) {
    std::vector<Word> kept(volume(range.global));
    for (std::size_t item = 0; item < kept.size(); ++item) {
      Extents id = unlinear(item, range.global);
      for (std::size_t d = 0; d < 3; ++d)
        id[d] = std::min(id[d] / range.local[d] * old.local[d] + id[d] % range.local[d], old.global[d] - 1);
      kept[item] = values[linear_id(id, old.global)];
    }
    values = std::move(kept);
  }
  for (auto& values : result.group_inputs) {
    std::vector<Word> kept(volume(counts));
    for (std::size_t group = 0; group < kept.size(); ++group)
      kept[group] = values[linear_id(unlinear(group, counts), group_counts(old))];
    values = std::move(kept);
  }
  return result;
}

std::span<const ReductionPass> reduction_passes() { return passes; }

std::span<const ReductionPass> passes_that_keep_calls() {
  static const std::vector<ReductionPass> kept = [] {
    std::vector<ReductionPass> list;
    std::ranges::copy_if(passes, std::back_inserter(list), &ReductionPass::keeps_calls);
    return list;
  }();
  return kept;
}

std::size_t opportunities(const ReductionPass& pass, const Draft& draft) {
  Draft copy = draft;
  Chosen none(0, 0);
  pass.visit(copy, none);
  return none.seen();
}

Draft taken(const ReductionPass& pass, Draft draft, std::size_t first, std::size_t end) {
  Chosen chosen(first, end);
  pass.visit(draft, chosen);
  tidy(draft);
  return draft;
}

}  // namespace wgcts::suites
