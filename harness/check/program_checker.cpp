#include "harness/check/program_checker.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "harness/check/site_rules.hpp"
#include "harness/program/kernel.hpp"
#include "reference/causes/wrong_model.hpp"
#include "reference/clauses.hpp"
#include "suites/programs/print.hpp"
#include "suites/programs/visit.hpp"
#include "suites/programs/wrong_run.hpp"

namespace wgcts::harness {
namespace {

/// The clauses that a collective's wrong result violates. The first one defines its result.
std::vector<std::string_view> rules_of(Family family) {
  std::vector rules{own_clause<int>({family}, 1, 1)};
  if (is_predicate(family)) rules.push_back(own_clause<int>({family}, 1, 0));
  if (is_scan({family})) rules.push_back(cite("WGC.SC.1"));
  return rules;
}

std::string output_name(std::size_t output) { return fmt::format("out{}", output); }

std::vector<const KernelArgument*> arguments_of(const KernelRun& run, ArgumentKind kind) {
  std::vector<const KernelArgument*> found;
  for (const KernelArgument& argument : run.arguments)
    if (argument.kind == kind) found.push_back(&argument);
  return found;
}

/// For each output, the source text of the statements that write it.
std::vector<std::string> stores_of(const Program& program) {
  std::vector<std::string> stores(program.outputs.size());
  for (const Function& f : program.functions)
    visit_parts(f.body, [&](const Stmt& s) {
      if (s.kind != StmtKind::Store) return;
      std::string line = text(program, f, s);
      line.erase(line.find_last_not_of(";\n") + 1);
      stores[s.index] += (stores[s.index].empty() ? "" : "; ") + line;
    });
  return stores;
}

}  // namespace

ProgramChecker::ProgramChecker(const Case& c)
    : case_(c),
      program_(named_program(c)),
      run_(kernel_run_of(program_, c.variant->situation, "")),
      outputs_(arguments_of(run_, ArgumentKind::Output)),
      grid_(run_.range),
      stores_(stores_of(program_.program)),
      shown_(builtins_shown(program_)) {}

void ProgramChecker::require_sensitive() const {
  if (case_.given.hash) return;
  if (const auto fault = WrongRuns(program_).unseen())
    throw SuiteDefect(fmt::format("{}: its outputs do not show {}", name(case_), *fault));
  if (shown_.empty())
    throw SuiteDefect(fmt::format("{}: its outputs show no builtin's wrong results", name(case_)));
}

std::set<std::string> ProgramChecker::clauses() const {
  std::set<std::string> cited;
  for (const Builtin* builtin : shown_)
    for (const std::string_view rule : rules_of(builtin->collective.family)) cited.emplace(rule);
  return cited;
}

Judgement ProgramChecker::judge(std::span<const std::vector<std::byte>> outputs) const {
  require_sensitive();
  Judgement total;
  total.checks = checks();
  total.clauses = clauses();
  std::size_t first_wrong = 0;  // output
  for (std::size_t o = 0; o < outputs_.size(); ++o) {
    BrokenCheck broken{output_name(o)};
    broken.groups = grid_.groups;
    for (std::size_t g = 0; g < grid_.groups; ++g) {
      const auto items = grid_.lanes(g);
      if (std::ranges::none_of(items, [&](std::size_t item) { return is_wrong(o, item, outputs[o]); }))
        continue;
      ++broken.wrong;
      total.wrong_groups.push_back(g);
      if (total.failure) continue;
      total.failure = failure_of(record(o, g, outputs[o]));
      total.failure->clause = cite("WGC.CF.2");
      first_wrong = o;
    }
    if (broken.wrong != 0) total.broken.push_back(std::move(broken));
  }
  if (!total.failure) return total;
  const auto matches = matching_models_of(outputs);
  // If a wrong model of only one builtin explains the outputs, that builtin's clause is violated.
  if (matches.size() == 1) total.failure->clause = rules_of(matches.front().first->collective.family).front();
  for (std::string_view joint = ": the results are those"; const auto& [builtin, fault] : matches) {
    total.failure->message +=
        fmt::format("{} of a device whose work_group_{} {}", joint, builtin->name, phrase_of(fault));
    joint = ", or";
  }
  // The text after the semicolon differs between programs.
  total.failure->message += fmt::format("; the program stores {}", stores_[first_wrong]);
  total.clauses.insert(total.failure->clause);
  for (BrokenCheck& broken : total.broken) broken.clauses = {total.failure->clause};
  return total;
}

Value ProgramChecker::input_of(std::size_t item) const {
  Value value;
  const auto inputs = arguments_of(run_, ArgumentKind::Input);
  const std::size_t per_item = program_.program.inputs.size();  // inputs for each work-group follow
  for (std::size_t i = 0; i < per_item; ++i) {
    const Value one = value_of_bits(inputs[i]->type, element_of(inputs[i]->bytes, inputs[i]->type, item));
    value.text += fmt::format("{}in{} {}", i == 0 ? "" : ", ", i, one.text);
    if (i == 0) value.bits = one.bits;
  }
  if (per_item == 0) value.text = "none";
  return value;
}

/// The builtins with a wrong model that explains all outputs, each with its first such model.
std::vector<std::pair<const Builtin*, Cause>> ProgramChecker::matching_models_of(
    std::span<const std::vector<std::byte>> outputs) const {
  const auto explains = [&](const std::vector<OutputBuffer>& like) {
    for (std::size_t o = 0; o < like.size(); ++o)
      if (!wrote(like[o], outputs_[o]->type, outputs[o], outputs_[o]->bytes)) return false;
    return true;
  };
  const WrongRuns runs(program_);
  std::vector<std::pair<const Builtin*, Cause>> found;
  for (const Builtin* builtin : builtins_called(program_.program)) {
    const auto faults = guarding_causes();
    const auto fault = std::ranges::find_if(faults, [&](const Cause& candidate) {
      const auto like = runs.outputs(candidate, builtin->collective);
      return like && explains(*like);
    });
    if (fault != faults.end()) found.emplace_back(builtin, *fault);
  }
  return found;
}

bool ProgramChecker::is_wrong(std::size_t output, std::size_t item,
                              std::span<const std::byte> written) const {
  const KernelArgument& out = *outputs_[output];
  return !is_right(out.expected[item], out.type, element_of(written, out.type, item), poison_of(output));
}

GroupRecord ProgramChecker::record(std::size_t output, std::size_t group,
                                   std::span<const std::byte> written) const {
  const KernelArgument& out = *outputs_[output];
  GroupRecord record{output_name(output), stores_[output], {}, Rule::Exact, grid_.group(group), 0, {}};
  const auto items = grid_.lanes(group);
  for (std::size_t lane = 0; lane < items.size(); ++lane) {
    const std::size_t item = items[lane];
    record.lanes.push_back({lane, input_of(item), text_of(out.expected[item], out.type), {}});
    if (written.empty()) continue;
    const std::uint64_t got = element_of(written, out.type, item);
    Value& shown = record.lanes.back().got;
    shown = value_of_bits(out.type, got);
    if (got == poison_of(output)) shown.text = "nothing";
    if (is_wrong(output, item, written)) record.wrong.push_back(lane);
  }
  return record;
}

}  // namespace wgcts::harness
