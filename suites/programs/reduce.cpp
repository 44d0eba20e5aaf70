#include "suites/programs/reduce.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <iterator>
#include <numeric>
#include <optional>

#include "reference/program/arithmetic.hpp"
#include "reference/program/build.hpp"
#include "suites/programs/visit.hpp"

namespace wgcts::suites {
namespace {

/// Numbers the used entries of a list from 0, in the parts that name one of its entries.
void renumber(auto& whole, const std::vector<bool>& used, auto names_entry) {
  std::vector<std::uint32_t> numbers(used.size());
  std::exclusive_scan(used.begin(), used.end(), numbers.begin(), std::uint32_t{0});
  visit_parts(whole, [&](auto& part) -> void {
    if constexpr (std::invocable<decltype(names_entry), decltype(part)>)
      if (names_entry(part)) part.index = numbers[part.index];
  });
}

template <class T>
void keep(std::vector<T>& list, const std::vector<bool>& used) {
  std::size_t next = 0;
  for (std::size_t i = 0; i < list.size(); ++i)
    if (used[i]) std::swap(list[next++], list[i]);
  list.resize(next);
}

/// Keeps the entries of lists of the same length that parts of the kind use.
template <class Part, class... Lists>
void keep_mentioned(Program& program, decltype(Part::kind) kind, Lists&... lists) {
  std::vector<bool> used(std::max({lists.size()...}));
  visit_parts(program, [&](const Part& part) {
    if (part.kind == kind) used[part.index] = true;
  });
  renumber(program, used, [&](const Part& part) { return part.kind == kind; });
  (keep(lists, used), ...);
}

void keep_called(Program& program) {
  std::vector<bool> used(program.functions.size());
  used.back() = true;
  for (std::size_t f = program.functions.size(); f-- > 0;)
    if (used[f])
      visit_parts(program.functions[f].body, [&](const Expr& e) {
        if (e.kind == ExprKind::Call) used[e.index] = true;
      });
  keep(program.functions, used);
  renumber(program, used, [](const Expr& e) { return e.kind == ExprKind::Call; });
}

void keep_variables(Program& program) {
  for (std::size_t f = 0; f < program.functions.size(); ++f) {
    Function& function = program.functions[f];
    std::vector<bool> used(function.variables.size());
    visit_parts(function.body, [&](const auto& part) {
      if (names_variable(part)) used[part.index] = true;
    });
    // Removing a parameter removes the arguments of its calls.
    const std::vector<bool> parameters(used.begin(), used.begin() + function.parameters);
    visit_parts(program, [&](Expr& e) {
      if (e.kind == ExprKind::Call && e.index == f) keep(e.operands, parameters);
    });
    function.parameters = static_cast<std::uint32_t>(std::ranges::count(parameters, true));
    renumber(function.body, used, [](const auto& part) { return names_variable(part); });
    keep(function.variables, used);
  }
}

/// Inner blocks come first.
void visit_blocks(Block& block, auto&& f) {
  for (Stmt& s : block)
    for (Block& inner : s.blocks) visit_blocks(inner, f);
  f(block);
}

void visit_blocks(Draft& draft, auto&& f) {
  for (Function& function : draft.program.functions) visit_blocks(function.body, f);
}

void visit_operands_first(Expr& e, auto&& f) {
  for (Expr& operand : e.operands) visit_operands_first(operand, f);
  f(e);
}

/// Inner expressions come first.
void visit_exprs(Draft& draft, auto&& f) {
  visit_parts(draft.program, [&](Stmt& s) {
    for (Expr& e : s.exprs) visit_operands_first(e, f);
  });
}

/// Calls `f` with the type and the values of each argument and each buffer that the host fills.
void visit_values(Draft& draft, auto&& f) {
  Program& p = draft.program;
  for (std::size_t i = 0; i < p.arguments.size(); ++i)
    f(p.arguments[i], std::span(&draft.launch.arguments[i], 1));
  for (std::size_t i = 0; i < p.inputs.size(); ++i) f(p.inputs[i], std::span(draft.launch.inputs[i]));
  for (std::size_t i = 0; i < p.group_inputs.size(); ++i)
    f(p.group_inputs[i], std::span(draft.launch.group_inputs[i]));
}

/// Replaces the statement at `at` by `statements`. Returns the position after them.
Block::iterator replace_by(Block& block, Block::iterator at, Block statements) {
  at = block.erase(at);
  const auto count = static_cast<std::ptrdiff_t>(statements.size());
  return block.insert(at, std::make_move_iterator(statements.begin()),
                      std::make_move_iterator(statements.end())) +
         count;
}

void drop_statements(Block& block, Chosen& chosen) {
  for (auto s = block.begin(); s != block.end();) {
    if (s->kind == StmtKind::If && s->blocks.size() == 2 && chosen.take()) s->blocks.pop_back();
    s = chosen.take() ? block.erase(s) : s + 1;
  }
}

void drop_cases(Block& block, Chosen& chosen) {
  for (Stmt& s : block)
    for (std::size_t b = s.kind == StmtKind::Switch ? s.blocks.size() : 0; b-- > 0;)
      if (chosen.take()) {
        s.blocks.erase(s.blocks.begin() + static_cast<std::ptrdiff_t>(b));
        if (b < s.labels.size()) s.labels.erase(s.labels.begin() + static_cast<std::ptrdiff_t>(b));
      }
}

void unwrap_blocks(Block& block, Chosen& chosen) {
  for (auto s = block.begin(); s != block.end();) {
    Block* part = nullptr;
    for (Block& inside : s->blocks)
      if (chosen.take()) part = &inside;
    if (part == nullptr) {
      ++s;
      continue;
    }
    const bool loop = info(s->kind).loop;
    Block inside = std::move(*part);
    std::erase_if(inside, [&](const Stmt& inner) {
      return inner.kind == StmtKind::Break || (loop && inner.kind == StmtKind::Continue);
    });
    s = replace_by(block, s, std::move(inside));
  }
}

/// Replaces a statement by one of its expressions, whose result is unused.
void bare_expressions(Block& block, Chosen& chosen) {
  for (Stmt& s : block) {
    if (s.kind == StmtKind::Evaluate) continue;
    const Expr* part = nullptr;
    for (const Expr& e : s.exprs)
      if (chosen.take()) part = &e;
    if (part != nullptr) s = evaluate(Expr(*part));
  }
}

void substitute(Expr& part, const std::vector<Expr>& arguments) {
  if (part.kind == ExprKind::Variable) {
    part = Expr(arguments[part.index]);
    return;
  }
  for (Expr& operand : part.operands) substitute(operand, arguments);
}

/// Whether a helper only returns an expression that uses no parameter twice.
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

/// Whether the function returns only at its end, so that its body can replace a call.
bool returns_at_end(const Function& f) {
  std::size_t returns = 0;
  visit_parts(f.body, [&](const Stmt& s) { returns += s.kind == StmtKind::Return ? 1 : 0; });
  return returns == 0 || (returns == 1 && f.body.back().kind == StmtKind::Return);
}

/// The body of `callee` as a part of `caller`, which gets its variables. `result` gets the returned value.
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

Expr* first_call(Stmt& s) {
  Expr* found = nullptr;
  for (Expr& e : s.exprs)
    visit_operands_first(e, [&](Expr& part) {
      if (found == nullptr && part.kind == ExprKind::Call) found = &part;
    });
  return found;
}

/// Puts a helper's body before a statement that calls it, and replaces the call by its result. The program
/// may then compute something else: it is a candidate all the same.
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

/// Calls `f` with numbers smaller than `now`: 1, 2, the middle, and then ever closer to `now`.
void visit_smaller(std::size_t now, auto&& f) {
  if (now > 1) f(1);
  if (now > 2) f(2);
  for (std::size_t step = now / 2; step > 0 && now > 3; step /= 2) f(now - step);
}

/// If the last of several work-groups is a remainder, it stays one.
void resize(Draft& draft, unsigned d, std::size_t local, std::size_t count) {
  NDRange smaller = draft.launch.range;
  const bool remainder = smaller.global[d] % smaller.local[d] != 0;
  smaller.local[d] = local;
  smaller.global[d] = local * count;
  if (remainder && count > 1) smaller.global[d] -= local - remainder_of(local, d);
  draft.launch = resized(draft.launch, smaller);
}

void drop_offset(Draft& draft, Chosen& chosen) {
  if (draft.launch.range.offset != Extents{} && chosen.take()) draft.launch.range.offset = {};
}

void drop_remainder(Draft& draft, Chosen& chosen) {
  const NDRange range = draft.launch.range;
  for (unsigned d = 0; d < range.dim; ++d) {
    if (range.global[d] % range.local[d] == 0) continue;
    NDRange full = draft.launch.range;
    full.global[d] = range.local[d] * group_counts(range)[d];
    if (chosen.take()) draft.launch = resized(draft.launch, full);
  }
}

template <bool of_items>
void fewer(Draft& draft, Chosen& chosen) {
  const NDRange range = draft.launch.range;
  const Extents counts = group_counts(range);
  for (unsigned d = 0; d < range.dim; ++d)
    visit_smaller(of_items ? range.local[d] : counts[d], [&](std::size_t n) {
      if (chosen.take()) resize(draft, d, of_items ? n : range.local[d], of_items ? counts[d] : n);
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

void replace_by_operands(Expr& e, Chosen& chosen) {
  Expr* operand_taken = nullptr;
  for (Expr& operand : e.operands)
    if (operand.type == e.type && chosen.take()) operand_taken = &operand;
  if (operand_taken == nullptr) return;
  e = Expr(std::move(*operand_taken));  // through a temporary, because the operand is a part of `e`
}

bool has_literals(Type type) { return type != Type::Void && !is_narrow(type); }

template <int value>
void replace_by_literal(Expr& e, Chosen& chosen) {
  if (!has_literals(e.type)) return;
  Expr plain = literal(e.type, value);
  const bool as_plain =
      e.kind == ExprKind::Literal && (e.literal == plain.literal || e.literal == literal(e.type, 0).literal);
  if (!as_plain && chosen.take()) e = std::move(plain);
}

/// A simpler value of the type: half of its magnitude, or the magnitude of a negative integer. Zero stays
/// zero.
Word nearer_zero(Type type, Word value) {
  if (is_floating(type)) return word_of(std::trunc(std::abs(real(value)) / 2));
  const auto number = static_cast<std::int64_t>(value);
  if (info(type).is_signed && number < 0) return number == INT64_MIN ? INT64_MAX : word(-number);
  return value / 2;
}

void smaller_literals(Expr& e, Chosen& chosen) {
  if (e.kind != ExprKind::Literal || !has_literals(e.type)) return;
  const Word nearer = nearer_zero(e.type, e.literal);
  const bool small = e.literal == literal(e.type, 0).literal || e.literal == literal(e.type, 1).literal;
  if (!small && nearer != e.literal && chosen.take()) e.literal = nearer;
}

void plainer_collectives(Expr& e, Chosen& chosen) {
  if (e.kind != ExprKind::Collective) return;
  const bool adds = e.collective.op == Op::Add || e.collective.op == Op::None;
  if (is_scan(e.collective) && chosen.take()) e.collective.family = Family::Reduce;
  if (!adds && chosen.take()) e.collective.op = Op::Add;
}

void retype(Expr& e, Type from, Type to) {
  for (Expr& operand : e.operands) retype(operand, from, to);
  if (e.type == from && e.kind == ExprKind::Query) {
    e = cast(to, e);  // the type of a query cannot change
  } else if (e.type == from) {
    if (e.kind == ExprKind::Literal) e.literal = convert(from, to, e.literal);
    e.type = to;
  }
  if (e.kind == ExprKind::Cast && e.operands[0].type == e.type) e = Expr(std::move(e.operands[0]));
}

/// Throws IllegalProgram if a value of the launch does not fit the other type.
void replace_type(Draft& draft, Type from, Type to) {
  Program& p = draft.program;
  visit_values(draft, [&](Type& type, std::span<Word> values) {
    if (type != from) return;
    for (Word& value : values) value = convert(from, to, value);
    type = to;
  });
  std::ranges::replace(p.outputs, from, to);
  for (Function& f : p.functions) {
    if (f.result == from) f.result = to;
    for (Variable& v : f.variables)
      if (v.type == from) v.type = to;
  }
  visit_parts(p, [&](Stmt& s) {
    for (Expr& e : s.exprs) retype(e, from, to);
  });
}

void narrow_types(Draft& draft, Chosen& chosen) {
  using enum Type;
  constexpr std::pair<Type, Type> narrower[] = {{ULong, UInt},   {ULong, Long}, {Long, Int},
                                                {Double, Float}, {Half, Float}, {Double, Int},
                                                {Float, Int},    {Float, UInt}, {UInt, Int}};
  for (const auto& [from, to] : narrower)
    if (uses_type(draft.program, from) && chosen.take()) replace_type(draft, from, to);
}

/// Replaces values by plainer ones. The plainest are all 0, then all 1, all 2 (whose lowest bit is clear,
/// unlike that of 1), all the first value, and each its own index modulo 100.
void plainer_values(Type type, std::span<Word> values, Chosen& chosen) {
  const std::vector<Word> before(values.begin(), values.end());
  std::vector<Word> indices;
  for (std::size_t i = 0; i < before.size(); ++i)
    indices.push_back(literal(type, static_cast<double>(i % 100)).literal);
  const auto all = [&](Word value) { return std::vector<Word>(before.size(), value); };
  const auto all_are = [&](double number) { return all(literal(type, number).literal); };
  for (const auto& plain : {all_are(0), all_are(1), all_are(2), all(before.front()), indices}) {
    if (plain == before) return;
    if (chosen.take()) std::ranges::copy(plain, values.begin());
  }
}

/// Sets values to zero, in at most 16 parts of a buffer: finer parts would not help a reader.
void zero_values(Type type, std::span<Word> values, Chosen& chosen) {
  constexpr std::size_t parts = 16;  // of a buffer
  const Word zero = literal(type, 0).literal;
  const std::size_t length = (values.size() + parts - 1) / parts;
  for (std::size_t i = 0; i < values.size(); i += length) {
    const auto part = values.subspan(i, std::min(length, values.size() - i));
    if (std::ranges::any_of(part, [&](Word v) { return v != zero; }) && chosen.take())
      std::ranges::fill(part, zero);
  }
}

void smaller_values(Type type, std::span<Word> values, Chosen& chosen) {
  const auto digit_of = [&](Word v) -> Word {
    constexpr double digits = 10;
    if (is_floating(type)) return word_of(std::fmod(std::trunc(std::abs(real(v))), digits));
    return v % static_cast<Word>(digits);
  };
  const auto is_small = [&](Word v) {
    return v == digit_of(v) || (is_floating(type) && word_of(-real(v)) == digit_of(v));
  };
  if (std::ranges::all_of(values, is_small) || !chosen.take()) return;
  for (Word& v : values)
    if (!is_small(v)) v = digit_of(v);
}

auto on_blocks(void (*pass)(Block&, Chosen&)) {
  return
      [=](Draft& draft, Chosen& chosen) { visit_blocks(draft, [&](Block& block) { pass(block, chosen); }); };
}
auto on_exprs(void (*pass)(Expr&, Chosen&)) {
  return [=](Draft& draft, Chosen& chosen) { visit_exprs(draft, [&](Expr& e) { pass(e, chosen); }); };
}
auto on_values(void (*pass)(Type, std::span<Word>, Chosen&)) {
  return [=](Draft& draft, Chosen& chosen) {
    visit_values(draft, [&](Type type, std::span<Word> values) { pass(type, values, chosen); });
  };
}

const std::array all_passes{
    ProgramPass{"drop the offset", drop_offset, false, true},
    ProgramPass{"drop remainders", drop_remainder, false, true},
    ProgramPass{"fewer work-groups", fewer<false>, false, true},
    ProgramPass{"drop a dimension", drop_dimension, false, true},
    ProgramPass{"drop statements", on_blocks(drop_statements), true, true},
    ProgramPass{"unwrap blocks", on_blocks(unwrap_blocks), true, true},
    ProgramPass{"expressions as statements", on_blocks(bare_expressions)},
    ProgramPass{"fewer work-items", fewer<true>, false, true},
    ProgramPass{"drop cases", on_blocks(drop_cases)},
    ProgramPass{"inline calls", inline_calls, true, true},
    ProgramPass{"replace by 0", on_exprs(replace_by_literal<0>)},
    ProgramPass{"replace by operands", on_exprs(replace_by_operands)},
    ProgramPass{"replace by 1", on_exprs(replace_by_literal<1>)},
    ProgramPass{"smaller literals", on_exprs(smaller_literals), true, true},
    ProgramPass{"narrow types", narrow_types, false},
    ProgramPass{"plainer values", on_values(plainer_values), false, true},
    ProgramPass{"zero values", on_values(zero_values), true, true},
    ProgramPass{"smaller values", on_values(smaller_values), true, true},
    ProgramPass{"plainer collectives", on_exprs(plainer_collectives)},
};

/// The program after the pass. Nothing if it is illegal or reaches no collective.
std::optional<LegalProgram> legal(const ProgramPass& pass, Draft draft, Chosen chosen) {
  try {
    Draft smaller = taken(pass, std::move(draft), chosen);
    auto program = proved(std::move(smaller.program), std::move(smaller.launch));
    if (program && program->expected.collectives != 0) return program;
  } catch (const IllegalProgram&) {
  }
  return std::nullopt;
}

}  // namespace

void tidy(Draft& draft) {
  Program& p = draft.program;
  ProgramLaunch& l = draft.launch;
  keep_called(p);
  keep_variables(p);
  keep_called(p);  // the removed arguments may have contained the last call of a function
  keep_mentioned<Expr>(p, ExprKind::Argument, p.arguments, l.arguments);
  keep_mentioned<Expr>(p, ExprKind::Input, p.inputs, l.inputs);
  keep_mentioned<Expr>(p, ExprKind::GroupInput, p.group_inputs, l.group_inputs);
  keep_mentioned<Stmt>(p, StmtKind::Store, p.outputs);
}

ProgramLaunch resized(const ProgramLaunch& launch, const NDRange& range) {
  const NDRange& old = launch.range;
  ProgramLaunch result = launch;
  result.range = range;
  const auto keep_part = [](auto& buffers, const Extents& size, const Extents& old_size, auto old_id) {
    for (auto& values : buffers) {
      std::vector<Word> kept(volume(size));
      for (std::size_t i = 0; i < kept.size(); ++i)
        kept[i] = values[linear_id(old_id(unlinear(i, size)), old_size)];
      values = std::move(kept);
    }
  };
  keep_part(result.inputs, range.global, old.global, [&](Extents id) {
    for (std::size_t d = 0; d < 3; ++d)
      id[d] = std::min(id[d] / range.local[d] * old.local[d] + id[d] % range.local[d], old.global[d] - 1);
    return id;
  });
  keep_part(result.group_inputs, group_counts(range), group_counts(old), std::identity());
  return result;
}

std::vector<ProgramPass> reduction_passes(bool keep_calls) {
  std::vector<ProgramPass> passes(all_passes.begin(), all_passes.end());
  if (keep_calls) std::erase_if(passes, [](const ProgramPass& pass) { return !pass.keeps_calls; });
  return passes;
}

Draft taken(const ProgramPass& pass, Draft draft, Chosen chosen) {
  pass.visit(draft, chosen);
  tidy(draft);
  return draft;
}

Reduction reduce(LegalProgram failing, const AskProgram& ask, std::size_t most_experiments,
                 const std::function<bool()>& go_on, bool keep_calls) {
  const auto passes = reduction_passes(keep_calls);
  const Reducible<Draft, LegalProgram, std::uint64_t> programs{passes, legal, content_hash};
  Reducer reducer(programs, std::move(failing), ask, most_experiments, go_on);
  Reduction reduction{reducer.run(), reducer.passing(), reducer.experiments(), reducer.finished()};
  // A program without outputs cannot give wrong results, so its pass proves nothing.
  if (!reduction.smallest.program.outputs.empty())
    std::erase_if(reduction.passing, [](const LegalProgram& p) { return p.program.outputs.empty(); });
  return reduction;
}

}  // namespace wgcts::suites
