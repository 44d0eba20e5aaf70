#include "reports/words/words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <ranges>
#include <set>
#include <span>
#include <unordered_set>

#include "harness/program/job.hpp"
#include "harness/program/kernel.hpp"
#include "suites/parse.hpp"
#include "system/backtrace.hpp"

namespace wgcts::reports {
namespace {

/// The place of a crash, from the backtrace: the first frame after the signal handler that is not in the C
/// library, "in libpocl.so.2(clBuildProgram+0x12)".
std::string crash_location(std::string_view frames) {
  std::size_t depth = 0;
  for (const auto frame : split(frames, '\n')) {
    const auto file = frame.substr(frame.substr(0, frame.find('(')).rfind('/') + 1);
    if (depth++ == 0 || file.empty() || file.starts_with("libc.so")) continue;
    const auto place = file.substr(0, file.find('['));
    return "in " + printable(place.substr(0, place.find_last_not_of(' ') + 1));
  }
  return {};
}

/// The variables that select the driver, as a shell prefix. A kit's launcher sets its own variables.
std::string loader_variables(const Report& report) {
  std::string text;
  if (!last_segment(report).kit.empty()) return text;
  for (const auto& [name, value] : last_segment(report).environment)
    if (name == "OCL_ICD_VENDORS" || name == "OCL_ICD_FILENAMES" || name == "LD_LIBRARY_PATH")
      text += fmt::format("{}={} ", name, shell_line({value}));
  return text;
}

/// The file with this reduced program; empty if it is unknown. The file of --program lacks a program that the
/// run itself has reduced.
std::string file_with(const Case& program, const Report& report) {
  const bool is_given = find_row(report.cases, program, &CaseResult::the_case) != nullptr;
  for (const RunSegment& segment : report.run.segments | std::views::reverse)
    for (const std::string_view option : {"--json", "--report", "--program"})
      if (option != "--program" || is_given)
        if (std::string file = typed_value(segment, option); !file.empty()) return file;
  return {};
}

/// An option of a command and its value; the option is left out if that is empty.
using OptionValue = std::pair<const char*, std::string>;

/// A shell command of wgcts with these words, followed by the report's seed and driver options, `more`, and
/// the device.
std::string command_for(const Report& report, const std::vector<std::string>& words,
                        const std::vector<OptionValue>& more = {}) {
  std::vector<std::string> all{program_as_called(report)};
  all.insert(all.end(), words.begin(), words.end());
  const RunSegment& segment = last_segment(report);
  std::vector<OptionValue> options{{"--seed", std::to_string(report.run.seed)},
                                   {"--kit", segment.kit},
                                   {"--driver", segment.driver},
                                   {"--launcher", segment.launcher},
                                   {"--worker", segment.worker}};
  options.insert(options.end(), more.begin(), more.end());
  if (report.device.index != 0) options.emplace_back("--device", std::to_string(report.device.index));
  for (const auto& [option, value] : options)
    if (!value.empty()) all.insert(all.end(), {option, value});
  return loader_variables(report) + shell_line(all);
}

/// Counts the cases with this verdict by the two texts that `reason_of` returns for them.
template <class ReasonOf>
std::vector<SharedReason> shared_reasons(const Report& report, Verdict verdict, ReasonOf reason_of) {
  std::map<std::pair<std::string, std::string>, std::size_t> counts;
  for (const CaseResult& result : report.cases)
    if (result.verdict == verdict) ++counts[reason_of(result)];
  std::vector<SharedReason> reasons;
  for (const auto& [reason, cases] : counts) reasons.push_back({cases, reason.first, reason.second});
  std::ranges::stable_sort(reasons, std::greater{}, &SharedReason::cases);
  return reasons;
}

constexpr std::size_t longest_set = 5;

/// A property of cases in the extent of a bug.
struct Property {
  std::string_view one, several;
  std::set<std::string> Bug::*of_bug;
  std::string (*of_case)(const Case& c);
};
constexpr Property properties[] = {
    {"builtin", "builtins", &Bug::builtins, [](const Case& c) { return std::string(c.builtin->name); }},
    {"type", "types", &Bug::types, [](const Case& c) { return std::string(info(c.type).name); }},
    {"dimension", "dimensions", &Bug::dimensions, [](const Case& c) { return fmt::format("{}d", c.dim); }},
    {"form", "forms", &Bug::forms, [](const Case& c) { return std::string(c.form->name); }},
};

std::string set_text(const std::set<std::string>& some, const std::set<std::string>& all,
                     const Property& property) {
  if (some.size() > 1 && std::ranges::includes(some, all)) return fmt::format("every {}", property.one);
  if (some.size() > longest_set) return fmt::format("{} of {} {}", some.size(), all.size(), property.several);
  return fmt::format("{}", fmt::join(some, ", "));
}

/// The number of failing programs of a bug that single collectives show too.
std::size_t programs_besides(const Bug& bug) {
  if (is_of_programs(bug)) return 0;
  return static_cast<std::size_t>(std::ranges::count_if(bug.cases, [](const std::string& id) {
    const auto c = parse_case(id);
    return c && is_program(*c);
  }));
}

}  // namespace

std::string id_text(const Extents& id, unsigned dim) {
  const std::string numbers = fmt::format("{}", fmt::join(std::span(id).first(dim), ","));
  return dim == 1 ? numbers : "(" + numbers + ")";
}

std::string lane_values_text(const Value& input, const Value& expected, const Value& got) {
  const bool with_bits = expected.text == got.text;
  return fmt::format("input {}, expected {}, got {}", input.text, value_text(expected, with_bits),
                     value_text(got, with_bits));
}

std::string lane_text(const Failure& f, unsigned dim) {
  // Writes outside of the output and contradicting queries name no work-item.
  if (volume(f.local_size) == 0) return printable(f.check);
  const std::string place = dim == 1 ? "" : fmt::format(" at {}", id_text(f.local_id, dim));
  return printable(fmt::format("{}: group {}, lane {}{} of {}: {}", f.check, id_text(f.group, dim), f.lane,
                               place, to_string(f.local_size, dim),
                               lane_values_text(f.input, f.expected, f.got)));
}

std::string main_log_line(std::string_view log) {
  // A message before the crash is more useful than the place of the crash.
  constexpr std::string_view title = system::backtrace_title;
  if (const std::size_t backtrace = log.find(title); backtrace != std::string_view::npos) {
    const std::string message = main_log_line(log.substr(0, backtrace));
    return !message.empty() ? message : crash_location(log.substr(backtrace + title.size()));
  }
  // Texts that mark the main line, most reliable first. Messages of linkers and loaders are rarer than
  // "error".
  constexpr std::array<std::string_view, 9> signs{"undefined symbol",
                                                  "undefined reference",
                                                  "unresolved",
                                                  "Assertion",
                                                  "terminate called",
                                                  "fatal",
                                                  "LLVM ERROR",
                                                  "error",
                                                  "ERROR"};
  std::string best, last, aside;
  std::size_t best_sign = signs.size();
  for (const auto line : split(log, '\n')) {
    auto words = printable(line);
    if (words.empty()) continue;
    // Notes, hints, warnings and Clang's last line only add to an error.
    const auto has = [&](std::string_view word) { return words.find(word) != std::string::npos; };
    if (has("note:") || has("hint:") || has("warning:") || has("too many errors")) {
      aside = std::move(words);
      continue;
    }
    const auto sign = static_cast<std::size_t>(std::ranges::find_if(signs, has) - signs.begin());
    if (sign < best_sign) {
      best_sign = sign;
      // The text before an undefined symbol is a temporary path, and may be long.
      constexpr std::size_t of_symbols = 2;
      best = sign < of_symbols ? words.substr(words.find(signs[sign])) : words;
    }
    last = std::move(words);
  }
  constexpr std::size_t longest_line = 200;  // some compilers write their whole log in one line
  return shortened(!best.empty() ? best : !last.empty() ? last : aside, longest_line);
}

std::string broken_text(const Failure& failure) {
  if (failure.broken.size() < 2 && broken_clauses(failure).size() < 2) return {};
  return printable(joined(failure.broken, "; ", [](const BrokenCheck& b) {
    return fmt::format("{}: {} of {} work-groups, {}", b.check, b.wrong, b.groups, fmt::join(b.clauses, " "));
  }));
}

std::string sentence_of(const CaseResult& result) {
  std::string text = result.failure ? result.failure->message : result.message;
  const auto add = [&](const std::string& words) { text += (text.empty() ? "" : "; ") + words; };
  // Messages about the end of a worker name the stage; those about a failed call do not.
  if (result.stage && text.find(info(*result.stage).doing) == std::string::npos)
    add(fmt::format("while {}", info(*result.stage).doing));
  if (result.data_reduced)
    add(fmt::format("tested with less data than planned, in buffers of at most {} bytes",
                    *result.data_reduced));
  return text;
}

std::string reduced_data_text(const Report& report) {
  std::size_t cases = 0, least = SIZE_MAX;
  for (const CaseResult& result : report.cases) {
    if (!result.data_reduced) continue;
    ++cases;
    least = std::min(least, *result.data_reduced);
  }
  if (cases == 0) return {};
  return fmt::format(
      "{} {} tested with less data than planned, in buffers of {} or more: the device refused larger ones",
      counted(cases, "case"), cases == 1 ? "was" : "were", counted(least, "byte"));
}

std::string replay_command(const Report& report, const Case& c) {
  const std::size_t memory = last_segment(report).memory;  // the data depend on it
  const bool has_memory = !report.run.segments.empty() && memory != default_memory >> 20;
  const auto& judged = report.device.implementation;
  return command_for(report, {"run", "--filter", name(c)},
                     {{"--program", c.given.hash ? file_with(c, report) : ""},
                      {"--memory", has_memory ? std::to_string(memory) : ""},
                      {"--implementation", judged ? judged->file : ""},
                      {"--implementation-option", judged ? judged->options : ""}});
}

const CaseResult* example_of(const Report& report, const Bug& bug) {
  const auto example = case_in(bug, bug.example);
  return example ? find_row(report.cases, *example, &CaseResult::the_case) : nullptr;
}

Verdict verdict_of(const Report& report, const Bug& bug) {
  const CaseResult* example = example_of(report, bug);
  return example == nullptr ? Verdict::Fail : example->verdict;
}

std::string log_text(const Report& report, const Bug& bug) {
  const CaseResult* example = example_of(report, bug);
  return example == nullptr || example->failure ? "" : main_log_line(example->log);
}

std::vector<SharedReason> known_failures(const Report& report) {
  return shared_reasons(report, Verdict::ExpectedFail, [](const CaseResult& result) {
    const Known known = result.known ? *result.known : Known{.reason = "no reason given"};
    return std::pair(printable(known.reason), printable(known.bug));
  });
}

std::vector<SharedReason> skip_reasons(const Report& report) {
  return shared_reasons(report, Verdict::Skip, [](const CaseResult& result) {
    const Reason reason = skip_reason(result);
    return std::pair(reason.query, reason.answer);
  });
}

std::vector<RunFailure> run_failures(const Report& report) {
  std::vector<RunFailure> failures;
  for (const std::string& defect : report.defects)
    failures.push_back({"defect of the suite", printable(defect), ""});
  for (const WorkerFailure& worker : report.worker_failures)
    failures.push_back({"worker", describe(worker), printable(main_log_line(worker.log))});
  return failures;
}

std::string cause_text(const Bug& bug) {
  if (!is_diagnosed(bug)) return {};
  std::string text = to_string(bug.what);
  text += bug.where.empty() ? ", always" : " where " + to_string(bug.where);
  if (bug.fit > 0 && bug.fit < 1)
    text += fmt::format(", fits {:.3g} % of the wrong work-groups", 100 * bug.fit);
  if (!bug.cut_short.empty()) text += fmt::format("; the time limit ended {}", bug.cut_short);
  return printable(text);
}

std::string extent_text(const Report& report, const Bug& bug) {
  std::string text;
  // Cases that were not run are a group of failures that no bug explains.
  const bool not_run = !is_diagnosed(bug) && verdict_of(report, bug) == Verdict::NotRun;
  const auto counts = [&](Verdict v) { return not_run ? v == Verdict::NotRun : was_tested(v); };
  const bool of_programs = is_of_programs(bug);
  for (const Property& property : properties) {
    std::set<std::string> some = bug.*property.of_bug, all;
    for (const CaseResult& result : report.cases)
      if (counts(result.verdict)) all.insert(property.of_case(result.the_case));
    // The end of the text counts whole programs separately.
    if (!of_programs)
      for (std::set<std::string>* names : {&some, &all}) names->erase(std::string(whole_program.name));
    text += (text.empty() ? "" : "; ") + set_text(some, all, property);
  }
  const auto is_alike = [&](const CaseResult& result) {
    return counts(result.verdict) && std::ranges::all_of(properties, [&](const Property& property) {
             return (bug.*property.of_bug).contains(property.of_case(result.the_case));
           });
  };
  const auto alike = static_cast<std::size_t>(std::ranges::count_if(report.cases, is_alike));
  const std::size_t programs = programs_besides(bug);
  text += fmt::format(": {} of {}", bug.cases.size() - programs, counted(alike, "case"));
  if (programs != 0) text += ", and " + counted(programs, "whole program");
  return printable(text);
}

std::string wrong_lanes_text(const Bug& bug) {
  // The failure of a case has only its first runs of wrong lanes.
  const bool may_lack_lanes = bug.minimal->lanes.size() != volume(bug.minimal->local_size) &&
                              bug.minimal->wrong.size() == most_lane_runs;
  return fmt::format("{}{} of {} lanes wrong", may_lack_lanes ? "at least " : "", wrong_lanes(*bug.minimal),
                     volume(bug.minimal->local_size));
}

std::string minimal_text(const Bug& bug) {
  if (!bug.minimal) return {};
  const MinimalCase& minimal = *bug.minimal;
  if (minimal.wrong.empty()) return printable(fmt::format("{}: {}", minimal.name, minimal.message));
  std::string text = fmt::format("{}: {}", minimal.name, wrong_lanes_text(bug));
  const auto lane = std::ranges::find(minimal.lanes, minimal.wrong.front().first, &LaneRow::lane);
  if (lane != minimal.lanes.end())
    text +=
        fmt::format("; lane {}: {}", lane->lane, lane_values_text(lane->input, lane->expected, lane->got));
  return printable(text);
}

std::string bug_command(const Report& report, const Bug& bug) {
  auto shown = bug.minimal ? case_in(bug, bug.minimal->name) : std::nullopt;
  if (!shown || (shown->given.hash && file_with(*shown, report).empty())) shown = case_in(bug, bug.example);
  return shown ? replay_command(report, *shown) : "";
}

std::string reproduce_command(const Report& report, const Bug& bug) {
  const auto shown = bug.minimal ? case_in(bug, bug.minimal->name) : std::nullopt;
  if (!shown || is_program(*shown) || !bug.reproducer.empty() || !bug.no_reproducer.empty() ||
      report.device.implementation)
    return "";
  return command_for(report, {"reproduce", name(*shown), "-o", bug.signature + ".c"});
}

std::string reproducer_text(const Bug& bug) {
  if (bug.reproducer.empty()) return bug.no_reproducer.empty() ? "" : "none: " + printable(bug.no_reproducer);
  if (!bug.proof.empty() && !bug.proof.starts_with("not compiled"))
    return printable(bug.reproducer + ": " + bug.proof);
  return printable(fmt::format("{}: its kernel shows the bug in wgcts{}; {}", bug.reproducer,
                               bug.reproduced ? "" : ", but not in a separate process",
                               bug.proof.empty() ? "not compiled as C" : bug.proof));
}

std::string c_program_of(const Bug& bug) {
  std::error_code error;
  const std::filesystem::path path = bug.reproducer;
  if (path.extension() != ".c" || !std::filesystem::is_regular_file(path, error) ||
      std::filesystem::file_size(path, error) > longest_program || error)
    return {};
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string smallest_kernel(const Bug& bug) {
  const auto c = bug.minimal ? case_in(bug, bug.minimal->name) : std::nullopt;
  const std::string text = c ? program_text({kernel_of(*c, true)}) : "";
  return text.size() > longest_program ? "" : text;
}

bool is_known(const Report& report, const Bug& bug) {
  const std::unordered_set<std::string> names(bug.cases.begin(), bug.cases.end());
  return std::ranges::none_of(report.cases, [&](const CaseResult& result) {
    return !info(result.verdict).good && names.contains(name(result.the_case));
  });
}

}  // namespace wgcts::reports
