#include "harness/diagnose/bug_of_case.hpp"

#include <fmt/format.h>

#include "harness/check/citations.hpp"
#include "harness/diagnose/sentence.hpp"

namespace wgcts::harness {

Bug bug_of(const CaseResult& result) {
  const Case& c = result.the_case;
  Bug bug;
  const std::string stage = result.stage ? std::string(info(*result.stage).name) : "unknown";
  constexpr std::pair<Verdict, const char*> codes[] = {{Verdict::Crash, "crash"},
                                                       {Verdict::Timeout, "hang"},
                                                       {Verdict::BuildError, "build"},
                                                       {Verdict::LaunchError, "launch"}};
  bug.what.code = "unknown";
  for (const auto& [verdict, code] : codes)
    if (result.verdict == verdict) bug.what = {code, {{"stage", stage}}};
  bug.builtins = {std::string(c.builtin->name)};
  bug.types = {std::string(info(c.type).name)};
  bug.dimensions = {std::to_string(c.dim)};
  bug.forms = {std::string(c.form->name)};
  bug.cases = {bug.example = name(c)};
  if (c.given.program) bug.programs = {c.given};
  bug.sentence = fmt::format("{} of {}: {}", doer(c.builtin->name), info(c.type).name,
                             result.failure ? failure_message(result) : result.message);
  if (result.failure)
    bug.clauses = broken_clauses(*result.failure);
  else
    for (const std::string& id :
         clauses_behind(result.verdict, result.stage == Stage::Build ? Phase::Build : Phase::Launch, c))
      bug.clauses.insert(id);
  return bug;
}

}  // namespace wgcts::harness
