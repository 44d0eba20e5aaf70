// The words that a fault's expressions may use, and the OpenCL C behind each.
#pragma once

#include <string>
#include <vector>

namespace wgfault {

struct Type {
  const char* name;
  const char* bits;   // unsigned, same width
  const char* guard;  // preprocessor condition under which it exists
};
extern const std::vector<Type> types;

// A value known inside a faulty builtin: `const TYPE fault_NAME = EXPRESSION;`. It may use those above it.
struct Value {
  const char* name;
  const char* type;
  const char* expression;
};
extern const std::vector<Value> values;

// A function of the prelude, known by its name. `T` and `U` in it stand for each type and its bits in turn.
struct Helper {
  const char* name;
  const char* text;
};
extern const std::vector<Helper> helpers;

// What the layer knows of a call from the text alone, packed into one number.
struct SiteField {
  const char* name;
  int shift, width;
};
extern const std::vector<SiteField> site_fields;

// The identity of add, min or max in a type, as OpenCL C. "0" for builtins that have none.
std::string identity(const std::string& builtin, const std::string& type);

// Replaces whole identifiers for which `rename` has an answer.
template <typename Rename>
std::string replace_words(const std::string& text, Rename rename) {
  const auto is_word = [](char c) {
    return c == '_' || (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z');
  };
  std::string result;
  for (size_t i = 0; i < text.size();) {
    size_t end = i;
    while (end < text.size() && is_word(text[end])) ++end;
    if (end == i)
      result += text[i++];
    else {
      result += rename(text.substr(i, end - i));
      i = end;
    }
  }
  return result;
}

}  // namespace wgfault
