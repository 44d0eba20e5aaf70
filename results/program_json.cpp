#include "results/program_json.hpp"

#include <algorithm>

#include "results/fields.hpp"
#include "suites/programs/draw_program.hpp"
#include "suites/programs/print.hpp"

namespace wgcts::results {
namespace {

using nlohmann::json;

/// Indexed by Operator, Query, ExprKind and StmtKind.
constexpr std::array<std::string_view, 24> operators{
    "none",       "negate",        "complement", "not",       "add",         "subtract",
    "multiply",   "divide",        "remainder",  "and",       "or",          "xor",
    "shift_left", "shift_right",   "min",        "max",       "less",        "less_equal",
    "greater",    "greater_equal", "equal",      "not_equal", "logical_and", "logical_or"};
static_assert(operators.size() == static_cast<std::size_t>(Operator::LogicalOr) + 1);
constexpr std::array<std::string_view, 8> queries{"local_id",  "local_size", "group_id", "num_groups",
                                                  "global_id", "lane",       "lanes",    "group"};
static_assert(queries.size() == static_cast<std::size_t>(Query::Group) + 1);
constexpr std::array<std::string_view, 13> expressions{
    "literal", "variable", "element",     "argument", "input", "group_input", "query",
    "unary",   "binary",   "conditional", "cast",     "call",  "collective"};
static_assert(expressions.size() == static_cast<std::size_t>(ExprKind::Collective) + 1);
constexpr std::array<std::string_view, 14> statements{
    "assign", "assign_element", "store", "evaluate", "if",     "switch",  "for",
    "while",  "do_while",       "break", "continue", "return", "barrier", "atomic"};
static_assert(statements.size() == static_cast<std::size_t>(StmtKind::Atomic) + 1);

/// Limits for untrusted files; generated programs are far below them.
constexpr std::size_t deepest = 64, most_items = 1U << 16, longest_array = 1U << 12;

template <class Enum, std::size_t n>
std::string_view word_of(const std::array<std::string_view, n>& words, Enum value) {
  return words[static_cast<std::size_t>(value)];
}

template <class Enum, std::size_t n>
Enum value_of(const std::array<std::string_view, n>& words, const std::string& word) {
  const auto found = std::ranges::find(words, word);
  if (found == words.end()) throw std::invalid_argument("unknown word in a program: '" + word + "'");
  return static_cast<Enum>(found - words.begin());
}

Type type_from(const json& text) {
  const auto found = std::ranges::find(types, text_from(text), &TypeInfo::name);
  if (found == types.end())
    throw std::invalid_argument("unknown type in a program: '" + text_from(text) + "'");
  return found->type;
}

std::uint32_t index_from(const json& value) { return number_from<std::uint32_t>(value); }

std::string name_of(Collective c) {
  for (const Builtin& b : builtins)
    if (b.collective == c) return std::string(b.name);
  return {};
}

Collective collective_from(const json& name) {
  const Builtin* builtin = builtin_named(text_from(name));
  if (builtin == nullptr) throw std::invalid_argument("unknown collective: " + text_from(name));
  return builtin->collective;
}

json list(const auto& parts, auto&& one) {
  json array = json::array();
  for (const auto& part : parts) array.push_back(one(part));
  return array;
}

template <class T>
std::vector<T> list_from(const json& array, auto&& one) {
  std::vector<T> parts;
  for (const json& part : array.get_ref<const json::array_t&>()) parts.push_back(one(part));
  return parts;
}

json types_json(const std::vector<Type>& of) {
  return list(of, [](Type type) { return info(type).name; });
}

std::vector<Type> type_list_from(const json& array) { return list_from<Type>(array, type_from); }

json expr_json(const Expr& e) {
  json object{{"kind", word_of(expressions, e.kind)}, {"type", info(e.type).name}};
  if (e.op != Operator::None) object["op"] = word_of(operators, e.op);
  if (e.kind == ExprKind::Query) object["query"] = word_of(queries, e.query);
  if (e.kind == ExprKind::Collective) object["collective"] = name_of(e.collective);
  if (e.index != 0) object["index"] = e.index;
  if (e.literal != 0) object["literal"] = e.literal;
  if (!e.operands.empty()) object["operands"] = list(e.operands, expr_json);
  return object;
}

Expr expr_from(const json& object, std::size_t depth) {
  if (depth == 0) throw std::invalid_argument("the program is nested too deeply");
  Expr e{.kind = value_of<ExprKind>(expressions, text_from(object, "kind")),
         .type = type_from(object.at("type"))};
  if (object.contains("op")) e.op = value_of<Operator>(operators, text_from(object, "op"));
  if (object.contains("query")) e.query = value_of<Query>(queries, text_from(object, "query"));
  if (object.contains("collective")) e.collective = collective_from(object["collective"]);
  if (object.contains("index")) e.index = index_from(object["index"]);
  if (object.contains("literal")) e.literal = number_from<std::uint64_t>(object["literal"]);
  if (object.contains("operands"))
    e.operands = list_from<Expr>(object["operands"], [&](const json& o) { return expr_from(o, depth - 1); });
  return e;
}

json statement_json(const Stmt& s) {
  json object{{"kind", word_of(statements, s.kind)}};
  if (s.op != Operator::None) object["op"] = word_of(operators, s.op);
  if (s.index != 0) object["index"] = s.index;
  if (!s.exprs.empty()) object["exprs"] = list(s.exprs, expr_json);
  if (!s.labels.empty()) object["labels"] = s.labels;
  if (!s.blocks.empty())
    object["blocks"] = list(s.blocks, [](const Block& b) { return list(b, statement_json); });
  return object;
}

Block block_from(const json& array, std::size_t depth);

Stmt statement_from(const json& object, std::size_t depth) {
  if (depth == 0) throw std::invalid_argument("the program is nested too deeply");
  Stmt s{.kind = value_of<StmtKind>(statements, text_from(object, "kind"))};
  if (object.contains("op")) s.op = value_of<Operator>(operators, text_from(object, "op"));
  if (object.contains("index")) s.index = index_from(object["index"]);
  if (object.contains("exprs"))
    s.exprs = list_from<Expr>(object["exprs"], [](const json& e) { return expr_from(e, deepest); });
  if (object.contains("labels"))
    s.labels = list_from<std::int32_t>(object["labels"], [](const json& label) {
      if (!label.is_number_integer() || label > json(INT32_MAX) || label < json(INT32_MIN))
        throw std::invalid_argument("a label of a switch is not an int");
      return label.get<std::int32_t>();
    });
  if (object.contains("blocks"))
    s.blocks = list_from<Block>(object["blocks"], [&](const json& b) { return block_from(b, depth - 1); });
  return s;
}

Block block_from(const json& array, std::size_t depth) {
  return list_from<Stmt>(array, [&](const json& s) { return statement_from(s, depth); });
}

json function_json(const Function& f) {
  return {
      {"kernel", f.kernel},
      {"noinline", f.noinline},
      {"result", info(f.result).name},
      {"parameters", f.parameters},
      {"variables", list(f.variables,
                         [](const Variable& v) {
                           return json{{"type", info(v.type).name}, {"length", v.length}, {"local", v.local}};
                         })},
      {"body", list(f.body, statement_json)}};
}

Variable variable_from(const json& object) {
  const Variable v{type_from(object.at("type")), index_from(object.at("length")),
                   bool_from(object.at("local"))};
  if (v.length > longest_array) throw std::invalid_argument("an array of the program is too long");
  return v;
}

Function function_from(const json& object) {
  return {bool_from(object.at("kernel")),
          bool_from(object.at("noinline")),
          type_from(object.at("result")),
          index_from(object.at("parameters")),
          list_from<Variable>(object.at("variables"), variable_from),
          block_from(object.at("body"), deepest)};
}

NDRange range_from(const json& object) {
  NDRange range{.dim = index_from(object.at("dim"))};
  read(object.at("local"), range.local);
  read(object.at("global"), range.global);
  if (object.contains("offset")) read(object["offset"], range.offset);
  bool valid = 1 <= range.dim && range.dim <= 3 && is_within(range.local, most_items) &&
               is_within(range.global, most_items) && std::ranges::max(range.offset) <= most_items;
  for (std::size_t d = range.dim; d < 3; ++d)
    valid &= range.local[d] == 1 && range.global[d] == 1 && range.offset[d] == 0;
  if (!valid) throw std::invalid_argument("invalid range");
  return range;
}

}  // namespace

json to_json(const LegalProgram& p) {
  const NDRange& range = p.launch.range;
  Program unnamed = p.program;
  unnamed.suffix.clear();
  return {{"name", name(given_case(p))},
          {"text", source_text(unnamed, range.dim)},
          {"range",
           {{"dim", range.dim}, {"local", range.local}, {"global", range.global}, {"offset", range.offset}}},
          {"arguments", p.launch.arguments},
          {"inputs", p.launch.inputs},
          {"group_inputs", p.launch.group_inputs},
          {"program",
           {{"arguments", types_json(p.program.arguments)},
            {"inputs", types_json(p.program.inputs)},
            {"group_inputs", types_json(p.program.group_inputs)},
            {"outputs", types_json(p.program.outputs)},
            {"functions", list(p.program.functions, function_json)}}}};
}

LegalProgram program_from_json(const json& object) {
  const json& tree = object.at("program");
  Program program{type_list_from(tree.at("arguments")), type_list_from(tree.at("inputs")),
                  type_list_from(tree.at("group_inputs")), type_list_from(tree.at("outputs")),
                  list_from<Function>(tree.at("functions"), function_from)};
  ProgramLaunch launch{.range = range_from(object.at("range"))};
  read(object.at("arguments"), launch.arguments);
  read(object.at("inputs"), launch.inputs);
  read(object.at("group_inputs"), launch.group_inputs);
  ProgramOutcome expected = run(program, launch);
  return {{std::move(program), std::move(launch)}, std::move(expected)};
}

Case given_case_from_json(const json& object) {
  Case c = given_case(program_from_json(object));
  if (const std::string& given = text_from(object, "name"); given != name(c))
    throw std::invalid_argument("the program's name is " + given + ", but its content gives " + name(c));
  return c;
}

}  // namespace wgcts::results
