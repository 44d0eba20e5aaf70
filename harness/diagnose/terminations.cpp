#include "harness/diagnose/terminations.hpp"

#include <algorithm>
#include <array>
#include <regex>

#include "suites/forms.hpp"

namespace wgcts::harness {
namespace {

struct Code {
  Verdict verdict;
  std::string_view code;
};
constexpr std::array codes{Code{Verdict::Crash, "crash"}, Code{Verdict::Timeout, "hang"},
                           Code{Verdict::BuildError, "build"}, Code{Verdict::LaunchError, "launch"}};

std::string first_match(const std::string& text, const char* pattern) {
  std::smatch found;
  return std::regex_search(text, found, std::regex(pattern)) ? found.str() : std::string();
}

/// Names of our kernels and of builtins, mangled or not. They identify the case, not the bug.
const std::regex& names_of_cases() {
  static const std::regex names = [] {
    std::string forms, all;
    for (const Form& form : all_forms()) forms += (forms.empty() ? "" : "|") + std::string(form.name);
    for (const Builtin& b : builtins) all += (all.empty() ? "" : "|") + std::string(b.name);
    return std::regex("\\b(" + forms + ")_[a-z]+_[A-Za-z0-9_]*|\\b(_Z[0-9]+)?work_group_(" + all +
                      ")([a-z]{0,2})\\b");
  }();
  return names;
}

std::string normalized(std::string line) {
  line = std::regex_replace(line, std::regex("/[^ :]*/"), "");
  line = std::regex_replace(line, names_of_cases(), "*");
  line = std::regex_replace(line, std::regex("tempfile_[A-Za-z0-9]+"), "tempfile_*");  // PoCL's
  line = std::regex_replace(line, std::regex("[A-Z]{16,}|[0-9a-f]{16,}"), "*");  // hashes in names of files
  line = std::regex_replace(line, std::regex("0x[0-9a-fA-F]+"), "0x");
  line = std::regex_replace(line, std::regex("[0-9]+"), "N");
  constexpr std::size_t longest = 120;
  if (line.size() > longest) line.resize(longest);
  return line;
}

/// The first line of a log that says what went wrong; empty if there is none.
std::string error_line(const std::string& log) {
  static const std::regex error(
      "error|undefined|assert|abort|fatal|fail|cannot|could not|invalid|unsupported|undeclared|not found|"
      "symbol|terminate|exception",
      std::regex::icase);
  constexpr std::size_t longest = 1000;  // a longer line is a dump
  for (std::size_t at = 0; at < log.size();) {
    const std::size_t end = std::min(log.find('\n', at), log.size());
    const std::string line = log.substr(at, end - at);
    if (line.size() < longest && std::regex_search(line, error)) return normalized(line);
    at = end + 1;
  }
  return {};
}

}  // namespace

std::string_view termination_code(Verdict verdict) {
  const auto found = std::ranges::find(codes, verdict, &Code::verdict);
  return found == codes.end() ? std::string_view() : found->code;
}

bool is_termination_code(std::string_view code) {
  return std::ranges::find(codes, code, &Code::code) != codes.end();
}

CauseWord termination_word(const CaseResult& result) {
  CauseWord word{std::string(termination_code(result.verdict))};
  const auto add = [&](std::string_view name, std::string value) {
    if (!value.empty()) word.parameters.emplace_back(name, std::move(value));
  };
  // A queue may run a kernel as late as the results are read.
  if (result.stage)
    add("stage", std::string(info(*result.stage == Stage::Read ? Stage::Launch : *result.stage).name));
  add("signal", first_match(result.message, "SIG[A-Z]+"));
  add("error", first_match(result.message, "CL_[A-Z_]+"));
  // A case that hangs prints what all cases print.
  if (result.verdict != Verdict::Timeout) add(words_of_driver, error_line(result.log));
  return word;
}

CauseWord without_build_step(CauseWord word) {
  constexpr std::string_view refusals[] = {"CL_BUILD_PROGRAM_FAILURE", "CL_COMPILE_PROGRAM_FAILURE",
                                           "CL_LINK_PROGRAM_FAILURE"};
  std::erase_if(word.parameters, [&](const auto& p) {
    return p.first == "error" && std::ranges::find(refusals, p.second) != std::end(refusals);
  });
  return word;
}

std::string time_limit_in(const std::string& text) {
  return first_match(text, "no answer within [0-9.e+]+ s");
}

}  // namespace wgcts::harness
