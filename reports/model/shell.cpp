#include "reports/model/shell.hpp"

#include <algorithm>
#include <cctype>

namespace wgcts::reports {

std::string shell_quoted(std::string_view word) {
  constexpr std::string_view harmless = "_./:=,@%+-";
  const auto plain = [&](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || harmless.find(c) != std::string_view::npos;
  };
  if (!word.empty() && std::ranges::all_of(word, plain)) return std::string(word);
  std::string quoted = "'";
  for (const char c : word)
    if (c == '\'')
      quoted += "'\\''";  // closes the quotes, adds an escaped quote, and opens them again
    else
      quoted += c;
  return quoted + "'";
}

std::string shell_line(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) line.append(line.empty() ? "" : " ").append(shell_quoted(word));
  return line;
}

}  // namespace wgcts::reports
