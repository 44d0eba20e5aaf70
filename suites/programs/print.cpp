#include "suites/programs/print.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <vector>

#include "reference/lists.hpp"
#include "suites/programs/visit.hpp"
#include "suites/programs/wrong_run.hpp"

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

/// "(z * Ny + y) * Nx + x", with as many dimensions as the NDRange.
std::string linear(unsigned dim, auto&& id, auto&& size) {
  std::string text = id(dim - 1);
  for (unsigned d = dim - 1; d-- > 0;)
    text = (d + 2 < dim ? "(" + text + ")" : text) + " * " + size(d) + " + " + id(d);
  return text;
}

std::string of_dimension(const char* name, unsigned d) { return fmt::format("{}({})", name, d); }

/// Whether the part or one inside it uses the variable.
bool mentions(const auto& whole, std::uint32_t variable) {
  return any_part(whole, [&](const auto& part) { return names_variable(part) && part.index == variable; });
}

bool any_mentions(const std::vector<Expr>& exprs, std::uint32_t variable) {
  return std::ranges::any_of(exprs, [&](const Expr& e) { return mentions(e, variable); });
}

/// The statement in the block, or in one inside, that can declare the variable; nullptr if there is none.
const Stmt* declaring(const Block& block, std::uint32_t variable) {
  const auto mentioning = [&](const Stmt& s) { return mentions(s, variable); };
  const auto first = std::ranges::find_if(block, mentioning);
  if (first == block.end()) return nullptr;
  if (first->kind == StmtKind::Assign && first->index == variable && !any_mentions(first->exprs, variable))
    return &*first;
  if (std::any_of(first + 1, block.end(), mentioning)) return nullptr;
  if (first->kind == StmtKind::For && first->index == variable)
    return mentions(first->exprs[0], variable) ? nullptr : &*first;
  if (any_mentions(first->exprs, variable)) return nullptr;
  const Block* inside = nullptr;
  for (const Block& b : first->blocks) {
    if (!mentions(b, variable)) continue;
    if (inside != nullptr) return nullptr;
    inside = &b;
  }
  return inside == nullptr ? nullptr : declaring(*inside, variable);
}

/// For each variable that the function uses, the assignment or the loop that declares it in the text.
/// nullptr: the variable is declared at the top and initialised to zero. In the tree variables exist from the
/// start, but readable text declares a scalar by its first assignment if all other uses follow in the same
/// block or inside.
std::map<std::uint32_t, const Stmt*> declarations(const Function& function) {
  std::map<std::uint32_t, const Stmt*> found;
  for (std::uint32_t v = function.parameters; v < function.variables.size(); ++v)
    if (mentions(function.body, v))
      found[v] = function.variables[v].length == 0 ? declaring(function.body, v) : nullptr;
  return found;
}

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

struct FunctionPrinter {
  const Program& program;
  const Function& function;
  std::map<std::uint32_t, const Stmt*> declared = declarations(function);

  std::string print(unsigned dim, std::string_view attributes) const {
    const auto number = static_cast<std::uint32_t>(&function - program.functions.data());
    std::string text = function.kernel ? "__kernel " : "";
    if (is_launched()) text += attributes;
    text += fmt::format("{} {}({})\n{{\n{}", info(function.result).name, function_name(program, number),
                        parameters(), prologue(dim));
    for (const auto& [v, statement_at] : declared)
      if (statement_at == nullptr) text += indent(1) + on_top(v) + ";\n";
    return text + block(function.body, 1) + "}\n";
  }

  std::string statement(const Stmt& s, int depth) const { return indent(depth) + bare(s, depth) + "\n"; }

  /// The expression, in parentheses if its precedence is below `least`.
  std::string expr(const Expr& e, Precedence least = Choice) const {
    std::string text = unparenthesised(e);
    return precedence(e) < least ? "(" + text + ")" : text;
  }

  static std::string indent(int depth) { return std::string(static_cast<std::size_t>(4 * depth), ' '); }

  static std::string_view atomic_name(Operator op) {
    if (op == Operator::Add) return "add";
    if (op == Operator::And) return "and";
    if (op == Operator::Or) return "or";
    return op == Operator::Xor ? "xor" : symbol(op);
  }

  std::string bare(const Stmt& s, int depth) const {
    const auto value = [&](std::size_t i) { return expr(s.exprs[i]); };
    const auto element = [&] { return fmt::format("{}[{}]", variable_name(function, s.index), value(0)); };
    switch (s.kind) {
      case StmtKind::Assign:
        return (declares(s) ? first(s) : next(s.index, s.exprs[0])) + ";";
      case StmtKind::AssignElement:
        return fmt::format("{} = {};", element(), value(1));
      case StmtKind::Store:
        return fmt::format("out{}[item] = {};", s.index, value(0));
      case StmtKind::Evaluate:
        return evaluated(s.exprs[0]) + ";";
      case StmtKind::If:
        return fmt::format("if ({}) {}{}", value(0), braces(s.blocks[0], depth),
                           s.blocks.size() > 1 ? " else " + braces(s.blocks[1], depth) : "");
      case StmtKind::Switch:
        return choice(s, depth);
      case StmtKind::For:
        return fmt::format("for ({}; {}; {}) {}", first(s), value(1), next(s.index, s.exprs[2]),
                           braces(s.blocks[0], depth));
      case StmtKind::While:
        return fmt::format("while ({}) {}", value(0), braces(s.blocks[0], depth));
      case StmtKind::DoWhile:
        return fmt::format("do {} while ({});", braces(s.blocks[0], depth), value(0));
      case StmtKind::Break:
        return "break;";
      case StmtKind::Continue:
        return "continue;";
      case StmtKind::Return:
        return s.exprs.empty() ? "return;" : fmt::format("return {};", value(0));
      case StmtKind::Barrier:
        return "barrier(CLK_LOCAL_MEM_FENCE);";
      case StmtKind::Atomic:
        return fmt::format("atomic_{}(&{}, {});", atomic_name(s.op), element(), value(1));
    }
    __builtin_unreachable();
  }

  std::string block(const Block& statements, int depth) const {
    std::string text;
    for (const Stmt& s : statements) text += statement(s, depth);
    return text;
  }
  std::string braces(const Block& statements, int depth) const {
    return "{\n" + block(statements, depth + 1) + indent(depth) + "}";
  }

  /// The program's arguments and buffers: the parameters of a kernel, or the arguments of its call.
  std::string kernel_list(bool with_types) const {
    std::string text;
    const auto add = [&](const std::vector<Type>& list, std::string_view qualifiers, std::string_view name) {
      for (std::size_t i = 0; i < list.size(); ++i) {
        text += text.empty() ? "" : ", ";
        if (with_types)
          text += fmt::format("{}{} {}", qualifiers, info(list[i]).name, qualifiers.empty() ? "" : "*");
        text += fmt::format("{}{}", name, i);
      }
    };
    add(program.arguments, "", "n");
    add(program.inputs, "__global const ", "in");
    add(program.group_inputs, "__global const ", "group");
    add(program.outputs, "__global ", "out");
    return text;
  }

  /// The additional parameter of a called function that calls collectives.
  std::string local_parameter(bool first) const {
    if (program.local_memory == 0 || is_launched()) return "";
    return std::string(first ? "" : ", ") + "__local void *local_memory";
  }
  bool is_launched() const { return &function == &program.functions.back(); }

  std::string parameters() const {
    if (function.kernel) return kernel_list(true) + local_parameter(false);
    std::string text;
    for (std::uint32_t p = 0; p < function.parameters; ++p)
      text += fmt::format("{}{} {}", p == 0 ? "" : ", ", info(function.variables[p].type).name,
                          variable_name(function, p));
    text += local_parameter(text.empty());
    return text.empty() ? "void" : text;
  }

  /// Declarations of the ids that the function uses, with short names.
  std::string prologue(unsigned dim) const {
    const auto uses = [&](Query q) {
      return any_part(function.body,
                      [&](const Expr& e) { return e.kind == ExprKind::Query && e.query == q; });
    };
    const auto id = [](const char* name) { return [=](unsigned d) { return of_dimension(name, d); }; };
    std::string text = is_launched() ? local_memory_text(program.local_memory) : "";
    const bool has_item = any_part(function.body, [](const Expr& e) { return e.kind == ExprKind::Input; }) ||
                          any_part(function.body, [](const Stmt& s) { return s.kind == StmtKind::Store; });
    if (has_item) {
      const auto relative = [](unsigned d) {
        return (d == 0 ? "" : "(") + of_dimension("get_global_id", d) + " - " +
               of_dimension("get_global_offset", d) + (d == 0 ? "" : ")");
      };
      text += "    const size_t item = " + linear(dim, relative, id("get_global_size")) + ";\n";
    }
    const bool reads_group =
        any_part(function.body, [](const Expr& e) { return e.kind == ExprKind::GroupInput; });
    if (reads_group || uses(Query::Group))
      text += "    const uint group = " + linear(dim, id("get_group_id"), id("get_num_groups")) + ";\n";
    if (uses(Query::Lane))
      text += "    const uint lane = " + linear(dim, id("get_local_id"), id("get_local_size")) + ";\n";
    if (uses(Query::Lanes)) {
      std::string lanes = "get_local_size(0)";
      for (unsigned d = 1; d < dim; ++d) lanes += " * " + of_dimension("get_local_size", d);
      text += "    const uint lanes = " + lanes + ";\n";
    }
    return text;
  }

  std::string on_top(std::uint32_t v) const {
    const Variable& variable = function.variables[v];
    const std::string text = fmt::format("{} {}", info(variable.type).name, variable_name(function, v));
    if (variable.length == 0) return text + " = 0";
    return fmt::format("{}{}[{}]{}", variable.local ? "__local " : "", text, variable.length,
                       variable.local ? "" : " = {0}");
  }

  bool declares(const Stmt& s) const {
    const auto found = declared.find(s.index);
    return found != declared.end() && found->second == &s;
  }

  /// An assignment in its usual form, such as "v1 += 2".
  std::string next(std::uint32_t variable, const Expr& value) const {
    const std::string name = variable_name(function, variable);
    const bool updates = value.kind == ExprKind::Binary && value.op >= Operator::Add &&
                         value.op <= Operator::ShiftRight && value.operands[0].kind == ExprKind::Variable &&
                         value.operands[0].index == variable;
    if (!updates) return fmt::format("{} = {}", name, expr(value));
    return fmt::format("{} {}= {}", name, symbol(value.op), expr(value.operands[1]));
  }
  std::string first(const Stmt& s) const {
    const std::string_view type = declares(s) ? info(function.variables[s.index].type).name : "";
    return fmt::format("{}{}{} = {}", type, type.empty() ? "" : " ", variable_name(function, s.index),
                       expr(s.exprs[0]));
  }

  std::string evaluated(const Expr& e) const {
    if (e.kind != ExprKind::Call || !program.functions[e.index].kernel) return expr(e);
    return function_name(program, e.index) + "(" + kernel_list(false) +
           (program.local_memory != 0 ? ", local_memory)" : ")");
  }

  std::string choice(const Stmt& s, int depth) const {
    std::string text = fmt::format("switch ({}) {{\n", expr(s.exprs[0]));
    for (std::size_t b = 0; b < s.blocks.size(); ++b)
      text += fmt::format("{}{}: {}\n", indent(depth),
                          b < s.labels.size() ? fmt::format("case {}", s.labels[b]) : "default",
                          braces(s.blocks[b], depth));
    return text + indent(depth) + "}";
  }

  // Expressions.

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
    std::string text = joined(exprs, ", ", [&](const Expr& e) { return expr(e); });
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
    return expr(e.operands[0], least(e.operands[0], false)) + " " + std::string(s.text) + " " +
           expr(e.operands[1], least(e.operands[1], true));
  }

  std::string unparenthesised(const Expr& e) const {
    const std::string number = std::to_string(e.index);
    switch (e.kind) {
      case ExprKind::Literal:
        return literal_text(e.type, e.literal);
      case ExprKind::Variable:
        return variable_name(function, e.index);
      case ExprKind::Element:
        return variable_name(function, e.index) + "[" + expr(e.operands[0]) + "]";
      case ExprKind::Argument:
        return "n" + number;
      case ExprKind::Input:
        return "in" + number + "[item]";
      case ExprKind::GroupInput:
        return "group" + number + "[group]";
      case ExprKind::Query:
        return query_text(e);
      case ExprKind::Unary:
        return std::string(symbol(e.op)) + expr(e.operands[0], Alone);
      case ExprKind::Binary:
        return binary(e);
      case ExprKind::Conditional:
        return expr(e.operands[0], LogicalOr) + " ? " + expr(e.operands[1], LogicalOr) + " : " +
               expr(e.operands[2], LogicalOr);
      case ExprKind::Cast:
        return "(" + std::string(info(e.type).name) + ")" + expr(e.operands[0], Prefix);
      case ExprKind::Call:
        return function_name(program, e.index) + list(e.operands, program.local_memory != 0);
      case ExprKind::Collective:
        return collective_name(e.collective) + list(e.operands, program.local_memory != 0);
    }
    __builtin_unreachable();
  }
};

}  // namespace

std::string_view symbol(Operator op) { return row(op).text; }

std::string local_memory_text(std::size_t bytes) {
  if (bytes == 0) return "";
  return fmt::format("    __local ulong local_words[{}];\n    __local void *local_memory = local_words;\n",
                     (bytes + sizeof(std::uint64_t) - 1) / sizeof(std::uint64_t));
}

std::string collective_name(Collective c) { return title(*find_row(builtins, c, &Builtin::collective)); }

std::string source_text(const Program& program, unsigned dim, std::string_view attributes) {
  std::string text;
  const auto enable = [&](std::string_view extension) {
    text.append("#pragma OPENCL EXTENSION ").append(extension).append(" : enable\n\n");
  };
  if (uses_type(program, Type::Half)) enable("cl_khr_fp16");
  if (calls_uniform_arithmetic(program)) enable(uniform_arithmetic);
  return text + functions_text(program, dim, attributes);
}

std::string functions_text(const Program& program, unsigned dim, std::string_view attributes) {
  std::string text;
  for (const Function& f : program.functions)
    text +=
        FunctionPrinter{program, f}.print(dim, attributes) + (&f == &program.functions.back() ? "" : "\n");
  return text;
}

std::string text(const Program& program, const Function& function, const Stmt& statement) {
  return FunctionPrinter{program, function}.statement(statement, 0);
}

}  // namespace wgcts::suites
