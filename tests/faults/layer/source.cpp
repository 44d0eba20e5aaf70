#include "source.hpp"

#include <algorithm>
#include <cctype>
#include <regex>
#include <set>

namespace wgfault {
namespace {

bool word_char(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// The text with comments, strings and preprocessor lines blanked, every other character in its place.
std::string code_only(const std::string& text) {
  std::string code = text;
  const auto blank = [&](size_t from, size_t to) {
    for (; from < to && from < code.size(); ++from)
      if (code[from] != '\n') code[from] = ' ';
  };
  bool line_start = true;
  for (size_t i = 0; i < code.size();) {
    size_t end = i + 1;
    const std::string two = text.substr(i, 2);
    if (two == "//") {
      end = std::min(text.find('\n', i), text.size());
      blank(i, end);
    } else if (two == "/*") {
      const size_t close = text.find("*/", i + 2);
      end = close == std::string::npos ? text.size() : close + 2;
      blank(i, end);
    } else if (text[i] == '"') {
      while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2 : 1;
      blank(i, ++end);
    } else if (text[i] == '#' && line_start) {
      while (end < text.size() && (text[end] != '\n' || text[end - 1] == '\\')) ++end;
      blank(i, end);
    }
    line_start = text[i] == '\n' || (line_start && std::isspace(static_cast<unsigned char>(text[i])));
    i = end;
  }
  return code;
}

// Which loops and branches enclose the current place. A statement without braces holds its scope up to the
// `;`.
class Nesting {
 public:
  void keyword(char kind) { pending_ += kind; }
  void open() {
    blocks_.push_back(pending_);
    pending_.clear();
  }
  void close() {
    if (!blocks_.empty()) blocks_.pop_back();
    pending_.clear();
  }
  void statement_end() { pending_.clear(); }
  int depth(char kind) const {
    auto count = std::count(pending_.begin(), pending_.end(), kind);
    for (const auto& block : blocks_) count += std::count(block.begin(), block.end(), kind);
    return static_cast<int>(count);
  }
  bool at_file_scope() const { return blocks_.empty(); }

 private:
  std::string pending_;
  std::vector<std::string> blocks_;
};

class Reader {
 public:
  explicit Reader(std::string text) : code_(code_only(text)) { source_.text = std::move(text); }

  Source read() {
    for (size_t i = 0; i < code_.size();) {
      if (word_char(code_[i])) {
        size_t end = i;
        while (end < code_.size() && word_char(code_[end])) ++end;
        word(i, end);
        i = end;
      } else {
        punctuation(i);
        ++i;
      }
    }
    return std::move(source_);
  }

 private:
  void word(size_t begin, size_t end) {
    const std::string name = code_.substr(begin, end - begin);
    if (name == "for" || name == "while" || name == "do") nesting_.keyword('l');
    if (name == "if" || name == "else" || name == "switch") nesting_.keyword('b');
    const size_t paren = code_.find_first_not_of(" \t\r\n", end);
    static const std::regex collective(
        "work_group_(all|any|broadcast|reduce_\\w+|scan_(?:in|ex)clusive_\\w+)");
    std::smatch match;
    if (current_ < 0 || paren == std::string::npos || code_[paren] != '(') return;
    if (!std::regex_match(name, match, collective)) return;
    Site site{.offset = begin, .length = paren + 1 - begin, .builtin = match[1], .function = current_};
    site.nth = source_.functions[current_].calls++;
    site.loop = nesting_.depth('l');
    site.branch = nesting_.depth('b');
    const std::string argument = first_argument(paren + 1);
    static const std::regex number(R"(\s*(\(\w+\)\s*)?\(?-?[0-9][0-9a-fA-FxX.]*[uUlLfFhH]*\)?\s*)");
    site.literal = std::regex_match(argument, number);
    site.ids = argument.find("get_local_id") != std::string::npos ||
               argument.find("get_global_id") != std::string::npos ||
               argument.find("linear_id") != std::string::npos;
    source_.sites.push_back(site);
  }

  std::string first_argument(size_t begin) const {
    int depth = 0;
    size_t end = begin;
    for (; end < code_.size(); ++end) {
      if (code_[end] == '(') ++depth;
      if ((code_[end] == ',' && depth == 0) || (code_[end] == ')' && depth-- == 0)) break;
    }
    return code_.substr(begin, end - begin);
  }

  void punctuation(size_t i) {
    switch (code_[i]) {
      case '(':
        ++parens_;
        break;
      case ')':
        --parens_;
        break;
      case '{':
        if (nesting_.at_file_scope()) open_function(i);
        nesting_.open();
        break;
      case '}':
        nesting_.close();
        if (!nesting_.at_file_scope()) break;
        if (current_ >= 0) source_.functions[current_].end = i;
        current_ = -1;
        header_ = i + 1;
        break;
      case ';':
        if (parens_ == 0) nesting_.statement_end();
        if (nesting_.at_file_scope()) header_ = i + 1;
        break;
      default:
        break;
    }
  }

  // `... name(parameters) [attributes] {` is a function; any other brace at file scope is a type or an
  // initialiser.
  void open_function(size_t brace) {
    const std::string header = code_.substr(header_, brace - header_);
    static const std::regex form(R"((\w+)\s*\()");
    static const std::regex kernel(R"(\b(__)?kernel\b)");
    static const std::set<std::string> not_names = {"__attribute__", "reqd_work_group_size",
                                                    "vec_type_hint", "work_group_size_hint",
                                                    "overloadable",  "intel_reqd_sub_group_size"};
    if (header.find(')') == std::string::npos || header.find('=') != std::string::npos) return;
    Function function{.kernel = std::regex_search(header, kernel),
                      .reqd = header.find("reqd_work_group_size") != std::string::npos,
                      .hint = header.find("_hint") != std::string::npos ||
                              header.find("sub_group_size") != std::string::npos,
                      .begin = header_,
                      .body = brace + 1,
                      .end = code_.size()};
    for (std::sregex_iterator it(header.begin(), header.end(), form), last; it != last; ++it) {
      function.name = (*it)[1];
      if (!not_names.count(function.name)) break;
    }
    current_ = static_cast<int>(source_.functions.size());
    source_.functions.push_back(function);
  }

  std::string code_;
  Source source_;
  Nesting nesting_;
  int current_ = -1;
  int parens_ = 0;
  size_t header_ = 0;
};

}  // namespace

// What a program defines itself is not the driver's, whatever its name.
static void leave_out_own(Source& source) {
  std::set<std::string> own;
  for (const Function& function : source.functions) own.insert(function.name);
  std::erase_if(source.sites, [&](const Site& site) { return own.count("work_group_" + site.builtin) != 0; });
}

Source read_source(std::string text) {
  Source source = Reader(std::move(text)).read();
  leave_out_own(source);
  return source;
}

std::string text_of(const Source& source, const std::string& kernel) {
  std::string text;
  std::set<std::string> taken;
  std::vector<std::string> open{kernel};
  while (!open.empty()) {
    const std::string name = open.back();
    open.pop_back();
    if (!taken.insert(name).second) continue;
    for (const auto& function : source.functions) {
      if (function.name != name) continue;
      const std::string body = source.text.substr(function.begin, function.end - function.begin);
      text += body + "\n";
      for (const auto& other : source.functions)
        if (!other.kernel && std::regex_search(body, std::regex("\\b" + other.name + "\\s*\\(")))
          open.push_back(other.name);
    }
  }
  return text.empty() ? source.text : text;
}

}  // namespace wgfault
