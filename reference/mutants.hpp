// Mutants: wrong implementations that a check must tell from a right one. They guard the judge against
// accepting anything (the sensitivity guard), and name what a wrong answer looks like.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "reference/judge.hpp"

namespace wgcts::reference {

/// What a mutant knows: the work-group's values, its right answer, and that of another work-group.
template <class T>
struct ModelContext {
  Collective collective;
  std::span<const T> x;
  std::size_t source;
  std::span<const T> truth;
  std::span<const T> neighbour;  ///< empty where the launch has one work-group
};

template <class T>
struct Mutant {
  std::string_view name;  ///< completes "answers like ..."
  std::optional<std::vector<T>> (*answer)(
      const ModelContext<T>&);  ///< nothing where the mutant makes no sense
  /// Made of another work-group's values, which may happen to add up within the bound of this one's sum.
  bool of_other_values = false;
};

namespace mutations {

template <class T>
using Answer = std::optional<std::vector<T>>;

template <class T>
Answer<T> everywhere(const ModelContext<T>& s, T value) {
  return std::vector<T>(s.x.size(), value);
}

template <class T>
Answer<T> as(const ModelContext<T>& s, Family family, Op op) {
  return answers<T>({family, op}, s.x, s.source);
}

/// The answer for values among which the lane that matters most is left out.
template <class T>
Answer<T> one_lane_dropped(const ModelContext<T>& s) {
  if (s.x.size() < 2 || s.collective.family == Family::Broadcast) return std::nullopt;
  std::vector<T> x(s.x.begin(), s.x.end());
  const auto is_true = [](T v) { return v != T{0}; };
  switch (s.collective.op) {
    case Op::None: {
      const bool all = s.collective.family == Family::All;
      const auto lane = all ? std::ranges::find(x, T{0}) : std::ranges::find_if(x, is_true);
      if (lane != x.end()) *lane = T(all);
      break;
    }
    case Op::Add:
      x[std::min<std::size_t>(x.size() / 2, x.size() - 2)] = T{0};
      break;
    case Op::Min:
      *std::ranges::min_element(x) = identity<T>(Op::Min);
      break;
    case Op::Max:
      *std::ranges::max_element(x) = identity<T>(Op::Max);
      break;
    default: {  // any value that counts
      const T idle = identity<T>(s.collective.op);
      const bool logical = is_logical(s.collective.op);
      const auto lane =
          std::ranges::find_if(x, [&](T v) { return logical ? is_true(v) != is_true(idle) : v != idle; });
      if (lane != x.end()) *lane = idle;
    }
  }
  return answers<T>(s.collective, x, s.source);
}

}  // namespace mutations

template <class T>
std::span<const Mutant<T>> mutants() {
  using S = ModelContext<T>;
  using A = mutations::Answer<T>;
  static const std::vector<Mutant<T>> all = [] {
    std::vector<Mutant<T>> rows{
        {"all zero", [](const S& s) -> A { return mutations::everywhere(s, T{0}); }},
        {"constant one", [](const S& s) -> A { return mutations::everywhere(s, T{1}); }},
        {"the input itself", [](const S& s) -> A { return std::vector<T>(s.x.begin(), s.x.end()); }},
        {"the identity",
         [](const S& s) -> A {
           if (s.collective.op == Op::None) return std::nullopt;
           return mutations::everywhere(s, identity<T>(s.collective.op));
         }},
        {"an inclusive scan",
         [](const S& s) -> A {
           if (s.collective.op == Op::None || s.collective.family == Family::ScanInclusive)
             return std::nullopt;
           return mutations::as(s, Family::ScanInclusive, s.collective.op);
         }},
        {"an exclusive scan",
         [](const S& s) -> A {
           if (s.collective.op == Op::None || s.collective.family == Family::ScanExclusive)
             return std::nullopt;
           return mutations::as(s, Family::ScanExclusive, s.collective.op);
         }},
        {"a reduce",
         [](const S& s) -> A {
           if (s.collective.op == Op::None || s.collective.family == Family::Reduce) return std::nullopt;
           return mutations::as(s, Family::Reduce, s.collective.op);
         }},
        {"the opposite",
         [](const S& s) -> A {
           if (!is_predicate(s.collective.family)) return std::nullopt;
           return mutations::everywhere(s, T(s.truth[0] == T{0}));
         }},
        {"any for all, or all for any",
         [](const S& s) -> A {
           if (!is_predicate(s.collective.family)) return std::nullopt;
           return mutations::as(s, s.collective.family == Family::All ? Family::Any : Family::All, Op::None);
         }},
        {"the first lane's value",
         [](const S& s) -> A {
           if (s.collective.family != Family::Broadcast) return std::nullopt;
           return mutations::everywhere(s, s.x[0]);
         }},
        {"another work-group's",
         [](const S& s) -> A {
           if (s.neighbour.empty()) return std::nullopt;
           std::vector<T> got;
           for (std::size_t lane = 0; lane < s.x.size(); ++lane)
             got.push_back(s.neighbour[lane % s.neighbour.size()]);
           return got;
         },
         true},
        {"one lane dropped", mutations::one_lane_dropped<T>},
    };
    if constexpr (is_float_v<T>)
      rows.push_back({"NaN", [](const S& s) -> A { return mutations::everywhere(s, Limits<T>::nan()); }});
    return rows;
  }();
  return all;
}

/// Whether `answer` is what the truth is, so that no judge could or should object.
template <class T>
bool coincides(Rule rule, std::span<const T> truth, std::span<const T> answer) {
  for (std::size_t lane = 0; lane < truth.size(); ++lane)
    if (!accepts(leaves_room(rule) ? Rule::Exact : rule, truth[lane], truth[lane], answer[lane]))
      return false;
  return true;
}

}  // namespace wgcts::reference
