#include "reports/reproducer/arguments_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <optional>
#include <set>

#include "reference/lists.hpp"
#include "suites/parse.hpp"

namespace wgcts::reports {
namespace {

constexpr std::size_t columns = 110;

/// Types smaller than int are promoted to int, so their literals need no suffix.
template <class T>
inline constexpr bool is_promoted = std::is_integral_v<T> && sizeof(T) < sizeof(int);

template <class T>
std::string number_literal(T value) {
  if constexpr (std::is_same_v<T, half>) {
    return fmt::format("0x{:04x}", std::bit_cast<std::uint16_t>(value));
  } else if constexpr (is_float_v<T>) {
    if (std::isnan(value)) return "NAN";
    if (std::isinf(value)) return value > 0 ? "INFINITY" : "-INFINITY";
    // Integers are more readable in decimal; hexadecimal keeps every bit of other values.
    const bool whole = value == std::trunc(value) && std::abs(value) < T{1 << 24};
    return fmt::format("{}{}", whole ? fmt::format("{:.1f}", value) : fmt::format("{:a}", value),
                       sizeof(T) == 4 ? "f" : "");
  } else if constexpr (is_promoted<T>) {
    return fmt::format("{}", value);
  } else if constexpr (std::is_signed_v<T>) {
    // The smallest value has no literal: without its minus sign, the number is too large.
    if (value == std::numeric_limits<T>::min()) return fmt::format("{} - 1", number_literal<T>(value + 1));
    return fmt::format("{}{}", value, sizeof(T) == 8 ? "LL" : "");
  } else {
    return fmt::format("{}{}", value, sizeof(T) == 8 ? "ULL" : "U");
  }
}

/// The constant step between these values. Empty if there is none, or if it is not small.
template <class T>
std::optional<T> step_between(T a, T b) {
  if (std::memcmp(&a, &b, sizeof a) == 0) return T{0};
  if constexpr (std::is_same_v<T, half> || is_promoted<T>) {
    return std::nullopt;
  } else {
    // The limits ensure that the expansion neither overflows nor rounds.
    constexpr T least = static_cast<T>(std::is_signed_v<T> ? -(1 << 20) : 0), most = T{1 << 20};
    if (!(a >= least && a <= most && b >= least && b <= most)) return std::nullopt;
    if (!(b > a) || static_cast<T>(static_cast<std::int64_t>(a)) != a ||
        static_cast<T>(static_cast<std::int64_t>(b)) != b)
      return std::nullopt;
    return static_cast<T>(b - a);
  }
}

template <class T>
std::vector<std::string> runs_of(const std::vector<std::uint64_t>& bits) {
  std::vector<std::string> runs;
  const auto value = [&](std::size_t i) { return value_from<T>(bits[i]); };
  for (std::size_t first = 0; first < bits.size();) {
    std::size_t end = first + 1;
    const auto step = end < bits.size() ? step_between(value(first), value(end)) : std::nullopt;
    while (step && end < bits.size() && step_between(value(end - 1), value(end)) == step) ++end;
    // A run of two different values saves no text.
    if (end == first + 2 && step != T{0}) end = first + 1;
    const T added = end == first + 1 ? T{0} : step.value_or(T{0});
    runs.push_back(
        fmt::format("{{{}, {}, {}}}", end - first, number_literal(value(first)), number_literal(added)));
    first = end;
  }
  runs.emplace_back("{0}");
  return runs;
}

/// How printf() prints a type.
struct Printed {
  Type type;
  std::string_view format;
  std::string_view cast = {};  ///< cl_long is long on some platforms and long long on others
};
constexpr Printed printed[] = {{Type::Half, "0x%04x"},
                               {Type::UInt, "%u"},
                               {Type::Long, "%lld", "(long long)"},
                               {Type::ULong, "%llu", "(unsigned long long)"},
                               {Type::Float, "%.9g"},
                               {Type::Double, "%.17g"}};

Printed printed_as(Type type) {
  const Printed* row = find_row(printed, type, &Printed::type);
  return row != nullptr ? *row : Printed{type, "%d"};  // narrow integers are promoted to int
}

template <class Predicate>
bool any_judged(const KernelArgument& output, Predicate predicate) {
  return std::ranges::any_of(output.expected,
                             [&](const Expected& e) { return e.judged && !e.untouched && predicate(e); });
}

bool is_truth(const KernelArgument& output) {
  return any_judged(output, [](const Expected& e) { return e.rule == Rule::Truth; });
}

bool has_bounds(const KernelArgument& output) {
  return any_judged(output, [](const Expected& e) { return leaves_room(e.rule) && e.low != e.high; });
}

bool has_unjudged(const KernelArgument& output) {
  return !std::ranges::all_of(output.expected, &Expected::judged);
}

bool expects_nan(const KernelArgument& output) {
  if (!is_gentype(output.type)) return false;
  return with_gentype(output.type, [&]<class T>() {
    return any_judged(output, [](const Expected& e) { return is_nan(value_from<T>(e.low)); });
  });
}

/// Whether runs make a shorter text than single values.
bool saves_text(Type type, const std::vector<std::uint64_t>& bits) {
  constexpr std::size_t few_values = 40, values_as_long_as_a_run = 3;
  return bits.size() > few_values && c_runs(type, bits).size() * values_as_long_as_a_run < bits.size();
}

std::vector<std::uint64_t> elements_of(const KernelArgument& argument) {
  std::vector<std::uint64_t> bits;
  for (std::size_t i = 0; i < argument.bytes.size() / info(argument.type).bytes; ++i)
    bits.push_back(element_of(argument.bytes, argument.type, i));
  return bits;
}

/// An array or a scalar with its name in C.
struct Array {
  std::string name;
  Type type;
  std::vector<std::uint64_t> bits;
  bool is_scalar = false;
  bool in_runs = false;  ///< because runs make a shorter text than single values
};

/// "0" for the output "out0"; empty if the kernel's only output is "out".
std::string number_of(const KernelArgument& output) {
  return output.name.substr(std::string_view("out").size());
}

/// The arrays of expected values, or of their bounds. Elements that the kernel must not write are expected to
/// keep their fill value.
std::vector<Array> wanted(const KernelArgument& argument) {
  const std::string number = number_of(argument);
  const std::uint64_t poison = element_of(argument.bytes, argument.type, 0);
  Array want{"want" + number, argument.type}, most{"most" + number, argument.type},
      judged{"judged" + number, Type::Char};
  for (const Expected& e : argument.expected) {
    want.bits.push_back(!e.judged ? 0 : e.untouched ? poison : e.low);
    most.bits.push_back(!e.judged ? 0 : e.untouched ? poison : e.high);
    judged.bits.push_back(e.judged ? 1 : 0);
  }
  std::vector<Array> arrays{std::move(want)};
  if (has_bounds(argument)) arrays.push_back(std::move(most));
  if (has_unjudged(argument)) arrays.push_back(std::move(judged));
  return arrays;
}

/// cl_int, cl_half, cl_uchar, ...
std::string c_type(Type type) { return fmt::format("cl_{}", info(type).name); }

std::string c_array(std::string_view type, std::string_view name, const std::vector<std::string>& values) {
  std::string text, line = fmt::format("static const {} {}[] = {{", type, name);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::string piece = values[i] + (i + 1 < values.size() ? ", " : "};");
    if (line.size() + piece.size() > columns) {
      line.erase(line.find_last_not_of(' ') + 1);
      text += line + "\n";
      line = "    ";
    }
    line += piece;
  }
  return text + line + "\n";
}

std::string arrays_text(const std::vector<Array>& arrays) {
  std::string text;
  std::set<Type> in_runs;
  for (const Array& array : arrays)
    if (array.in_runs) in_runs.insert(array.type);
  for (const Type type : in_runs) text += fmt::format("RUNS({})\n", c_type(type));
  for (const Array& array : arrays) {
    const std::string type = c_type(array.type);
    if (array.is_scalar) {
      text += fmt::format("static const {} {} = {};\n", type, array.name,
                          c_literal(array.type, array.bits.front()));
    } else if (array.in_runs) {
      text += fmt::format("static {} {}[{}];\n", type, array.name, array.bits.size()) +
              c_array("struct " + type + "_run", array.name + "_runs", c_runs(array.type, array.bits));
    } else {
      const auto values = mapped(array.bits, [&](std::uint64_t bits) { return c_literal(array.type, bits); });
      text += c_array(type, array.name, values);
    }
  }
  return text;
}

std::string table_text(const KernelRun& run) {
  std::string text;
  std::vector<std::string> rows;
  for (const KernelArgument& argument : run.arguments) {
    const std::string& name = argument.name;
    switch (argument.kind) {
      case ArgumentKind::Scalar:
        rows.push_back(fmt::format("{{scalar, &{0}, sizeof {0}}}", name));
        break;
      case ArgumentKind::Input:
        rows.push_back(fmt::format("{{input, {0}, sizeof {0}}}", name));
        break;
      case ArgumentKind::Output:
        text += fmt::format("static {} got{}[{}];\n", c_type(argument.type), number_of(argument),
                            argument.expected.size());
        rows.push_back(fmt::format("{{output, got{0}, sizeof got{0}}}", number_of(argument)));
        break;
      case ArgumentKind::Local:
        rows.push_back(fmt::format("{{scalar, NULL, {}}}", size_in_bytes(argument)));
        break;
    }
  }
  // A reduced program that crashes during its build may have no arguments, and C has no empty arrays.
  const bool none = rows.empty();
  if (none) rows.push_back("{scalar, NULL, 0}");
  return text + "enum kind { scalar, input, output };  // scalar NULL is local memory\n" +
         c_array("struct { enum kind kind; const void *data; size_t size; }", "arguments", rows) +
         (none ? "enum { count = 0 };\n" : "enum { count = sizeof arguments / sizeof arguments[0] };\n");
}

std::string unrolling_text(const std::vector<Array>& arrays) {
  std::string text;
  for (const Array& array : arrays)
    if (array.in_runs)
      text += fmt::format("{}unroll_{}({}, {}_runs)", text.empty() ? "  " : ", ", c_type(array.type),
                          array.name, array.name);
  return text.empty() ? "" : text + ";\n";
}

/// The condition that an element is wrong, as in reference/judge.hpp.
std::string comparison(const KernelArgument& argument) {
  const std::string element = number_of(argument) + "[i]", got = "got" + element, want = "want" + element;
  const bool by_bits = any_judged(argument, [](const Expected& e) { return e.rule == Rule::Bits; });
  const auto number = [&](const std::string& text) {
    return argument.type == Type::Half ? "value(" + text + ")" : text;
  };
  const std::string got_number = number(got), want_number = number(want);
  std::string wrong;
  if (is_truth(argument))
    wrong = fmt::format("!{0} != !{1} || {0} == (cl_int){2:#x}", got, want,
                        element_of(argument.bytes, argument.type, 0));  // the fill value: never written
  else if (has_bounds(argument))
    wrong = fmt::format("!({1} <= {0} && {0} <= {2})", got_number, want_number, number("most" + element));
  else if (by_bits && is_floating(argument.type))
    wrong = fmt::format("memcmp(&{0}, &{1}, sizeof {0}) != 0", got, want);
  else if (argument.type == Type::Half)  // zeros of either sign are equal
    wrong = fmt::format("{0} != {1} && (({0} | {1}) & 0x7fff) != 0", got, want);
  else
    wrong = fmt::format("{} != {}", got, want);
  if (expects_nan(argument))
    wrong = fmt::format("isnan({1}) ? !isnan({0}) : ({2})", got_number, want_number, wrong);
  return has_unjudged(argument) ? fmt::format("judged{} && ({})", element, wrong) : wrong;
}

/// `in` is the kernel's first argument.
std::string check_text(const KernelArgument& argument, bool is_only_output, const KernelArgument& in) {
  const std::string number = number_of(argument), got = "got" + number, want = "want" + number;
  const bool is_bounded = !is_truth(argument) && has_bounds(argument);
  const auto [type, format, cast] = printed_as(argument.type);
  // If the only output is as long as the input, each of its elements belongs to an input value.
  const bool shows_input = is_only_output && in.kind == ArgumentKind::Input && in.type == argument.type &&
                           in.elements == argument.elements;
  std::string wanted = is_truth(argument) ? fmt::format("{}[i] ? \"non-zero\" : \"0\"", want)
                                          : fmt::format("{}{}[i]", cast, want);
  if (is_bounded) wanted += fmt::format(", {}most{}[i]", cast, number);
  return fmt::format(
      "  for (int i = 0; i < {0}; ++i)\n    if (({1}) && ++wrong <= 8)\n"
      "      printf(\"{2}[%d]: {3}expected {4}, got {5}\\n\", i, {6}{7}, {8}{9}[i]);\n",
      argument.expected.size(), comparison(argument), argument.name,
      shows_input ? fmt::format("in {}, ", format) : "",
      is_truth(argument) ? "%s"
      : is_bounded       ? fmt::format("{0} to {0}", format)
                         : std::string(format),
      format, shows_input ? fmt::format("{}{}[i], ", cast, in.name) : "", wanted, cast, got);
}

}  // namespace

std::vector<std::string> c_runs(Type type, const std::vector<std::uint64_t>& bits) {
  return with_type(type, [&]<class T>() { return runs_of<T>(bits); });
}

std::string c_literal(Type type, std::uint64_t bits) {
  return with_type(type, [&]<class T>() { return number_literal(value_from<T>(bits)); });
}

std::string c_string(std::string_view text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  return joined(split(text, '\n'), "\n", [](std::string_view line) {
    std::string literal = "    \"";
    for (const char c : line) {
      if (c == '"' || c == '\\') literal += '\\';
      literal += c;
    }
    return literal + "\\n\"";
  });
}

std::string c_comment(std::string_view label, std::string_view text) {
  std::string lines, line = fmt::format(" * {}", label);
  const auto add = [&](std::string_view word) {
    if (line.size() + 1 + word.size() > columns && line.size() > 5) {
      lines += line + "\n";
      line = " *  ";
    }
    if (line.back() != ' ' || line == " *  ") line += line == " * " ? "" : " ";
    // A driver's text must not end the comment.
    for (std::size_t i = 0; i < word.size(); ++i) {
      const bool ends = (word[i] == '/' && line.back() == '*') || (word[i] == '*' && line.back() == '/');
      if (ends) line += ' ';
      line += static_cast<unsigned char>(word[i]) < ' ' ? ' ' : word[i];
    }
  };
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find_first_of(" \n", from), text.size());
    if (end > from) add(text.substr(from, end - from));
    from = end + 1;
  }
  return lines + line + "\n";
}

ArgumentsText arguments_text(const FailingRun& failing_run) {
  const std::vector<KernelArgument>& arguments = failing_run.run.arguments;
  const std::vector<std::size_t> outputs = outputs_of(failing_run.run);
  std::vector<Array> arrays;
  std::string poison = "0", checks;
  for (const KernelArgument& argument : arguments) {
    if (argument.kind == ArgumentKind::Scalar || argument.kind == ArgumentKind::Input)
      arrays.push_back(
          {argument.name, argument.type, elements_of(argument), argument.kind == ArgumentKind::Scalar});
    if (argument.kind != ArgumentKind::Output) continue;
    for (Array& array : wanted(argument)) arrays.push_back(std::move(array));
    if (checks.empty()) poison = fmt::format("{:#04x}", std::to_integer<int>(argument.bytes.front()));
    checks += check_text(argument, outputs.size() == 1, arguments.front());
  }
  for (Array& array : arrays) array.in_runs = saves_text(array.type, array.bits);
  return {arrays_text(arrays), table_text(failing_run.run), unrolling_text(arrays), std::move(poison),
          std::move(checks)};
}

}  // namespace wgcts::reports
