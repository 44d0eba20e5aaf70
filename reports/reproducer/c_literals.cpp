#include "reports/reproducer/c_literals.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <optional>

#include "reference/lists.hpp"
#include "suites/parse.hpp"

namespace wgcts::reports {
namespace {

constexpr std::size_t columns = 110;

template <class T>
T from_bits(std::uint64_t bits) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<T>(bits);
  else
    return std::bit_cast<T>(static_cast<bits_of<T>>(bits));
}

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
  const auto value = [&](std::size_t i) { return from_bits<T>(bits[i]); };
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

}  // namespace

std::vector<std::string> c_runs(Type type, const std::vector<std::uint64_t>& bits) {
  return with_type(type, [&]<class T>() { return runs_of<T>(bits); });
}

std::string c_type(Type type) { return fmt::format("cl_{}", info(type).name); }

std::string c_literal(Type type, std::uint64_t bits) {
  return with_type(type, [&]<class T>() { return number_literal(from_bits<T>(bits)); });
}

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

}  // namespace wgcts::reports
