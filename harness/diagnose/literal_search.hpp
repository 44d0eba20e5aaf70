// From a case that shows a bug to the shortest kernel and the simplest data that do: what a reproducer is
// written from.
#pragma once

#include "harness/check/explanation.hpp"
#include "harness/diagnose/simplify.hpp"
#include "harness/program/literal_case.hpp"

namespace wgcts::harness {

/// How long the parts of the search may take: until a literal case shows the bug, and until its data is
/// simple.
struct LiteralTime {
  TimeLeft to_start, to_simplify;
};

/// Asks `shows` of ever simpler literal cases: the last for which it was true is the best. `e` tells of the
/// question's case, with what came back where anything did.
void search_literal(const Question& question, const Explanation& e, const Shows<LiteralCase>& shows,
                    const LiteralTime& time);

}  // namespace wgcts::harness
