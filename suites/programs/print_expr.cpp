#include <fmt/format.h>

#include <array>
#include <cmath>

#include "reference/lists.hpp"
#include "suites/builtin.hpp"
#include "suites/programs/print.hpp"

namespace wgcts::suites {
namespace {

/// The precedence of operators, from low to high.
enum Precedence {
  Choice,
  LogicalOr,
  LogicalAnd,
  BitOr,
  BitXor,
  BitAnd,
  Equality,
  Relation,
  Shift,
  Sum,
  Product,
  Prefix,
  Alone
};

struct Symbol {
  Operator op;
  std::string_view text;
  Precedence precedence;
};

constexpr std::array symbols{
    Symbol{Operator::None, "", Alone},
    Symbol{Operator::Negate, "-", Prefix},
    Symbol{Operator::Complement, "~", Prefix},
    Symbol{Operator::Not, "!", Prefix},
    Symbol{Operator::Add, "+", Sum},
    Symbol{Operator::Subtract, "-", Sum},
    Symbol{Operator::Multiply, "*", Product},
    Symbol{Operator::Divide, "/", Product},
    Symbol{Operator::Remainder, "%", Product},
    Symbol{Operator::And, "&", BitAnd},
    Symbol{Operator::Or, "|", BitOr},
    Symbol{Operator::Xor, "^", BitXor},
    Symbol{Operator::ShiftLeft, "<<", Shift},
    Symbol{Operator::ShiftRight, ">>", Shift},
    Symbol{Operator::Min, "min", Alone},
    Symbol{Operator::Max, "max", Alone},
    Symbol{Operator::Less, "<", Relation},
    Symbol{Operator::LessEqual, "<=", Relation},
    Symbol{Operator::Greater, ">", Relation},
    Symbol{Operator::GreaterEqual, ">=", Relation},
    Symbol{Operator::Equal, "==", Equality},
    Symbol{Operator::NotEqual, "!=", Equality},
    Symbol{Operator::LogicalAnd, "&&", LogicalAnd},
    Symbol{Operator::LogicalOr, "||", LogicalOr},
};

const Symbol& row(Operator op) { return symbols[static_cast<std::size_t>(op)]; }

std::string real_text(double value, int digits) {
  if (std::isinf(value)) return value > 0 ? "INFINITY" : "-INFINITY";
  std::string text = fmt::format("{:.{}g}", value, digits);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

std::string literal_text(Type type, Word value) {
  const auto number = static_cast<std::int64_t>(value);
  if (type == Type::Half) return "(half)" + real_text(real(value), 9) + (std::isinf(real(value)) ? "" : "f");
  if (type == Type::Float) return real_text(real(value), 9) + (std::isinf(real(value)) ? "" : "f");
  if (type == Type::Double) return real_text(real(value), 17);
  if (type == Type::Int) return number == INT32_MIN ? "(-2147483647 - 1)" : std::to_string(number);
  if (type == Type::Long)
    return number == INT64_MIN ? "(-9223372036854775807L - 1)" : std::to_string(number) + "L";
  if (type == Type::UInt) return std::to_string(value) + "u";
  if (type == Type::ULong) return std::to_string(value) + "UL";
  return "(" + std::string(info(type).name) + ")" + std::to_string(number);
}

std::string query_text(const Expr& e) {
  constexpr std::array<std::string_view, 8> names{"get_local_id",   "get_local_size", "get_group_id",
                                                  "get_num_groups", "get_global_id",  "lane",
                                                  "lanes",          "group"};
  const std::string name(names[static_cast<std::size_t>(e.query)]);
  return is_linear(e.query) ? name : name + "(" + std::to_string(e.index) + ")";
}

class Printer {
 public:
  Printer(const Program& program, const Function& function) : program_(program), function_(function) {}

  /// The expression, in parentheses if its precedence is below `least`.
  std::string print(const Expr& e, Precedence least) const {
    std::string text = bare(e);
    return precedence(e) < least ? "(" + text + ")" : text;
  }

 private:
  static Precedence precedence(const Expr& e) {
    if (e.kind == ExprKind::Literal) {
      const bool minus = is_floating(e.type)
                             ? std::signbit(real(e.literal))
                             : info(e.type).is_signed && static_cast<std::int64_t>(e.literal) < 0;
      return minus || e.type == Type::Half || e.type == Type::Size ? Prefix : Alone;
    }
    if (e.kind == ExprKind::Unary || e.kind == ExprKind::Cast) return Prefix;
    if (e.kind == ExprKind::Binary) return row(e.op).precedence;
    return e.kind == ExprKind::Conditional ? Choice : Alone;
  }

  std::string list(const std::vector<Expr>& exprs, bool passes_local_memory = false) const {
    std::string text = joined(exprs, ", ", [&](const Expr& e) { return print(e, Choice); });
    if (passes_local_memory) text += text.empty() ? "local_memory" : ", local_memory";
    return "(" + text + ")";
  }

  std::string binary(const Expr& e) const {
    const Symbol& s = row(e.op);
    if (s.precedence == Alone)
      return (is_floating(e.type) ? "f" : "") + std::string(s.text) + list(e.operands);
    // Few readers know C's precedence of bitwise, shift and logical operators. These always get parentheses,
    // except in a sequence of the same operator.
    const bool plain = s.precedence == Sum || s.precedence == Product;
    const auto least = [&](const Expr& operand, bool right) {
      if (operand.kind == ExprKind::Binary && operand.op == e.op && !is_comparison(e.op) && !right)
        return s.precedence;
      if (plain) return static_cast<Precedence>(s.precedence + (right ? 1 : 0));
      if (s.precedence == Relation || s.precedence == Equality) return Sum;
      return s.precedence <= LogicalAnd && operand.kind == ExprKind::Binary && is_comparison(operand.op)
                 ? Equality
                 : Prefix;
    };
    return print(e.operands[0], least(e.operands[0], false)) + " " + std::string(s.text) + " " +
           print(e.operands[1], least(e.operands[1], true));
  }

  std::string bare(const Expr& e) const {
    const std::string number = std::to_string(e.index);
    switch (e.kind) {
      case ExprKind::Literal:
        return literal_text(e.type, e.literal);
      case ExprKind::Variable:
        return variable_name(function_, e.index);
      case ExprKind::Element:
        return variable_name(function_, e.index) + "[" + print(e.operands[0], Choice) + "]";
      case ExprKind::Argument:
        return "n" + number;
      case ExprKind::Input:
        return "in" + number + "[item]";
      case ExprKind::GroupInput:
        return "group" + number + "[group]";
      case ExprKind::Query:
        return query_text(e);
      case ExprKind::Unary:
        return std::string(symbol(e.op)) + print(e.operands[0], Alone);
      case ExprKind::Binary:
        return binary(e);
      case ExprKind::Conditional:
        return print(e.operands[0], LogicalOr) + " ? " + print(e.operands[1], LogicalOr) + " : " +
               print(e.operands[2], LogicalOr);
      case ExprKind::Cast:
        return "(" + std::string(info(e.type).name) + ")" + print(e.operands[0], Prefix);
      case ExprKind::Call:
        return function_name(program_, e.index) + list(e.operands, program_.local_memory != 0);
      case ExprKind::Collective:
        return collective_name(e.collective) + list(e.operands, program_.local_memory != 0);
    }
    __builtin_unreachable();
  }

  const Program& program_;
  const Function& function_;
};

}  // namespace

std::string_view symbol(Operator op) { return row(op).text; }

std::string variable_name(const Function& function, std::uint32_t variable) {
  const Variable& v = function.variables[variable];
  const char* kind = variable < function.parameters ? "p" : v.length == 0 ? "v" : v.local ? "shared" : "a";
  return kind + std::to_string(variable);
}

std::string function_name(const Program& program, std::uint32_t function) {
  if (function + 1 == program.functions.size()) return program_kernel + program.suffix;
  return (program.functions[function].kernel ? "kernel" : "helper") + std::to_string(function) +
         program.suffix;
}

std::string collective_name(Collective c) { return title(*find_row(builtins, c, &Builtin::collective)); }

std::string expr_text(const Program& program, const Function& function, const Expr& expr) {
  return Printer(program, function).print(expr, Choice);
}

}  // namespace wgcts::suites
