#include "suites/programs/ingredients.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "reference/lists.hpp"
#include "suites/programs/print.hpp"
#include "suites/programs/visit.hpp"

namespace wgcts::suites {
namespace {

const Expr* condition_of(const Stmt& s) {
  if (info(s.kind).construct.empty()) return nullptr;
  return &s.exprs[s.kind == StmtKind::For ? 1 : 0];
}

struct FeatureFinder {
  const Program& program;
  const ProgramLaunch& launch;
  std::vector<ProgramFeature> features{};

  std::vector<ProgramFeature> find() {
    for (const Function& f : program.functions) {
      const bool helper = &f != &program.functions.back();
      if (helper) add("a function");
      for (const Variable& v : f.variables)
        if (v.length != 0) add(v.local ? "local memory" : "a private array");
      block(f.body, helper ? "a function" : "", true);
    }
    if (volume(launch.range.local) > 1) add("more than one work-item");
    if (volume(group_counts(launch.range)) > 1) add("more than one work-group");
    return std::move(features);
  }

  void add(const std::string& phrase, const std::string& general = {}) {
    if (!is_in(phrase, features, &ProgramFeature::phrase)) features.push_back({phrase, general});
  }

  /// `around`: the innermost surrounding construct.
  void block(const Block& statements, const std::string& around, bool outermost) {
    for (const Stmt& s : statements) statement(s, around, outermost && &s == &statements.back());
  }

  void statement(const Stmt& s, const std::string& around, bool last) {
    const std::string kind(info(s.kind).construct);
    if (!kind.empty()) enter(s, kind, around);
    if (s.kind == StmtKind::Break) add("a break");
    if (s.kind == StmtKind::Continue) add("a continue");
    if (s.kind == StmtKind::Return && !last) add("a return before the end");
    if (s.kind == StmtKind::Barrier) in("a barrier", around);
    if (s.kind == StmtKind::Atomic) add("an atomic");
    for (const Expr& e : s.exprs) expr(e, around, &e == condition_of(s) ? &s : nullptr);
    for (std::size_t b = 0; b < s.blocks.size(); ++b) {
      if (s.kind == StmtKind::If && b == 1) add("an else");
      block(s.blocks[b], kind, false);
    }
    if (s.kind == StmtKind::Switch)
      for (std::size_t b = 0; b + 1 < s.blocks.size(); ++b)
        if (s.blocks[b].empty() || s.blocks[b].back().kind != StmtKind::Break)
          add("a case that falls through to the next", "a switch");
  }

  void enter(const Stmt& s, const std::string& kind, const std::string& around) {
    in(kind, around);
    const auto is_of_item = [](const Expr& e) {
      return e.kind == ExprKind::Input ||
             (e.kind == ExprKind::Query &&
              (e.query == Query::Lane || e.query == Query::LocalId || e.query == Query::GlobalId));
    };
    if (any_part(*condition_of(s), is_of_item)) add(kind + " that depends on the work-item", kind);
  }

  /// Adds a feature, also with its surrounding construct.
  void in(const std::string& what, const std::string& around) {
    add(what);
    if (!around.empty()) add(what + " in " + around, what);
  }

  void expr(const Expr& e, const std::string& around, const Stmt* decides) {
    if (e.kind == ExprKind::Collective) {
      const std::string called = collective_name(e.collective);
      in(called, around);
      if (decides != nullptr) {
        const std::string kind(info(decides->kind).construct);
        add(kind + (info(decides->kind).loop ? " whose condition is " : " on ") + called, kind);
      }
    }
    if (e.kind == ExprKind::Conditional) add("a ?:");
    if (e.kind == ExprKind::Binary && e.op == Operator::LogicalAnd) add("a &&");
    if (e.kind == ExprKind::Binary && e.op == Operator::LogicalOr) add("a ||");
    if (e.kind == ExprKind::Input || e.kind == ExprKind::GroupInput || e.kind == ExprKind::Argument)
      add("a value that the host passes");
    for (std::size_t i = 0; i < e.operands.size(); ++i) {
      // The argument of a collective does not itself decide the condition.
      const bool passes_on = e.kind == ExprKind::Collective || e.kind == ExprKind::Call;
      expr(e.operands[i], around, passes_on ? nullptr : decides);
    }
  }
};

bool is_commutative(Operator op) {
  constexpr std::array commutative{Operator::Add, Operator::Multiply, Operator::And,
                                   Operator::Or,  Operator::Xor,      Operator::Min,
                                   Operator::Max, Operator::Equal,    Operator::NotEqual};
  return is_in(op, commutative);
}

/// The group of ids or sizes that compilers treat alike.
std::string_view kind_of(Query query) {
  if (query == Query::LocalId || query == Query::Lane) return "local id";
  if (query == Query::GlobalId) return "global id";
  if (query == Query::GroupId || query == Query::Group) return "group id";
  return "size";
}

struct Writer {
  const Program& program;
  const Function* function = nullptr;
  std::map<std::uint32_t, std::uint32_t> variables{};

  std::string write() {
    std::string text;
    for (const Function& f : program.functions) {
      variables.clear();
      function = &f;
      for (std::uint32_t p = 0; p < f.parameters; ++p) number(p);
      text += (f.kernel ? "kernel " : "helper ") + std::to_string(f.parameters) + block(f.body);
    }
    return text;
  }

  std::string block(const Block& statements) {
    auto lines = mapped(statements, [&](const Stmt& s) { return statement(s); });
    // Stores to different buffers may be reordered.
    for (auto at = statements.begin(); at != statements.end();) {
      const auto end =
          std::find_if(at, statements.end(), [](const Stmt& s) { return s.kind != StmtKind::Store; });
      std::sort(lines.begin() + (at - statements.begin()), lines.begin() + (end - statements.begin()));
      at = end == statements.end() ? end : end + 1;
    }
    return fmt::format("{{{}}}", joined(lines, "", [](const std::string& line) { return line + ";"; }));
  }

  std::string statement(const Stmt& s) {
    std::string text = std::to_string(static_cast<int>(s.kind)) + std::string(symbol(s.op));
    if (names_variable(s)) text += " " + variable(s.index);
    for (const Expr& e : s.exprs) text += "(" + expr(e) + ")";
    for (std::size_t b = 0; b < s.blocks.size(); ++b)
      text += (b < s.labels.size() ? "case" : "") + block(s.blocks[b]);
    return text;
  }

  std::string expr(const Expr& e) {
    if (e.kind == ExprKind::Literal) return truth(e.type, e.literal) ? "k" : "0";
    if (e.kind == ExprKind::Variable) return variable(e.index);
    if (e.kind == ExprKind::Element) return variable(e.index) + "[" + expr(e.operands[0]) + "]";
    if (e.kind == ExprKind::Argument || e.kind == ExprKind::GroupInput) return "uniform";
    if (e.kind == ExprKind::Input) return "input";
    if (e.kind == ExprKind::Query) return std::string(kind_of(e.query));
    // Casts between integers make no difference.
    if (e.kind == ExprKind::Cast && is_floating(e.type) == is_floating(e.operands[0].type))
      return expr(e.operands[0]);
    if (e.kind == ExprKind::Cast) return "cast" + operands(e, false);
    if (e.kind == ExprKind::Call) return "f" + std::to_string(e.index) + operands(e, false);
    if (e.kind == ExprKind::Collective)
      return collective_name(e.collective) + (is_floating(e.type) ? " float" : "") + operands(e, false);
    if (e.kind == ExprKind::Binary && (e.op == Operator::Greater || e.op == Operator::GreaterEqual)) {
      const std::string a = expr(e.operands[0]), b = expr(e.operands[1]);
      return std::string(e.op == Operator::Greater ? "<" : "<=") + "(" + b + "," + a + ")";
    }
    if (e.kind == ExprKind::Binary) return std::string(symbol(e.op)) + operands(e, is_commutative(e.op));
    return (e.kind == ExprKind::Conditional ? "?" : std::string(symbol(e.op))) + operands(e, false);
  }

  std::string operands(const Expr& e, bool sorted) {
    auto texts = mapped(e.operands, [&](const Expr& operand) { return expr(operand); });
    if (sorted) std::ranges::sort(texts);
    return fmt::format("({})", joined(texts, "", [](const std::string& text) { return text + ","; }));
  }

  std::uint32_t number(std::uint32_t v) {
    return variables.emplace(v, static_cast<std::uint32_t>(variables.size())).first->second;
  }

  std::string variable(std::uint32_t v) {
    const Variable& declared = function->variables[v];
    return std::string(declared.local ? "local" : "v") + (is_floating(declared.type) ? "f" : "") +
           std::to_string(number(v));
  }
};

}  // namespace

std::vector<ProgramFeature> features_of(const LegalProgram& p) {
  return FeatureFinder{p.program, p.launch}.find();
}

std::vector<ProvedIngredient> ingredients_of(const Reduction& reduction) {
  const auto features = features_of(reduction.smallest);
  const auto beside = mapped(reduction.passing, features_of);
  const auto has = [&](std::size_t neighbour, const std::string& phrase) {
    return is_in(phrase, beside[neighbour], &ProgramFeature::phrase);
  };
  const auto lost = [&](std::size_t neighbour) {
    return std::ranges::count_if(features,
                                 [&](const ProgramFeature& f) { return !has(neighbour, f.phrase); });
  };
  std::vector<ProvedIngredient> proved;
  std::set<std::string> implied;
  for (const ProgramFeature& feature : features) {
    const LegalProgram* without = nullptr;
    std::ptrdiff_t fewest = 0;
    for (std::size_t n = 0; n < beside.size(); ++n)
      if (!has(n, feature.phrase) && (without == nullptr || lost(n) < fewest)) {
        without = &reduction.passing[n];
        fewest = lost(n);
      }
    if (without == nullptr) continue;
    proved.push_back({feature.phrase, without});
    if (!feature.general.empty()) implied.insert(feature.general);
  }
  // "a break in a while loop" includes "a break"; "a branch on work_group_any" includes "work_group_any".
  std::erase_if(proved, [&](const ProvedIngredient& p) {
    return implied.contains(p.phrase) || std::ranges::any_of(features, [&](const ProgramFeature& f) {
             return f.phrase != p.phrase && f.phrase.ends_with(" " + p.phrase) &&
                    is_in(f.phrase, proved, &ProvedIngredient::phrase);
           });
  });
  return proved;
}

std::string normal_form(const LegalProgram& program) { return Writer{program.program}.write(); }

}  // namespace wgcts::suites
