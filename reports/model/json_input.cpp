#include "reports/model/json_input.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <system_error>

#include "reports/model/text.hpp"

namespace wgcts::reports {
namespace {

using nlohmann::json;

constexpr std::size_t largest_file = std::size_t{512} << 20;
constexpr int deepest = 128;
constexpr std::size_t longest_sentence = 300;  // the parser quotes text of any length

/// A file that is read byte by byte, and counts its lines.
struct Source {
  std::string name;
  std::FILE* file;
  std::size_t line = 1, bytes = 0;
  int byte = 0;

  void next() {
    if (byte == '\n') ++line;
    byte = std::getc(file);
    if (byte == EOF && std::ferror(file) != 0) refuse("cannot read the file: " + error_words(errno));
    if (byte == '\0') refuse("the file contains a NUL byte");  // which the parser would take for the end
    if (++bytes > largest_file) refuse(fmt::format("the file is larger than {} MiB", largest_file >> 20));
  }
};

/// An input iterator for the parser. All copies share the source.
struct Cursor {
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = char;

  Source* source = nullptr;  // nullptr at the end
  char operator*() const { return static_cast<char>(source->byte); }
  Cursor& operator++() {
    source->next();
    return *this;
  }
  Cursor operator++(int) { return ++*this; }
  bool at_end() const { return source == nullptr || source->byte == EOF; }
  bool operator==(const Cursor& other) const { return at_end() == other.at_end(); }
};

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

File open_file(const std::string& path) {
  if (path == "-") return {stdin, [](std::FILE*) { return 0; }};
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) refuse(fmt::format("cannot read {}: it is a folder", path));
  File file(std::fopen(path.c_str(), "rbe"), std::fclose);
  if (!file)
    refuse(
        fmt::format("cannot read {}: {}", path.empty() ? "a file without a name" : path, error_words(errno)));
  return file;
}

}  // namespace

std::string json_message(std::string_view what) {
  if (const auto id = what.find("] "); what.starts_with("[json.exception.") && id != what.npos)
    what.remove_prefix(id + 2);
  // The parser quotes the last token, which can be long.
  what = what.substr(0, what.find("; last read"));
  constexpr std::string_view prefix = "parse error at ", context = "syntax error while parsing ";
  if (what.starts_with(prefix)) what.remove_prefix(prefix.size());
  std::string text(what);
  if (const auto at = text.find(context), end = text.find(" - ", at); end != text.npos)
    text.erase(at, end + 3 - at);
  return text;
}

json read_json_file(const std::string& path, const std::string& list, const TakeElement& take) {
  const File file = open_file(path);
  Source source{path == "-" ? "standard input" : path, file.get()};
  const auto refusal = [&](std::string_view where, std::string_view what) {
    return std::runtime_error(
        shortened(printable(fmt::format("{}: {}{}", source.name, where, what)), longest_sentence));
  };
  std::vector<std::set<std::string>> keys;  // of the enclosing objects
  std::string top_key;                      // of the top object
  bool in_list = false;
  // Passes on and discards the elements of the list, and checks nesting and keys.
  const auto filter = [&](int depth, json::parse_event_t event, json& read) {
    using enum json::parse_event_t;
    if (depth > deepest) refuse(fmt::format("the nesting is deeper than {} levels", deepest));
    if (event == object_start) keys.emplace_back();
    if (event == object_end) keys.pop_back();
    if (event == key) {
      const auto& member = read.get_ref<const std::string&>();
      if (!keys.back().insert(member).second)
        refuse(fmt::format("an object has the member \"{}\" twice", excerpt(member)));
      if (depth == 1) top_key = member;
    }
    if (depth == 1 && event == array_start) in_list = top_key == list;
    if (depth == 1 && event == array_end) in_list = false;
    const bool whole = event == object_end || event == array_end || event == value;
    if (!in_list || depth != 2 || !whole) return true;
    take(std::move(read), source.line);
    return false;
  };
  try {
    source.next();
    return json::parse(Cursor{&source}, Cursor{}, filter);
  } catch (const json::parse_error& error) {
    throw refusal("this is not JSON: ", json_message(error.what()));
  } catch (const json::exception& error) {
    throw refusal(fmt::format("line {}: ", source.line), json_message(error.what()));
  } catch (const std::exception& error) {
    throw refusal(fmt::format("line {}: ", source.line), error.what());
  }
}

}  // namespace wgcts::reports
