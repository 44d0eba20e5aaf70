#include "results/program_json.hpp"

#include <algorithm>

#include "results/json.hpp"
#include "suites/programs/print.hpp"

namespace wgcts::results {

using nlohmann::json;

template <>
inline constexpr std::array<std::string_view, 24> word_list<Operator>{
    "none",       "negate",        "complement", "not",       "add",         "subtract",
    "multiply",   "divide",        "remainder",  "and",       "or",          "xor",
    "shift_left", "shift_right",   "min",        "max",       "less",        "less_equal",
    "greater",    "greater_equal", "equal",      "not_equal", "logical_and", "logical_or"};
static_assert(word_list<Operator>.size() == static_cast<std::size_t>(Operator::LogicalOr) + 1);

template <>
inline constexpr std::array<std::string_view, 8> word_list<Query>{
    "local_id", "local_size", "group_id", "num_groups", "global_id", "lane", "lanes", "group"};
static_assert(word_list<Query>.size() == static_cast<std::size_t>(Query::Group) + 1);

template <>
inline constexpr std::array<std::string_view, 13> word_list<ExprKind>{
    "literal", "variable", "element",     "argument", "input", "group_input", "query",
    "unary",   "binary",   "conditional", "cast",     "call",  "collective"};
static_assert(word_list<ExprKind>.size() == static_cast<std::size_t>(ExprKind::Collective) + 1);

template <>
inline constexpr std::array<std::string_view, 14> word_list<StmtKind>{
    "assign", "assign_element", "store", "evaluate", "if",     "switch",  "for",
    "while",  "do_while",       "break", "continue", "return", "barrier", "atomic"};
static_assert(word_list<StmtKind>.size() == static_cast<std::size_t>(StmtKind::Atomic) + 1);

constexpr auto fields_of(Of<Expr>) {
  return std::tuple(
      Field{"kind", &Expr::kind}, Field{"type", &Expr::type}, optional_field("op", &Expr::op),
      optional_field(
          "query", &Expr::query, +[](const Expr& e) { return e.kind == ExprKind::Query; }),
      optional_field(
          "collective", &Expr::collective, +[](const Expr& e) { return e.kind == ExprKind::Collective; }),
      optional_field("index", &Expr::index), optional_field("literal", &Expr::literal),
      optional_field("operands", &Expr::operands));
}

constexpr auto fields_of(Of<Stmt>) {
  return std::tuple(Field{"kind", &Stmt::kind}, optional_field("op", &Stmt::op),
                    optional_field("index", &Stmt::index), optional_field("exprs", &Stmt::exprs),
                    optional_field("labels", &Stmt::labels), optional_field("blocks", &Stmt::blocks));
}

constexpr auto fields_of(Of<Variable>) {
  return std::tuple(Field{"type", &Variable::type}, Field{"length", &Variable::length},
                    Field{"local", &Variable::local});
}

constexpr auto fields_of(Of<Function>) {
  return std::tuple(Field{"kernel", &Function::kernel}, Field{"result", &Function::result},
                    Field{"parameters", &Function::parameters}, Field{"variables", &Function::variables},
                    Field{"body", &Function::body});
}

constexpr auto fields_of(Of<Program>) {
  return std::tuple(Field{"arguments", &Program::arguments}, Field{"inputs", &Program::inputs},
                    Field{"group_inputs", &Program::group_inputs}, Field{"outputs", &Program::outputs},
                    Field{"functions", &Program::functions});
}

constexpr auto fields_of(Of<ProgramLaunch>) {
  return std::tuple(Field{"range", &ProgramLaunch::range}, Field{"arguments", &ProgramLaunch::arguments},
                    Field{"inputs", &ProgramLaunch::inputs},
                    Field{"group_inputs", &ProgramLaunch::group_inputs});
}

constexpr auto fields_of(Of<Draft>) { return std::tuple(Field{"program", &Draft::program}); }

namespace {

/// Limits for untrusted files; generated programs are far below them.
constexpr std::size_t deepest = 256, most_items = 1U << 16, longest_array = 1U << 12;

void require_shallow(const json& value, std::size_t levels) {
  if (levels == 0) throw std::invalid_argument("the program is nested too deeply");
  if (value.is_structured())
    for (const json& part : value) require_shallow(part, levels - 1);
}

void require_sound(const NDRange& range) {
  bool valid = 1 <= range.dim && range.dim <= 3 && is_within(range.local, most_items) &&
               is_within(range.global, most_items) && std::ranges::max(range.offset) <= most_items;
  for (std::size_t d = range.dim; d < 3; ++d)
    valid &= range.local[d] == 1 && range.global[d] == 1 && range.offset[d] == 0;
  if (!valid) throw std::invalid_argument("invalid range");
}

void require_sound(const Program& program) {
  for (const Function& function : program.functions)
    for (const Variable& variable : function.variables)
      if (variable.length > longest_array) throw std::invalid_argument("an array of the program is too long");
}

}  // namespace

json to_json(const LegalProgram& p) {
  Draft unnamed = p;
  unnamed.program.suffix.clear();
  json object{{"name", name(given_case(p))}, {"text", source_text(unnamed.program, p.launch.range.dim)}};
  write(object, unnamed);
  write(object, unnamed.launch);
  return object;
}

LegalProgram program_from_json(const json& object) {
  require_shallow(object, deepest);
  Draft draft;
  read(object, draft);
  read(object, draft.launch);
  require_sound(draft.launch.range);
  require_sound(draft.program);
  ProgramOutcome expected = run(draft.program, draft.launch);
  return {std::move(draft), std::move(expected)};
}

Case given_case_from_json(const json& object) {
  Case c = given_case(program_from_json(object));
  if (const std::string& given = text_from(object, "name"); given != name(c))
    throw std::invalid_argument("the program's name is " + given + ", but its content gives " + name(c));
  return c;
}

}  // namespace wgcts::results
