#include "reports/reproducer/reproducer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "harness/program/ndrange.hpp"
#include "reports/reproducer/c_literals.hpp"
#include "reports/reproducer/c_program.hpp"
#include "reports/reproducer/header.hpp"
#include "reports/reproducer/situation_text.hpp"
#include "reports/reproducer/slack.hpp"

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

/// What unrolls the runs of a type.
std::string runs_of(const std::string& name, const std::string& type) {
  return fmt::format("RUNS({}, {})\n", name, type);
}

/// Of printf.
std::string_view format_of(GenType type) {
  switch (type) {
    case GenType::Half:
      return "0x%04x";
    case GenType::Int:
      return "%d";
    case GenType::UInt:
      return "%u";
    case GenType::Long:
      return "%lld";
    case GenType::ULong:
      return "%llu";
    case GenType::Float:
      return "%.9g";
    case GenType::Double:
      return "%.17g";
  }
  __builtin_unreachable();
}

class Writer {
 public:
  Writer(const Bug& bug, const Specimen& specimen, const DeviceFacts& device, const Replay& replay)
      : bug_(bug),
        specimen_(specimen),
        device_(device),
        replay_(replay),
        case_(specimen.the_case),
        type_(case_.type),
        trial_(specimen.trial),
        expected_(specimen.expected),
        situation_(situation_text(specimen.trial.situation)),
        slack_(slack_of(specimen)) {}

  std::string text() const {
    return filled(
        std::string(program),
        {{"HEADER", header_text(bug_, specimen_, device_, replay_, is_long())},
         {"INCLUDES", includes_text()},
         {"SOURCE", c_string(trial_.text, "    ")},
         {"PART", part()},
         {"DATA", builds_only() ? "" : data()},
         {"RUN", std::string(builds_only() ? build_alone : launch_and_check)},
         {"BEFORE", builds_only() ? "" : std::string(situation_.before)},
         {"DEVICE", piece(&SituationText::device)},
         {"PROGRAM", piece(&SituationText::program)},
         {"MEMORY", piece(&SituationText::buffers)},
         {"ENQUEUE", piece(&SituationText::launch)},
         {"CHECKS", checks()},
         {"LIBRARY", trial_.situation == Situation::Library ? std::string(library_text) : ""},
         {"GOT", is_long() ? "" : "static @TYPE@ got[elements]; "},
         {"UNROLL",
          is_long() ? fmt::format("unroll(in, in_runs), unroll{}(want, want_runs), ", of_wanted()) : ""},
         {"TYPE", c_type(type_)},
         {"SUPPORT", support()},
         {"OPTIONS", fixed_standard() ? fmt::format("\"{}\"", trial_.options) : "options"},
         {"ARGUMENTS", arguments("kernel")},
         {"SECOND", arguments("second")},
         {"OTHER_GLOBAL", extents(other().global)},
         {"OTHER_LOCAL", extents(other().local)},
         {"KERNEL", trial_.kernel},
         {"DIM", std::to_string(trial_.range.dim)},
         {"WRONG", comparison()},
         {"FORMAT", std::string(format())},
         {"EXPECTED", is_truth() ? "%s" : std::string(format_of(want_type()))},
         {"WANTED", is_truth() ? "want[i] ? \"non-zero\" : \"0\", " : "@CAST@want[i], "},
         {"CAST", cast()},
         {"BUILD", code(Stage::Build)},
         {"CREATE", builds_only() ? "1" : code(Stage::Create)},
         {"BUFFERS", code(Stage::Buffers)},
         {"LAUNCH", code(Stage::Launch)},
         {"READING", code(Stage::Read)},
         {"SECONDS", hangs() ? "20" : "120"},
         {"DIED", is_lost() ? "wrong" : "cannot tell"},
         {"LOST", is_lost() ? "1" : "77"}});
  }

 private:
  bool is_truth() const {
    return std::ranges::any_of(expected_,
                               [](const Expected& e) { return e.judged && e.rule == Rule::Truth; });
  }
  bool hangs() const { return specimen_.run.verdict == Verdict::Timeout; }
  bool is_lost() const { return hangs() || specimen_.run.verdict == Verdict::Crash; }
  /// Whether all that goes wrong is that it does not build: then nothing need be launched.
  bool builds_only() const { return specimen_.run.verdict == Verdict::BuildError; }
  /// Exit code of a call that fails: 1 only where that is the bug.
  std::string code(Stage stage) const {
    const bool refused =
        specimen_.run.verdict == Verdict::BuildError || specimen_.run.verdict == Verdict::LaunchError;
    return refused && specimen_.run.stage == stage ? "1" : "77";
  }
  template <class Predicate>
  bool any_expected(Predicate predicate) const {
    return std::ranges::any_of(expected_, [&](const Expected& e) { return e.judged && predicate(e); });
  }
  bool is_nan_bits(std::uint64_t bits) const {
    return with_gentype(type_,
                        [&]<class T>() { return is_nan(std::bit_cast<T>(static_cast<bits_of<T>>(bits))); });
  }
  bool expects_nan() const {
    return any_expected([&](const Expected& e) { return is_nan_bits(e.low); });
  }
  /// NAN and INFINITY are of math.h.
  bool expects_special() const {
    const std::string all = data();
    return expects_nan() || all.find("INFINITY") != std::string::npos || all.find("NAN") != std::string::npos;
  }
  bool has_bounds() const {
    return any_expected([](const Expected& e) {
      return leaves_room(e.rule) && e.low != e.high;
    });
  }
  bool has_unjudged() const { return !std::ranges::all_of(expected_, &Expected::judged); }
  bool is_by_bits() const {
    return any_expected([](const Expected& e) { return e.rule == Rule::Bits; });
  }

  /// Whether values are told in runs: as many as these fill a page one by one.
  bool is_long() const {
    constexpr std::size_t many = 40;
    return expected_.size() > many && (!has_bounds() || slack_);
  }

  /// The situation's own piece, or the usual one.
  std::string piece(std::string_view SituationText::*which) const {
    return std::string((situation_.*which).empty() ? usual_text.*which : situation_.*which);
  }
  std::string includes_text() const;
  std::string part() const;
  std::string data() const;
  std::string checks() const;
  std::string support() const;
  std::string arguments(std::string_view kernel) const;
  std::string comparison() const;
  std::string_view format() const { return format_of(type_); }
  /// How the runs of what is wanted are called, where they are of a type of their own.
  std::string of_wanted() const { return want_type() == type_ ? "" : "_wanted"; }
  /// Sums of halves are told as floats, in which one reads on from one to the next.
  GenType want_type() const { return slack_ && type_ == GenType::Half ? GenType::Float : type_; }
  /// cl_long is long here and long long there.
  std::string cast() const {
    return type_ == GenType::Long ? "(long long)" : type_ == GenType::ULong ? "(unsigned long long)" : "";
  }
  bool fixed_standard() const {
    return case_.variant->cl_std != 0 || case_.variant->unversioned || device_.usual_cl_std == 20;
  }
  /// What a kernel object is launched with besides, as harness/driver does.
  NDRange other() const { return smaller_range(trial_.range, true); }
  std::string extents(const Extents& e) const {
    return fmt::format("{}", fmt::join(e.begin(), e.begin() + trial_.range.dim, ", "));
  }

  const Bug& bug_;
  const Specimen& specimen_;
  const DeviceFacts& device_;
  const Replay& replay_;
  const Case& case_;
  GenType type_;
  const Trial& trial_;
  const std::vector<Expected>& expected_;
  SituationText situation_;
  std::optional<Slack>
      slack_;  ///< where sums are bounded: one number in place of two bounds for each element
};

std::string Writer::includes_text() const {
  const bool math = is_floating(type_) && type_ != GenType::Half;
  return filled(std::string(includes),
                {{"MATH", math && !builds_only() && expects_special() ? "#include <math.h>\n" : ""},
                 {"THREADS", builds_only() ? "" : std::string(situation_.includes)}});
}

/// The text that the program's own is linked to.
std::string Writer::part() const {
  if (trial_.part.empty()) return "";
  return fmt::format("static const char *part =\n{};\n", c_string(trial_.part, "    "));
}

/// `text` with each line so much further to the right.
std::string indented(std::string_view text, std::string_view by) {
  std::string lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.append(by).append(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

/// Whether each output is right, up to the first that is not.
std::string Writer::checks() const {
  if (situation_.outputs == 1) return filled(std::string(check), {{"READ", piece(&SituationText::read)}});
  return fmt::format("  for (int launched = 0; launched < {} && wrong == 0; ++launched) {{\n",
                     situation_.outputs) +
         filled(
             indented(check, "  "),
             {{"READ",
               "clEnqueueReadBuffer(queue, outs[launched], CL_TRUE, 0, sizeof got, got, 0, NULL, NULL)"}}) +
         "  }\n";
}

std::string Writer::data() const {
  std::vector<std::string> in, want, most, judged, from;
  std::vector<std::uint64_t> in_bits, want_bits;
  for (std::size_t i = 0; i < expected_.size(); ++i) {
    const Expected& e = expected_[i];
    in_bits.push_back(element_of(trial_.input, type_, i));
    want_bits.push_back(slack_ ? slack_->want[i] : e.judged ? e.low : 0);
    in.push_back(c_literal(type_, in_bits.back()));
    want.push_back(e.judged ? c_literal(want_type(), want_bits.back()) : "0");
    most.push_back(e.judged ? c_literal(type_, e.high) : "0");
    judged.emplace_back(e.judged ? "1" : "0");
  }
  for (const std::uint32_t x : trial_.from) from.push_back(std::to_string(x));
  const std::string type = c_type(type_);
  const NDRange& range = trial_.range;
  std::string text =
      fmt::format("enum {{ elements = {} }};\nstatic const size_t offset[] = {{{}}}, global[] = {{{}}}",
                  expected_.size(), extents(range.offset), extents(range.global));
  if (trial_.situation != Situation::Unsized) text += fmt::format(", local[] = {{{}}}", extents(range.local));
  text += ";\n";
  if (is_long())
    text += fmt::format("static {} in[elements], got[elements];\nstatic {} want[elements];\n", type,
                        c_type(want_type())) +
            std::string(runs) + runs_of("", type) +
            (want_type() == type_ ? "" : runs_of(of_wanted(), c_type(want_type()))) +
            c_array("struct run", "in_runs", c_runs(type_, in_bits)) +
            c_array("struct run" + of_wanted(), "want_runs", c_runs(want_type(), want_bits));
  else
    text += c_array(type, "in", in) + c_array(c_type(want_type()), "want", want);
  if (has_bounds() && !slack_) text += c_array(type, "most", most);
  if (has_unjudged()) text += c_array("char", "judged", judged);
  if (!from.empty()) text += c_array("cl_uint", "from", from);
  if (type_ == GenType::Half && has_bounds())
    text +=
        "static float value(cl_half h) {\n  union { cl_uint bits; float number; } v = {(h & 0x7fffU) << "
        "13};\n"
        "  return (h & 0x8000U ? -1.0F : 1.0F) * v.number * 0x1p112F;\n}\n";
  return text;
}

std::string Writer::support() const {
  std::string text =
      "  char version[256] = \"\"; clGetDeviceInfo(device, CL_DEVICE_OPENCL_C_VERSION, sizeof version, "
      "version, NULL);\n"
      "  cl_bool collectives = strstr(version, \"OpenCL C 2.\") != NULL;  // where all have them\n";
  if (!fixed_standard()) {
    const std::string_view extra = case_.variant->options;
    text += fmt::format("  const char *options = collectives ? \"-cl-std=CL2.0{}{}\" : \"{}\";\n",
                        extra.empty() ? "" : " ", extra, trial_.options);
  }
  text +=
      "  clGetDeviceInfo(device, CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, sizeof collectives, "
      "&collectives, NULL), "
      "need(collectives, 77, \"no work-group collectives\");\n";
  if (type_ == GenType::Half)
    text +=
        "  static char extensions[65536];\n"
        "  clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, sizeof extensions, extensions, NULL), "
        "need(strstr(extensions, \"cl_khr_fp16\") != NULL, 77, \"no half\");\n";
  if (type_ == GenType::Double)
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

std::string Writer::arguments(std::string_view kernel) const {
  std::string text;
  unsigned index = 2;
  if (!trial_.from.empty() && kernel == "kernel")
    text += fmt::format(
        "  cl_mem from_buffer = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof from, (void *)from, "
        "&error);\n"
        "  need(from_buffer != NULL, {}, \"clCreateBuffer\");\n",
        code(Stage::Buffers));
  if (!trial_.from.empty())
    text += fmt::format("  clSetKernelArg({}, {}, sizeof from_buffer, &from_buffer);\n", kernel, index++);
  if (!trial_.numbers.empty()) {
    if (kernel == "kernel")
      text += fmt::format("  const cl_uint numbers[] = {{{}}};\n", fmt::join(trial_.numbers, ", "));
    text += trial_.numbers.size() == 1
                ? fmt::format("  clSetKernelArg({}, {}, sizeof numbers[0], &numbers[0]);\n", kernel, index)
                : fmt::format(
                      "  for (cl_uint n = 0; n < {}; ++n)\n"
                      "    clSetKernelArg({}, {} + n, sizeof numbers[n], &numbers[n]);\n",
                      trial_.numbers.size(), kernel, index);
    index += static_cast<unsigned>(trial_.numbers.size());
  }
  if (trial_.local != 0)
    text += fmt::format("  clSetKernelArg({}, {}, {}, NULL);\n", kernel, index++, trial_.local);
  if (trial_.situation == Situation::Brimful)
    text += filled(std::string(brimful_text), {{"REST", std::to_string(index)}});
  return text;
}

/// When an element is wrong, as reference/judge.hpp has it for these values.
std::string Writer::comparison() const {
  std::string wrong;
  const bool is_half = type_ == GenType::Half;
  if (is_truth())
    wrong = "!got[i] != !want[i] || got[i] == (cl_int)0xa5a5a5a5";  // that is: never written
  else if (slack_)
    wrong = fmt::format("!({0} - want[i] <= {1} && want[i] - {0} <= {1})",
                        is_half ? "value(got[i])" : "got[i]", slack_->text);
  else if (has_bounds())
    wrong = is_half ? "!(value(want[i]) <= value(got[i]) && value(got[i]) <= value(most[i]))"
                    : "!(want[i] <= got[i] && got[i] <= most[i])";
  else if (!is_floating(type_))
    wrong = "got[i] != want[i]";
  else if (is_by_bits())
    wrong = "memcmp(&got[i], &want[i], sizeof got[i]) != 0";
  else
    wrong = is_half ? "got[i] != want[i] && ((got[i] | want[i]) & 0x7fff) != 0" : "got[i] != want[i]";
  if (expects_nan())
    wrong = is_half ? fmt::format("(want[i] & 0x7fff) > 0x7c00 ? (got[i] & 0x7fff) <= 0x7c00 : ({})", wrong)
                    : fmt::format("isnan(want[i]) ? !isnan(got[i]) : ({})", wrong);
  return has_unjudged() ? fmt::format("judged[i] && ({})", wrong) : wrong;
}

}  // namespace

std::string reproducer_of_any_length(const Bug& bug, const Specimen& specimen, const DeviceFacts& device,
                                     const Replay& replay) {
  return Writer(bug, specimen, device, replay).text();
}

std::optional<std::string> reproducer_text(const Bug& bug, const Specimen& specimen,
                                           const DeviceFacts& device, const Replay& replay) {
  std::string text = reproducer_of_any_length(bug, specimen, device, replay);
  if (static_cast<std::size_t>(std::ranges::count(text, '\n')) >= most_reproducer_lines) return std::nullopt;
  return text;
}

}  // namespace wgcts::reports
