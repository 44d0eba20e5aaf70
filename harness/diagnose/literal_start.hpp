// From a case that shows a bug to kernels of a few lines that may show it too.
#pragma once

#include <vector>

#include "harness/check/explanation.hpp"
#include "harness/process/lab.hpp"
#include "harness/program/literal_case.hpp"

namespace wgcts::harness {

/// The call and the work-group of a case that went wrong; the first ones, where nothing came back.
struct WrongPlace {
  std::size_t site = 0, group = 0;
};
WrongPlace wrong_place(const Explanation& e);

/// What is worth a try for the question, the shortest first: sketches of the case's form with the data of
/// that work-group, then the form's own kernel, each with few work-groups before many. `e` tells of the
/// question's case. None of them needs more than most_run_bytes.
std::vector<LiteralCase> literal_starts(const Question& question, const Explanation& e, WrongPlace place);

}  // namespace wgcts::harness
