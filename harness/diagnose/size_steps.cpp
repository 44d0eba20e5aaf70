#include "harness/diagnose/size_steps.hpp"

#include <algorithm>
#include <bit>
#include <set>
#include <string>
#include <utility>

#include "harness/diagnose/sharpen.hpp"

namespace wgcts::harness {
namespace {

/// Numbers that the words speak of.
std::set<std::size_t> numbers_of(const CauseWord& word) {
  std::set<std::size_t> numbers;
  for (const auto& [name, value] : word.parameters)
    for (const std::string& text : {name, value}) {
      std::size_t n = 0;
      bool any = false;
      for (const char c : text + '|') {
        if (c >= '0' && c <= '9' && n < 1U << 20U)
          n = 10 * n + static_cast<std::size_t>(c - '0'), any = true;
        else if (any)
          numbers.insert(std::exchange(n, 0)), any = false;
      }
    }
  return numbers;
}

/// Whether a number stands under the relation of a word: {">", "64"}, {"%8", "!=0"}, {"!=", "power2"}.
bool holds_for(std::size_t n, const std::string& relation, const std::string& value) {
  if (value == "power2") return std::has_single_bit(n) == (relation == "=");
  if (relation.starts_with('%')) return (n % std::stoul(relation.substr(1)) == 0) == (value == "=0");
  if (relation == ">") return n > std::stoul(value);
  return relation != "<" || n < std::stoul(value);
}

/// The axis of "extent.y".
std::size_t axis_of(const CauseWord& word) { return static_cast<std::size_t>(word.code.back() - 'x'); }

/// The numbers of work-items across "size>64", "size%8!=0" and so on, from so many.
std::vector<std::size_t> numbers_across(const std::string& relation, const std::string& value,
                                        std::size_t lanes) {
  if (value == "power2")
    return {relation == "=" ? lanes + lanes / 2 : std::bit_ceil(lanes),
            relation == "=" ? lanes + 1 : std::bit_floor(lanes)};
  if (relation.starts_with('%')) {
    const std::size_t width = std::stoul(relation.substr(1)), down = lanes / width * width;
    return {value == "=0" ? lanes + 1
            : down != 0   ? down
                          : width,
            value == "=0" ? lanes + width / 2 : down + width};
  }
  // Those that ran are told, and others of their kind there may be many.
  if (relation == "=") return {lanes + 1, lanes - 1, lanes + 2};
  if (relation == "<") return {std::stoul(value), 2 * std::stoul(value) + 1};
  if (relation == ">") return {std::stoul(value)};
  return {};
}

std::vector<Extents> across_size(const std::string& relation, const std::string& value, const Extents& own,
                                 unsigned dim) {
  std::vector<Extents> found;
  for (const std::size_t n : numbers_across(relation, value, volume(own)))
    if (const auto size = n == 0 ? std::nullopt : of_size(own, n)) found.push_back(*size);
  // Of launches with rows each extent by itself: which of them it is about.
  if (relation == "=" && value != "power2" && dim > 1)
    for (unsigned axis = 0; axis < dim; ++axis) {
      found.push_back(own);
      ++found.back()[axis];
    }
  return found;
}

std::vector<Extents> across_extent(const CauseWord& word, const Extents& own) {
  std::vector<Extents> found;
  constexpr std::size_t most = 1024;
  for (const std::size_t n : numbers_of(word))
    for (const std::size_t near : {n - 1, n, n + 1})
      if (near != 0 && near <= most) {
        found.push_back(own);
        found.back()[axis_of(word)] = near;
      }
  return found;
}

}  // namespace

bool speaks_of_sizes(const CauseWord& word) {
  return word.code == "size" || word.code.starts_with("extent.");
}

bool stands_at(const Extents& size, const Where& where) {
  return std::ranges::all_of(where, [&](const CauseWord& word) {
    if (!speaks_of_sizes(word) || word.parameters.size() != 1) return true;
    const auto& [relation, value] = word.parameters.front();
    const std::size_t n = word.code == "size" ? volume(size) : size[axis_of(word)];
    return holds_for(n, relation, value);
  });
}

std::vector<Extents> sizes_near(const Extents& own, std::span<const CauseWord> words, std::size_t most) {
  std::set<std::size_t> marks{volume(own)}, numbers;
  for (const CauseWord& word : words)
    for (const std::size_t n : numbers_of(word))
      if (n <= most) marks.insert(n);
  for (const std::size_t n : marks)
    for (const std::size_t near :
         {n - 1, n, n + 1, n + 2, n + n / 2 + 1, 2 * n - 1, 2 * n, 2 * n + 1, 3 * n - 1, 3 * n + 1})
      if (near != 0 && near <= most) numbers.insert(near);
  std::vector<Extents> found;
  for (const std::size_t n : numbers)
    if (const auto size = of_size(own, n)) found.push_back(*size);
  return found;
}

std::vector<Extents> steps_over(const CauseWord& condition, const Extents& own, unsigned dim) {
  if (!speaks_of_sizes(condition) || condition.parameters.size() != 1) return {};
  const auto& [relation, value] = condition.parameters.front();
  return condition.code == "size" ? across_size(relation, value, own, dim) : across_extent(condition, own);
}

}  // namespace wgcts::harness
