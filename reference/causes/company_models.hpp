// Wrong models that give what stands beside: another call's results, or another work-group's.
#pragma once

#include "reference/causes/plain_models.hpp"

namespace wgcts::reference::causes {

// other_call: next, previous, first, or the previous one joined; variant 0 of the same builtin, 1 of
// whichever is called there, 2 as 0 with all calls before joined. other_group: next, previous, first
template <class T>
Results<T> other_call(const Scene<T>& s, const Cause& c) {
  const bool joined = c.choice == 3, all = c.variant == 2;
  if (all && !joined) return std::nullopt;
  const std::size_t which = !joined ? c.choice : all ? 3 : 1;
  if (s.own_calls != (c.variant != 1) || which >= s.calls.size() || s.calls[which].empty())
    return std::nullopt;
  auto got = s.calls[which];
  if (joined) {
    const Op op = joining_op(s.collective);
    if (op == Op::None) return std::nullopt;
    for (std::size_t lane = 0; lane < got.size(); ++lane) got[lane] = combine(op, s.truth[lane], got[lane]);
  }
  return got;
}
template <class T>
Results<T> other_group(const Scene<T>& s, const Cause& c) {
  if (c.choice >= s.groups.size() || s.groups[c.choice].empty()) return std::nullopt;
  const auto& from = s.groups[c.choice];
  std::vector<T> got;
  for (std::size_t lane = 0; lane < s.lanes(); ++lane) got.push_back(from[lane % from.size()]);
  return got;
}

}  // namespace wgcts::reference::causes
