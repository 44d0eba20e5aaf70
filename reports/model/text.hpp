// Texts for terminals, shells and messages.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "layers.hpp"
#include "system/error_words.hpp"

namespace wgcts::reports {

/// Receives a report's text in pieces, so that memory never holds the whole text.
using TextSink = std::function<void(std::string_view)>;

/// The number of columns of a UTF-8 text, with one column for each character.
std::size_t columns(std::string_view text);

/// The text as a single line: control characters become spaces, and several spaces become one.
std::string printable(std::string_view text);

/// `text`, truncated with "..." if it is longer than `width`.
std::string shortened(std::string_view text, std::size_t width);

/// "1 line", "7 lines": for nouns with a regular plural.
inline std::string counted(std::size_t number, std::string_view thing) {
  return fmt::format("{} {}{}", number, thing, number == 1 ? "" : "s");
}

/// The words as a command line, quoted for a POSIX shell where necessary.
std::string shell_line(const std::vector<std::string>& words);

/// The items in groups with equal keys, in the order of the first item of each group.
template <class Item, class KeyOf>
std::vector<std::vector<Item>> grouped(const std::vector<Item>& items, KeyOf key_of) {
  std::vector<std::vector<Item>> groups;
  std::map<std::invoke_result_t<KeyOf, const Item&>, std::size_t> places;
  for (const Item& item : items) {
    const auto [place, is_new] = places.try_emplace(key_of(item), groups.size());
    if (is_new) groups.emplace_back();
    groups[place->second].push_back(item);
  }
  return groups;
}

[[noreturn]] inline void refuse(const std::string& sentence) { throw std::runtime_error(sentence); }
template <class... Args>
[[noreturn]] void refuse(fmt::format_string<Args...> sentence, Args&&... args) {
  throw std::runtime_error(fmt::format(sentence, std::forward<Args>(args)...));
}

/// A quotation from a file for a message: one short, printable line.
inline std::string excerpt(std::string_view text) { return shortened(printable(text), 60); }

using system::error_words;

/// For XML and HTML: the text as valid UTF-8 with only characters that XML 1.0 and HTML allow. Others become
/// U+FFFD.
std::string allowed_characters(std::string_view text);

/// The same with & < > " ' as references, for text between tags and in quoted attributes.
std::string escaped(std::string_view text);

}  // namespace wgcts::reports
