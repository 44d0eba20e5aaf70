#include "prelude.hpp"

#include <algorithm>
#include <set>

#include "snippets.hpp"

namespace wgfault {
namespace {

const std::vector<std::string> operations = {
    "reduce_add",         "reduce_min",         "reduce_max",
    "scan_inclusive_add", "scan_inclusive_min", "scan_inclusive_max",
    "scan_exclusive_add", "scan_exclusive_min", "scan_exclusive_max"};

// work_group_all is inverted in one driver and looks at one bit in another; broadcast of half crashes a
// compiler. Faults use these names for the driver's builtins, so that each is seen alone.
constexpr const char* head = R"(
#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#endif
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
// A driver's own builtins are not compiled with the program's -cl-single-precision-constant.
#undef DBL_MAX
#undef DBL_MIN
#define DBL_MAX as_double(0x7fefffffffffffffUL)
#define DBL_MIN as_double(0x0010000000000000UL)
#endif
#ifndef FAULT_OPT_DISABLE
#define FAULT_OPT_DISABLE 0
#endif
#ifndef FAULT_FAST_MATH
#define FAULT_FAST_MATH 0
#endif
#ifndef FAULT_FINITE_MATH
#define FAULT_FINITE_MATH 0
#endif
#ifndef FAULT_UNSAFE_MATH
#define FAULT_UNSAFE_MATH 0
#endif
#ifndef FAULT_FLUSHED
#define FAULT_FLUSHED 0
#endif
#ifndef FAULT_UNSIGNED_ZEROS
#define FAULT_UNSIGNED_ZEROS 0
#endif
#ifndef FAULT_SINGLE_CONST
#define FAULT_SINGLE_CONST 0
#endif
#ifndef FAULT_UNIFORM_SIZE
#define FAULT_UNIFORM_SIZE 0
#endif
#ifndef FAULT_NO_IFP
#define FAULT_NO_IFP 0
#endif
#ifndef FAULT_DEBUG
#define FAULT_DEBUG 0
#endif
#define FAULT_FN static inline __attribute__((overloadable, always_inline))
typedef struct { uint made; ulong result; } fault_history_t;
#define driver_any work_group_any
FAULT_FN int driver_all(int x) { return !work_group_any(!x); }
)";

// Whether there are doubles is seen before an order's own lines hide the extension.
constexpr const char* sights = R"(
#if defined(cl_khr_fp64) || defined(__opencl_c_fp64)
#define FAULT_HAS_DOUBLE
#endif
)";

// A repair: Intel's CPU runtime miscompiles loops beside a sub-group function in kernels with the hint. The
// loop may come from another program that is linked.
constexpr const char* without_hint = "#define vec_type_hint(type)\n";

struct Arity {
  const char *name, *parameters, *arguments;
  const char* source;  // the lane that the coordinates name
};
const std::vector<Arity> arities = {
    {"1", ", size_t fault_src_a", ", fault_src_a", "src_a"},
    {"2", ", size_t fault_src_a, size_t fault_src_b", ", fault_src_a, fault_src_b", "src_a + Lx * src_b"},
    {"3", ", size_t fault_src_a, size_t fault_src_b, size_t fault_src_c",
     ", fault_src_a, fault_src_b, fault_src_c", "src_a + Lx * (src_b + Ly * src_c)"},
};
const std::vector<Arity> no_coordinates = {{"", "", "", "0"}};

std::string guarded(const Type& type, const std::string& text) {
  return std::string("#if ") + type.guard + "\n" + text + "\n#endif\n";
}

std::string repairs() {
  std::string text = head;
  for (const auto& type : types) {
    const bool half = type.name == std::string("half");
    std::string functions;
    for (const auto& arity : arities) {
      const std::string value = half ? "(uint)as_ushort(x)" : "x";
      const std::string call = "work_group_broadcast(" + value + arity.arguments + ")";
      functions += std::string("FAULT_FN ") + type.name + " driver_broadcast(" + type.name + " x" +
                   arity.parameters + ") { return " + (half ? "as_half((ushort)" + call + ")" : call) +
                   "; }\n";
    }
    text += guarded(type, functions);
  }
  for (const auto& name : operations) text += "#define driver_" + name + " work_group_" + name + "\n";
  return text;
}

// The identifiers of a text, as a set.
std::set<std::string> identifiers(const std::string& text) {
  std::set<std::string> names;
  replace_words(text, [&](const std::string& word) {
    names.insert(word);
    return word;
  });
  return names;
}

// Adds whatever the names already wanted are themselves made of. Later rows use earlier ones.
template <typename Rows, typename Text>
void close_over(std::set<std::string>& wanted, const Rows& rows, Text text) {
  for (auto row = rows.rbegin(); row != rows.rend(); ++row)
    if (wanted.count(row->name)) wanted.merge(identifiers(text(*row)));
}

std::string body_of(const Spell& spell) {
  return spell.let + " " + spell.when + " " + spell.feeds + " " + spell.gives;
}

std::string helper_text(const Order& order) {
  std::set<std::string> wanted;
  for (const auto& spell : order.spells) wanted.merge(identifiers(body_of(spell)));
  if (wanted.count("op")) wanted.insert({"fault_add", "fault_min", "fault_max"});
  close_over(wanted, values, [](const Value& v) { return std::string(v.expression); });
  if (needs_history(order)) wanted.insert("fault_bits");
  close_over(wanted, helpers, [](const Helper& h) { return std::string(h.text); });
  std::string text;
  for (const auto& helper : helpers) {
    if (!wanted.count(helper.name)) continue;
    if (identifiers(helper.text).count("T") == 0) {
      text += std::string(helper.text) + "\n";
      continue;
    }
    for (const auto& type : types)
      text += guarded(type, replace_words(helper.text, [&](const std::string& word) -> std::string {
                        if (word == "T") return type.name;
                        if (word == "U") return type.bits;
                        if (word == "as_T") return std::string("as_") + type.name;
                        if (word == "as_U") return std::string("as_") + type.bits;
                        return word;
                      }));
  }
  return text;
}

struct Builtin {
  std::string name;
  Type type;
  Arity arity;
  bool coded() const { return name == "all" || name == "any"; }
};

// The functions that an overload goes through: what it makes right or wrong, and what it calls for that.
struct Layer {
  std::string name;       // fault_call_NAME for the outermost
  std::string below;      // how a call of the one below begins, up to its arguments
  bool outermost = true;  // which keeps the history
};

// One function of an overload of fault_call_NAME: the driver's, or the spell's.
std::string overload(const Builtin& builtin, const Spell* spell, const Layer& layer, bool history) {
  const std::string type = builtin.type.name;
  const std::string signature = type + " " + layer.name +
                                "(uint fault_site, fault_history_t* fault_history, " + type + " fault_x" +
                                builtin.arity.parameters + ")";
  if (!spell)
    return "FAULT_FN " + signature + " { return " + layer.below + "fault_x" + builtin.arity.arguments +
           "); }\n";
  if (spell->missing == "compile")
    return "static __attribute__((overloadable, unavailable(\"not built in\"))) " + signature + ";\n";
  if (spell->missing == "link") {
    const std::string absent = "fault_absent_" + builtin.name;
    return "__attribute__((overloadable)) " + type + " " + absent + "(" + type + " x);\nFAULT_FN " +
           signature + " { return " + absent + "(fault_x); }\n";
  }

  const auto rename = [&](const std::string& word) -> std::string {
    static const std::set<std::string> own = {"T", "x", "right", "fed", "source", "src_a", "src_b", "src_c"};
    const auto named = [&](const auto& row) { return word == row.name; };
    if (word == "self") return "fault_self";
    if (word == "U") return builtin.type.bits;
    if (word == "as_T") return "as_" + type;
    if (word == "as_U") return std::string("as_") + builtin.type.bits;
    if (word == "identity") return "(" + identity(builtin.name, type) + ")";
    if (word == "op") return "fault" + builtin.name.substr(builtin.name.rfind('_'));
    if (own.count(word) || std::any_of(values.begin(), values.end(), named) ||
        std::any_of(site_fields.begin(), site_fields.end(), named))
      return "fault_" + word;
    return word;
  };
  const auto translate = [&](const std::string& text) {
    std::string result = replace_words(text, rename);
    const std::string self = "fault_self(";
    for (size_t at; (at = result.find(self)) != std::string::npos;)
      result.replace(at, self.size(), layer.below);
    return result;
  };

  std::set<std::string> wanted = identifiers(body_of(*spell));
  if (wanted.count("source")) wanted.insert({"Lx", "Ly"});
  close_over(wanted, values, [](const Value& v) { return std::string(v.expression); });

  std::string text = "FAULT_FN " + signature + " {\n  typedef " + type + " fault_T;\n";
  text += "  const fault_T fault_right = " + layer.below + "fault_x" + builtin.arity.arguments + ");\n";
  for (const auto& value : values)
    if (wanted.count(value.name))
      text += "  const " + translate(value.type) + " fault_" + value.name + " = " +
              translate(value.expression) + ";\n";
  if (wanted.count("source"))
    text += "  const uint fault_source = (uint)(" + translate(builtin.arity.source) + ");\n";
  for (const auto& field : site_fields)
    if (wanted.count(field.name))
      text += std::string("  const uint fault_") + field.name + " = fault_site >> " +
              std::to_string(field.shift) + " & " + std::to_string((1 << field.width) - 1) + ";\n";
  text += "  " + translate(spell->let) + "\n";
  if (!spell->feeds.empty())
    text += "  const fault_T fault_fed = " + layer.below + "(fault_T)(" + translate(spell->feeds) + ")" +
            builtin.arity.arguments + ");\n";
  text += "  const fault_T fault_wrong = (fault_T)(" +
          translate(spell->gives.empty() ? "fed" : spell->gives) + ");\n";
  text += "  const int fault_bad = (int)(" + translate(spell->when) + ");\n";
  text += "  const fault_T fault_result = fault_bad ? fault_wrong : fault_right;\n";
  if (history && layer.outermost)
    text +=
        "  if (fault_history) { fault_history->made++; fault_history->result = fault_bits(fault_result); }\n";
  return text + "  return fault_result;\n}\n";
}

bool strikes(const Spell& spell, const Builtin& builtin) {
  const auto holds = [](const std::vector<std::string>& list, const std::string& name) {
    return std::find(list.begin(), list.end(), name) != list.end();
  };
  return holds(spell.builtins, builtin.name) &&
         (builtin.coded() || spell.types.empty() || holds(spell.types, builtin.type.name)) &&
         (spell.arity.empty() || spell.arity == builtin.arity.name);
}

// An overload of fault_call_NAME with all that it goes through. Several spells lie one above the other: each
// takes what those before it give for the driver's.
std::string overloads(const Builtin& builtin, const Order& order, bool history) {
  std::vector<const Spell*> struck;
  for (const Spell& spell : order.spells)
    if (strikes(spell, builtin)) struck.push_back(&spell);
  if (struck.empty()) struck.push_back(nullptr);
  std::string text, below = "driver_" + builtin.name + "(";
  for (size_t i = 0; i < struck.size(); ++i) {
    const bool outermost = i + 1 == struck.size();
    const std::string name =
        (outermost ? "fault_call_" : "fault_below_" + std::to_string(i) + "_") + builtin.name;
    text += overload(builtin, struck[i], {name, below, outermost}, history);
    below = name + "(fault_site, fault_history, ";
  }
  return text;
}

}  // namespace

std::vector<std::string> rewritten_builtins(const Order& order) {
  std::set<std::string> names = {"all", "broadcast"};  // the repairs
  for (const auto& spell : order.spells) names.insert(spell.builtins.begin(), spell.builtins.end());
  return {names.begin(), names.end()};
}

bool needs_history(const Order& order) {
  return std::any_of(order.spells.begin(), order.spells.end(), [](const Spell& spell) {
    const auto names = identifiers(body_of(spell));
    return names.count("calls") || names.count("last");
  });
}

std::string prelude(const Order& order) {
  const bool history = needs_history(order);
  std::string text = sights;
  for (const auto& line : order.prelude) text += line + "\n";
  text += "#if __OPENCL_C_VERSION__ == 200 || defined(__opencl_c_work_group_collective_functions)\n";
  text += repairs() + helper_text(order);
  std::string macros;
  for (const auto& name : rewritten_builtins(order)) {
    const bool coded = name == "all" || name == "any";
    for (const auto& type : types) {
      if (coded && type.name != std::string("int")) continue;
      std::string functions;
      for (const auto& arity : name == "broadcast" ? arities : no_coordinates)
        functions += overloads({name, type, arity}, order, history);
      text += guarded(type, functions);
    }
    macros += "#define work_group_" + name + "(...) fault_call_" + name + "(0, 0, __VA_ARGS__)\n";
  }
  return text + macros + "#endif\n" + without_hint + "#line 1\n";
}

std::string prelude_without_collectives(const Order& order) {
  std::string text = without_hint;
  for (const auto& line : order.prelude) text += line + "\n";
  return text + "#line 1\n";
}

}  // namespace wgfault
