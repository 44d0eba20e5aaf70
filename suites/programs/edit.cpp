#include "suites/programs/edit.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "reference/program/arithmetic.hpp"
#include "reference/program/build.hpp"
#include "suites/programs/visit.hpp"

namespace wgcts::suites {
namespace {

/// Walks over a draft, counts what could be done, and does the n-th.
class Editor {
 public:
  Editor(Draft& draft, std::size_t n) : draft_(draft), left_(n) {}

  bool edit() {
    for (Function& f : draft_.program.functions) remove_from(f.body);
    for (Function& f : draft_.program.functions) hoist_in(f.body);
    for (Function& f : draft_.program.functions) bare_in(f.body);
    smaller_launch();
    for (Function& f : draft_.program.functions) simplify_in(f.body);
    narrow_types();
    for (Function& f : draft_.program.functions)
      if (f.noinline && offer()) f.noinline = false;
    zero_inputs();
    return done_;
  }

 private:
  /// Whether this is the edit to make.
  bool offer() { return !done_ && left_-- == 0 && (done_ = true); }

  void remove_from(Block& block) {
    if (done_) return;
    for (std::size_t length = block.size(); length > 0; length /= 2)
      for (std::size_t i = 0; i + length <= block.size(); i += length)
        if (offer()) {
          block.erase(block.begin() + static_cast<std::ptrdiff_t>(i),
                      block.begin() + static_cast<std::ptrdiff_t>(i + length));
          return;
        }
    for (Stmt& s : block) {
      if (s.kind == StmtKind::If && s.blocks.size() == 2 && offer()) s.blocks.pop_back();
      for (Block& b : s.blocks) remove_from(b);
      if (done_) return;
    }
  }

  void hoist_in(Block& block) {
    for (std::size_t i = 0; i < block.size() && !done_; ++i) {
      for (std::size_t b = 0; b < block[i].blocks.size(); ++b) {
        if (!offer()) continue;
        Block inside = std::move(block[i].blocks[b]);
        std::erase_if(
            inside, [](const Stmt& s) { return s.kind == StmtKind::Break || s.kind == StmtKind::Continue; });
        const auto at = block.erase(block.begin() + static_cast<std::ptrdiff_t>(i));
        block.insert(at, std::make_move_iterator(inside.begin()), std::make_move_iterator(inside.end()));
        return;
      }
      for (Block& b : block[i].blocks) hoist_in(b);
    }
  }

  /// Leaves of a statement one of its expressions, the result unused.
  void bare_in(Block& block) {
    for (Stmt& s : block) {
      for (std::size_t i = 0; i < s.exprs.size() && s.kind != StmtKind::Evaluate; ++i)
        if (offer()) {
          s = evaluate(Expr(s.exprs[i]));
          return;
        }
      for (Block& b : s.blocks) bare_in(b);
      if (done_) return;
    }
  }

  void smaller_launch() {
    const NDRange range = draft_.launch.range;
    const Extents counts = group_counts(range);
    const auto resize = [&](unsigned d, std::size_t local, std::size_t count) {
      NDRange smaller = range;
      smaller.local[d] = local;
      smaller.global[d] = local * count;
      draft_.launch = resized(draft_.launch, smaller);
    };
    for (unsigned d = 0; d < range.dim; ++d) {
      if (counts[d] > 1 && offer()) resize(d, range.local[d], 1);
      if (counts[d] > 2 && offer()) resize(d, range.local[d], counts[d] - 1);
      if (range.local[d] > 1 && offer()) resize(d, 1, counts[d]);
      if (range.local[d] > 3 && offer()) resize(d, range.local[d] / 2, counts[d]);
      if (range.local[d] > 2 && offer()) resize(d, range.local[d] - 1, counts[d]);
    }
    const unsigned last = range.dim - 1;
    if (last > 0 && range.global[last] == 1 && offer()) {
      draft_.launch.range.dim = last;
      visit_program(
          draft_.program, [](Stmt&) {},
          [&](Expr& e) {
            if (e.kind == ExprKind::Collective && e.operands.size() > last + 1) e.operands.resize(last + 1);
          });
    }
  }

  void simplify_in(Block& block) {
    for (Stmt& s : block) {
      for (Expr& e : s.exprs) simplify(e);
      for (Block& b : s.blocks) simplify_in(b);
      if (done_) return;
    }
  }

  void simplify(Expr& e) {
    for (std::size_t i = 0; i < e.operands.size(); ++i)
      if (e.operands[i].type == e.type && offer()) {
        Expr part = std::move(e.operands[i]);
        e = std::move(part);
        return;
      }
    if (e.kind == ExprKind::Literal) return nearer_zero(e);
    if (e.kind == ExprKind::Call && offer_inline(e)) return;
    const bool has_literals = e.type != Type::Void && !is_narrow(e.type);
    for (const double value : {0.0, 1.0})
      if (has_literals && offer()) {
        e = literal(e.type, value);
        return;
      }
    for (Expr& operand : e.operands) simplify(operand);
  }

  /// Puts what a helper returns in place of the call, where it does nothing else and uses no parameter twice.
  bool offer_inline(Expr& e) {
    const Function& f = draft_.program.functions[e.index];
    if (f.body.size() != 1 || f.body[0].kind != StmtKind::Return || f.body[0].exprs.empty()) return false;
    Expr result = f.body[0].exprs[0];
    std::vector<int> uses(f.variables.size());
    visit(result, [&](const Expr& part) {
      if (part.kind == ExprKind::Variable || part.kind == ExprKind::Element) ++uses[part.index];
    });
    for (std::size_t v = 0; v < uses.size(); ++v)
      if (uses[v] > (v < f.parameters ? 1 : 0)) return false;
    if (!offer()) return false;
    substitute(result, e.operands);
    e = std::move(result);
    return true;
  }

  static void substitute(Expr& part, const std::vector<Expr>& arguments) {
    if (part.kind == ExprKind::Variable) {
      part = Expr(arguments[part.index]);
      return;
    }
    for (Expr& operand : part.operands) substitute(operand, arguments);
  }

  void nearer_zero(Expr& e) {
    if (is_floating(e.type)) {
      const double value = real(e.literal);
      for (const double nearer : {0.0, 1.0, std::trunc(value), std::trunc(value / 2)})
        if (std::abs(nearer) < std::abs(value) && offer()) e.literal = word_of(nearer);
      return;
    }
    const auto value = static_cast<std::int64_t>(e.literal);
    if (value < 0 && info(e.type).is_signed && value != INT64_MIN && offer()) {
      e.literal = word(-value);
      return;
    }
    for (const Word nearer : {Word{0}, Word{1}, e.literal / 2, e.literal - 1})
      if (value > 0 && nearer < e.literal && offer()) {
        e.literal = nearer;
        return;
      }
  }

  void narrow_types() {
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
      if (uses(from) && offer()) return replace(from, to);
  }

  bool uses(Type type) const {
    const Program& p = draft_.program;
    for (const auto* list : {&p.arguments, &p.inputs, &p.group_inputs, &p.outputs})
      if (std::ranges::find(*list, type) != list->end()) return true;
    bool found = false;
    for (const Function& f : p.functions)
      found |= f.result == type || std::ranges::find(f.variables, type, &Variable::type) != f.variables.end();
    visit_program(
        p, [](const Stmt&) {}, [&](const Expr& e) { found |= e.type == type && e.kind != ExprKind::Query; });
    return found;
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
    visit_program(
        p,
        [&](Stmt& s) {
          for (Expr& e : s.exprs) retype(e, from, to);
        },
        [](Expr&) {});
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

  void zero_inputs() {
    const auto zero = [&](auto& values) {
      if (std::ranges::any_of(values, [](Word v) { return v != 0; }) && offer())
        std::ranges::fill(values, Word{0});
    };
    for (auto& values : draft_.launch.inputs) zero(values);
    for (auto& values : draft_.launch.group_inputs) zero(values);
    zero(draft_.launch.arguments);
  }

  Draft& draft_;
  std::size_t left_;
  bool done_ = false;
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
        id[d] = id[d] / range.local[d] * old.local[d] + id[d] % range.local[d];
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

std::optional<Draft> edited(const Draft& draft, std::size_t n) {
  Draft copy = draft;
  if (!Editor(copy, n).edit()) return std::nullopt;
  tidy(copy);
  return copy;
}

}  // namespace wgcts::suites
