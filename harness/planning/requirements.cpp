#include "harness/planning/requirements.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "harness/planning/contradictions.hpp"
#include "harness/program/build_options.hpp"
#include "harness/program/implementation.hpp"

namespace wgcts::harness {
namespace {

std::optional<Reason> unless(const Answer& answer) {
  return answer.yes ? std::nullopt : std::optional(answer.because);
}

std::optional<Reason> missing_type(GenType type, const DeviceFacts& facts) {
  switch (type) {
    case GenType::Half:
      return unless(facts.half);
    case GenType::Long:
    case GenType::ULong:
      return unless(facts.int64);
    case GenType::Double:
      return unless(facts.fp64);
    default:
      return std::nullopt;
  }
}

std::optional<Reason> missing_size(const Case& c, const DeviceFacts& facts) {
  if (c.local.is_max()) return std::nullopt;
  if (volume(c.local.extents) > facts.max_work_group_size)
    return Reason{"CL_DEVICE_MAX_WORK_GROUP_SIZE", std::to_string(facts.max_work_group_size)};
  for (std::size_t d = 0; d < c.dim; ++d)
    if (c.local.extents[d] > facts.max_work_item_sizes[d])
      return Reason{"CL_DEVICE_MAX_WORK_ITEM_SIZES",
                    fmt::format("{{{}}}", fmt::join(facts.max_work_item_sizes, ", "))};
  return std::nullopt;
}

std::optional<Reason> missing_definition(const Case& c, const DeviceFacts& facts) {
  const Prototype called = prototype_of(c);
  if (defines(facts, called)) return std::nullopt;
  return Reason{"--implementation",
                fmt::format("{} does not define {}", facts.implementation->file, text_of(called))};
}

/// On a CPU the work-items of a work-group take turns, and what is made for saturation alone shows nothing
/// there but its compilation, which would take a run half as long again.
std::optional<Reason> missing_parallelism(const Case& c, const DeviceFacts& facts) {
  if (facts.kind != "CPU" || !c.variant->saturates) return std::nullopt;
  for (const PlanRow& row : c.form->rows)
    if (row.least <= Profile::Standard && !row.variant->saturates) return std::nullopt;
  return Reason{"CL_DEVICE_TYPE", "CL_DEVICE_TYPE_CPU"};
}

std::string names_of(const std::vector<unsigned>& modes) {
  std::string text;
  for (const unsigned mode : modes)
    text += fmt::format("{}CL{}.{}", text.empty() ? "" : " ", mode / 10, mode % 10);
  return text.empty() ? "none" : text;
}

std::optional<Reason> missing_cl_std(const Case& c, const DeviceFacts& facts) {
  const unsigned mode = cl_std_of(c, facts);
  if (mode != 0 && std::ranges::find(facts.cl_std, mode) != facts.cl_std.end()) return std::nullopt;
  return Reason{facts.opencl >= 30 ? "CL_DEVICE_OPENCL_C_ALL_VERSIONS" : "CL_DEVICE_OPENCL_C_VERSION",
                names_of(facts.cl_std)};
}

std::optional<Reason> lacking(const Case& c, const DeviceFacts& facts) {
  if (facts.unusable) return facts.unusable;
  if (auto reason = unless(facts.compiler)) return reason;
  // A device that contradicts itself is judged for that, by calls under the macro; one that says that it has
  // no collectives shows by one such call that its compiler says so too.
  const bool judged_for_queries = speaks_for_queries(c) && !contradictions(facts).empty();
  if (!judged_for_queries && !speaks_for_absence(c, facts))
    if (auto reason = unless(facts.collectives)) return reason;
  if (auto reason = missing_cl_std(c, facts)) return reason;
  if (auto reason = missing_type(c.type, facts)) return reason;
  if (auto reason = missing_definition(c, facts)) return reason;
  if (c.variant->remainder)
    if (auto reason = unless(facts.non_uniform)) return reason;
  if (auto reason = missing_parallelism(c, facts)) return reason;
  return missing_size(c, facts);
}

}  // namespace

Reason with_error(const DeviceFacts& facts, Reason reason) {
  for (const Reason& error : facts.query_errors) {
    if (reason.query == error.query)
      reason.answer = error.answer;
    else if (reason.query.find(error.query) != std::string::npos)
      reason.answer += fmt::format("; {}: {}", error.query, error.answer);
  }
  return reason;
}

std::optional<Reason> missing(const Case& c, const DeviceFacts& facts) {
  auto reason = lacking(c, facts);
  return reason ? std::optional(with_error(facts, *std::move(reason))) : std::nullopt;
}

}  // namespace wgcts::harness
