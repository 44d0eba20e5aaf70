// The parts of the probe: kernels that use one builtin in many forms, and data that provokes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace probe {

struct Type {
  std::string name;
  size_t size;
  bool floating, is_signed;
  int exponent, significand;  // bits of a floating type
  std::string literal;        // one, as it is written
};
extern const std::vector<Type> types;

// One program that calls one builtin for one type, with a kernel for each form of use.
struct Text {
  std::string source;
  std::vector<std::string> kernels;
};
Text program(const std::string& builtin, const Type& type, const std::vector<std::string>& forms);

// The value of one work-item, as bits. Each work-group has its own class of data.
constexpr unsigned data_classes = 27;
uint64_t value(const Type& type, bool predicate, unsigned data_class, unsigned lane, unsigned size);

}  // namespace probe
