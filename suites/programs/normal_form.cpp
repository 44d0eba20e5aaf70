#include <algorithm>
#include <array>
#include <map>

#include "reference/lists.hpp"
#include "suites/programs/ingredients.hpp"
#include "suites/programs/print.hpp"
#include "suites/programs/visit.hpp"

namespace wgcts::suites {
namespace {

bool is_commutative(Operator op) {
  constexpr std::array commutative{Operator::Add, Operator::Multiply, Operator::And,
                                   Operator::Or,  Operator::Xor,      Operator::Min,
                                   Operator::Max, Operator::Equal,    Operator::NotEqual};
  return is_in(op, commutative);
}

/// The group of ids or sizes that compilers treat alike.
std::string_view kind_of(Query query) {
  switch (query) {
    case Query::LocalId:
    case Query::Lane:
      return "local id";
    case Query::GlobalId:
      return "global id";
    case Query::GroupId:
    case Query::Group:
      return "group id";
    default:
      return "size";
  }
}

class Writer {
 public:
  explicit Writer(const Program& program) : program_(program) {}

  std::string write() {
    std::string text;
    for (const Function& f : program_.functions) {
      variables_.clear();
      function_ = &f;
      for (std::uint32_t p = 0; p < f.parameters; ++p) number(p);
      text += std::string(f.noinline ? "noinline " : "") + (f.kernel ? "kernel " : "helper ") +
              std::to_string(f.parameters) + block(f.body);
    }
    return text;
  }

 private:
  std::string block(const Block& statements) {
    std::vector<std::string> lines;
    for (const Stmt& s : statements) lines.push_back(statement(s));
    // Stores to different buffers may be reordered.
    for (auto at = statements.begin(); at != statements.end();) {
      const auto end =
          std::find_if(at, statements.end(), [](const Stmt& s) { return s.kind != StmtKind::Store; });
      std::sort(lines.begin() + (at - statements.begin()), lines.begin() + (end - statements.begin()));
      at = end == statements.end() ? end : end + 1;
    }
    std::string text = "{";
    for (const std::string& line : lines) text += line + ";";
    return text + "}";
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
    switch (e.kind) {
      case ExprKind::Literal:
        return truth(e.type, e.literal) ? "k" : "0";
      case ExprKind::Variable:
        return variable(e.index);
      case ExprKind::Element:
        return variable(e.index) + "[" + expr(e.operands[0]) + "]";
      case ExprKind::Argument:
      case ExprKind::GroupInput:
        return "uniform";
      case ExprKind::Input:
        return "input";
      case ExprKind::Query:
        return std::string(kind_of(e.query));
      case ExprKind::Cast:
        // Casts between integers make no difference.
        return is_floating(e.type) == is_floating(e.operands[0].type) ? expr(e.operands[0])
                                                                      : "cast" + operands(e, false);
      case ExprKind::Call:
        return "f" + std::to_string(e.index) + operands(e, false);
      case ExprKind::Collective:
        return collective_name(e.collective) + (is_floating(e.type) ? " float" : "") + operands(e, false);
      case ExprKind::Binary:
        if (e.op == Operator::Greater || e.op == Operator::GreaterEqual) {
          const std::string a = expr(e.operands[0]), b = expr(e.operands[1]);
          return std::string(e.op == Operator::Greater ? "<" : "<=") + "(" + b + "," + a + ")";
        }
        return std::string(symbol(e.op)) + operands(e, is_commutative(e.op));
      default:
        return (e.kind == ExprKind::Conditional ? "?" : std::string(symbol(e.op))) + operands(e, false);
    }
  }

  std::string operands(const Expr& e, bool sorted) {
    std::vector<std::string> texts;
    for (const Expr& operand : e.operands) texts.push_back(expr(operand));
    if (sorted) std::ranges::sort(texts);
    std::string text = "(";
    for (const std::string& t : texts) text += t + ",";
    return text + ")";
  }

  std::uint32_t number(std::uint32_t v) {
    return variables_.emplace(v, static_cast<std::uint32_t>(variables_.size())).first->second;
  }

  std::string variable(std::uint32_t v) {
    const Variable& declared = function_->variables[v];
    return std::string(declared.local ? "local" : "v") + (is_floating(declared.type) ? "f" : "") +
           std::to_string(number(v));
  }

  const Program& program_;
  const Function* function_ = nullptr;
  std::map<std::uint32_t, std::uint32_t> variables_;
};

}  // namespace

std::string normal_form(const LegalProgram& program) { return Writer(program.program).write(); }

}  // namespace wgcts::suites
