#include "harness/diagnose/literal_search.hpp"

#include "harness/diagnose/literal_start.hpp"
#include "harness/diagnose/simple_values.hpp"

namespace wgcts::harness {

void search_literal(const Question& question, const Explanation& e, const Shows<LiteralCase>& shows,
                    const LiteralTime& time) {
  constexpr std::size_t few = 8;  // work-groups that need not become fewer
  // Where nothing came back it is mostly not the data's doing, and each question costs a process.
  const bool came_back = e.result && e.result->verdict == Verdict::Fail;
  for (const LiteralCase& start : literal_starts(question, e, wrong_place(e))) {
    if (!time.to_start()) return;
    if (!came_back && !keeps_values(start) && shows(counted(start))) return;
    if (!shows(start)) continue;
    const bool many = start.data.front().size() > few;
    const LiteralCase simple = with_simple_values(
        many ? with_few_groups(start, shows, time.to_simplify) : start, shows, time.to_simplify);
    // Data that shows it in one work-group and not in another is mostly alike in all of them by now.
    with_few_groups(simple, shows, time.to_simplify);
    return;
  }
}

}  // namespace wgcts::harness
