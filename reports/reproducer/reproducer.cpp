#include "reports/reproducer/reproducer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "harness/program/ndrange.hpp"
#include "reports/reproducer/arguments_text.hpp"
#include "reports/reproducer/c_literals.hpp"
#include "reports/reproducer/c_program.hpp"
#include "reports/reproducer/situation_text.hpp"

namespace wgcts::reports {
namespace {

/// `text` with each "@NAME@" replaced.
std::string filled(std::string text, const std::vector<std::pair<std::string_view, std::string>>& values) {
  for (const auto& [name, value] : values) {
    const std::string mark = fmt::format("@{}@", name);
    for (std::size_t at = 0; (at = text.find(mark, at)) != std::string::npos; at += value.size())
      text.replace(at, mark.size(), value);
  }
  return text;
}

class Writer {
 public:
  Writer(const Bug& bug, const FailingRun& failing_run, const DeviceFacts& device, const RunAgain& run_again)
      : bug_(bug),
        failing_run_(failing_run),
        device_(device),
        run_again_(run_again),
        case_(failing_run.the_case),
        run_(failing_run.run),
        situation_(situation_text(failing_run.run.situation)),
        arguments_(failing_run) {}

  std::string text() const {
    return filled(std::string(program),
                  {{"HEADER", header_text(bug_, failing_run_, device_, run_again_)},
                   {"INCLUDES", includes_text()},
                   {"SOURCE", c_string(run_.text, "    ")},
                   {"PART", part()},
                   {"DATA", builds_only() ? "" : data()},
                   {"RUN", std::string(builds_only() ? build_alone : launch_and_check)},
                   {"BEFORE", builds_only() ? "" : before()},
                   {"DEVICE", piece(&SituationText::device)},
                   {"PROGRAM", piece(&SituationText::program)},
                   {"MEMORY", piece(&SituationText::buffers)},
                   {"REST", run_.situation == Situation::Brimful ? std::string(brimful_text) : ""},
                   {"ENQUEUE", with_events(piece(&SituationText::launch)) +
                                   std::string(launch_fails() ? ask_events : "")},
                   {"CHECKS", checks()},
                   {"LIBRARY", run_.situation == Situation::Library ? std::string(library_text) : ""},
                   {"UNROLL", arguments_.unrolling()},
                   {"POISON", arguments_.poison()},
                   {"ELEMENTS", std::to_string(arguments_.elements())},
                   {"SUPPORT", support()},
                   {"OPTIONS", fixed_standard() ? fmt::format("\"{}\"", run_.options) : "options"},
                   {"OTHER_GLOBAL", extents(other().global)},
                   {"OTHER_LOCAL", extents(other().local)},
                   {"KERNEL", run_.kernel},
                   {"DIM", std::to_string(run_.range.dim)},
                   {"BUILD", code(Stage::Build)},
                   {"CREATE", builds_only() ? "1" : code(Stage::Create)},
                   {"BUFFERS", code(Stage::Buffers)},
                   {"LAUNCH", code(Stage::Launch)},
                   {"READING", code(Stage::Read)},
                   {"SECONDS", std::to_string(seconds())},
                   {"DIED", is_lost() ? "wrong" : "inconclusive"},
                   {"LOST", is_lost() ? "1" : "77"}});
  }

 private:
  bool hangs() const { return failing_run_.outcome.verdict == Verdict::Timeout; }
  bool is_lost() const { return hangs() || failing_run_.outcome.verdict == Verdict::Crash; }
  /// Whether the bug is a failed build, so that nothing needs to be launched.
  bool builds_only() const { return failing_run_.outcome.verdict == Verdict::BuildError; }
  bool launch_fails() const {
    return failing_run_.outcome.verdict == Verdict::LaunchError &&
           failing_run_.outcome.stage == Stage::Launch;
  }
  /// The time after which the program counts as hung.
  unsigned seconds() const {
    constexpr double least = 20, usual = 120;
    return static_cast<unsigned>(std::ceil(hangs() ? std::max(least, failing_run_.timeout) : usual));
  }
  /// The exit code if a call of this stage fails: 1 only if that is the bug.
  std::string code(Stage stage) const {
    const Verdict verdict = failing_run_.outcome.verdict;
    const bool refused = verdict == Verdict::BuildError || verdict == Verdict::LaunchError;
    return refused && failing_run_.outcome.stage == stage ? "1" : "77";
  }
  /// The situation's own piece, or the default one.
  std::string piece(std::string_view SituationText::*which) const {
    return std::string((situation_.*which).empty() ? usual_text.*which : situation_.*which);
  }
  /// The functions before run(). Shared virtual memory has its own way of setting arguments.
  std::string before() const {
    return std::string(launch_fails() ? events_of_launches : "") +
           std::string(run_.situation == Situation::Svm ? "" : arguments_function) +
           with_events(std::string(situation_.before));
  }
  std::string with_events(std::string text) const;
  std::string includes_text() const;
  std::string part() const;
  std::string data() const;
  std::string checks() const;
  std::string support() const;
  bool fixed_standard() const {
    return case_.variant->cl_std != 0 || case_.variant->unversioned || device_.usual_cl_std == 20;
  }
  /// The NDRange of the kernel object's other launches, as in harness/driver.
  NDRange other() const { return run_.takes_zeros ? smaller_range(run_.range, true) : run_.range; }
  std::string extents(const Extents& e) const {
    return fmt::format("{}", fmt::join(e.begin(), e.begin() + run_.range.dim, ", "));
  }

  const Bug& bug_;
  const FailingRun& failing_run_;
  const DeviceFacts& device_;
  const RunAgain& run_again_;
  const Case& case_;
  const KernelRun& run_;
  SituationText situation_;
  ArgumentsText arguments_;
};

/// If the launch fails, its calls get events.
std::string Writer::with_events(std::string text) const {
  constexpr std::string_view call = "clEnqueueNDRangeKernel(", without = "0, NULL, NULL)",
                             with = "0, NULL, &events[launches++])";
  std::size_t at = launch_fails() ? text.find(call) : std::string::npos;
  for (; at != std::string::npos; at = text.find(call, at))
    text.replace(at = text.find(without, at), without.size(), with);
  return text;
}

/// The includes, with math.h only if NAN, isnan() or INFINITY are used.
std::string Writer::includes_text() const {
  const std::string texts = data() + arguments_.checks();
  const bool math = texts.find("INFINITY") != std::string::npos || texts.find("NAN") != std::string::npos ||
                    texts.find("isnan") != std::string::npos;
  return filled(std::string(includes), {{"MATH", math && !builds_only() ? "#include <math.h>\n" : ""},
                                        {"THREADS", builds_only() ? "" : std::string(situation_.includes)}});
}

/// The second source, which the program is linked to.
std::string Writer::part() const {
  if (run_.part.empty()) return "";
  return fmt::format("static const char *part =\n{};\n", c_string(run_.part, "    "));
}

/// `text` with each line indented by `by`.
std::string indented(std::string_view text, std::string_view by) {
  std::string lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.append(by).append(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

/// The checks of all outputs, up to the first launch with a wrong one.
std::string Writer::checks() const {
  const auto checks_of = [&](const std::string& read) {
    return filled(std::string(read_outputs), {{"READ", read}}) + arguments_.checks();
  };
  if (situation_.outputs == 1) return checks_of(piece(&SituationText::read));
  const std::string read =
      "clEnqueueReadBuffer(queue, outs[launched][i], CL_TRUE, 0, arguments[i].size, (void "
      "*)arguments[i].data, "
      "0, NULL, NULL)";
  return fmt::format("  for (int launched = 0; launched < {} && wrong == 0; ++launched) {{\n",
                     situation_.outputs) +
         indented(checks_of(read), "  ") + "  }\n";
}

std::string Writer::data() const {
  const NDRange& range = run_.range;
  std::string text = fmt::format("static const size_t offset[] = {{{}}}, global[] = {{{}}}",
                                 extents(range.offset), extents(range.global));
  if (run_.situation != Situation::Unsized) text += fmt::format(", local[] = {{{}}}", extents(range.local));
  return text + ";\n" + arguments_.data();
}

std::string Writer::support() const {
  std::string text =
      "  char version[256] = \"\"; clGetDeviceInfo(device, CL_DEVICE_OPENCL_C_VERSION, sizeof version, "
      "version, NULL);\n"
      "  cl_bool collectives = strstr(version, \"OpenCL C 2.\") != NULL;  // required in OpenCL C 2.0\n";
  if (!fixed_standard()) {
    const std::string_view extra = case_.variant->options;
    text += fmt::format("  const char *options = collectives ? \"-cl-std=CL2.0{}{}\" : \"{}\";\n",
                        extra.empty() ? "" : " ", extra, run_.options);
  }
  text +=
      "  clGetDeviceInfo(device, CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, sizeof collectives, "
      "&collectives, NULL), "
      "need(collectives, 77, \"no work-group collectives\");\n";
  if (case_.type == GenType::Half || arguments_.uses(Type::Half))
    text +=
        "  static char extensions[65536];\n"
        "  clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, sizeof extensions, extensions, NULL), "
        "need(strstr(extensions, \"cl_khr_fp16\") != NULL, 77, \"no half\");\n";
  if (case_.type == GenType::Double || arguments_.uses(Type::Double))
    text +=
        "  cl_device_fp_config config = 0;\n"
        "  clGetDeviceInfo(device, CL_DEVICE_DOUBLE_FP_CONFIG, sizeof config, &config, NULL), "
        "need(config != 0, 77, \"no double\");\n";
  if (case_.variant->remainder)
    text +=
        "  cl_bool remainders = CL_FALSE;\n"
        "  clGetDeviceInfo(device, CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, sizeof remainders, &remainders, "
        "NULL), need(remainders, 77, \"no non-uniform work-groups\");\n";
  return text;
}

}  // namespace

std::string reproducer_text(const Bug& bug, const FailingRun& failing_run, const DeviceFacts& device,
                            const RunAgain& run_again) {
  return Writer(bug, failing_run, device, run_again).text();
}

}  // namespace wgcts::reports
