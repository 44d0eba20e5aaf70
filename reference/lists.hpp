// Searches in lists and tables, lists made from others, and lists as text.
#pragma once

#include <algorithm>
#include <functional>
#include <iterator>
#include <ranges>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "layers.hpp"

namespace wgcts::reference {

/// Whether the value is in the list, or is this member of one of its rows.
template <class Value, class List, class Member = std::identity>
constexpr bool is_in(const Value& value, const List& list, Member member = {}) {
  return std::ranges::find(list, value, member) != std::ranges::end(list);
}

/// The first row with this value, or with this member; nullptr if there is none.
template <class List, class Value, class Member = std::identity>
constexpr auto* find_row(List&& list, const Value& value, Member member = {}) {
  const auto found = std::ranges::find(list, value, member);
  return found == std::ranges::end(list) ? nullptr : &*found;
}

/// The index of the first row with this value, or with this member; the list's size if there is none.
template <class List, class Value, class Member = std::identity>
constexpr std::size_t index_in(const List& list, const Value& value, Member member = {}) {
  return static_cast<std::size_t>(std::ranges::find(list, value, member) - std::ranges::begin(list));
}

/// Appends the value unless the list has it.
template <class List, class Value>
void add_once(List& list, Value&& value) {
  if (!is_in(value, list)) list.push_back(std::forward<Value>(value));
}

/// What the function, or the member, gives for each item; as a set with mapped<std::set>().
template <template <class...> class Container = std::vector, class List, class Of>
auto mapped(List&& list, Of of) {
  Container<std::decay_t<std::invoke_result_t<Of&, std::ranges::range_reference_t<List>>>> results;
  for (auto&& item : list) results.insert(results.end(), std::invoke(of, item));
  return results;
}

/// The items for which the predicate holds.
template <class List, class Predicate>
List picked(List list, Predicate predicate) {
  std::erase_if(list, std::not_fn(predicate));
  return list;
}

/// The texts of the items in one line.
template <class List, class Text = std::identity>
std::string joined(const List& list, std::string_view between, Text text = {}) {
  std::string all;
  bool first = true;
  for (const auto& item : list) {
    if (!std::exchange(first, false)) all += between;
    all += std::invoke(text, item);
  }
  return all;
}

}  // namespace wgcts::reference
