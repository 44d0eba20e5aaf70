// The parts of the probe: kernels that use one builtin in many forms, and data that provokes.
#pragma once

#include <array>
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

// Work-group sizes in one, two and three dimensions. Kernels require them, and `shapes` has each of them.
constexpr std::array<std::array<size_t, 3>, 3> required_sizes = {{{64, 1, 1}, {16, 8, 1}, {8, 6, 4}}};

// One program that calls one builtin for one type, with a kernel for each form of use. A kernel whose name
// ends with _N is for launches of N dimensions.
struct Text {
  std::string source;
  std::vector<std::string> kernels;
};
Text program(const std::string& builtin, const Type& type, const std::vector<std::string>& forms);

// The value of one work-item, as bits. Each work-group has its own class of data. Some shapes have two
// work-groups in a row, and the second is smaller. The number is odd, so that the smaller ones have all
// classes.
constexpr unsigned data_classes = 31;
static_assert(data_classes % 2 == 1);
uint64_t value(const Type& type, bool predicate, unsigned data_class, unsigned lane, unsigned size);

}  // namespace probe
