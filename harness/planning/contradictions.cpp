#include "harness/planning/contradictions.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "harness/planning/requirements.hpp"
#include "reference/clauses.hpp"

namespace wgcts::harness {
namespace {

constexpr std::string_view features_query = "CL_DEVICE_OPENCL_C_FEATURES";
constexpr std::string_view versions_query = "CL_DEVICE_OPENCL_C_ALL_VERSIONS";

bool erred(const DeviceFacts& facts, std::string_view query) {
  return std::ranges::find(facts.query_errors, query, &Reason::query) != facts.query_errors.end();
}

}  // namespace

std::vector<Contradiction> contradictions(const DeviceFacts& facts) {
  std::vector<Contradiction> found;
  const Reason& query = facts.collectives.because;
  // What the driver says of its own builtins is not what is judged.
  if (facts.implementation) return found;
  if (facts.opencl < 30 || erred(facts, query.query)) return found;
  if (!erred(facts, features_query)) {
    const bool listed = std::ranges::find(facts.features, collectives_macro) != facts.features.end();
    if (facts.features.empty() && facts.compiler.yes)
      found.push_back(
          {cite("WGC.AV.10"),
           {std::string(features_query), "empty, and yet CL_DEVICE_COMPILER_AVAILABLE is CL_TRUE"}});
    else if (!facts.features.empty() && listed != facts.collectives.yes)
      found.push_back(
          {cite("WGC.AV.5"),
           {std::string(features_query), fmt::format("{}listed: {}, and yet {} is {}", listed ? "" : "not ",
                                                     collectives_macro, query.query, query.answer)}});
  }
  const bool takes_20 = std::ranges::find(facts.cl_std, 20U) != facts.cl_std.end();
  if (takes_20 && !facts.collectives.yes && !erred(facts, versions_query))
    found.push_back({cite("WGC.AV.8"),
                     {std::string(versions_query),
                      fmt::format("2.0 listed, and yet {} is {}", query.query, query.answer)}});
  return found;
}

bool calls_under_macro(const Case& c) {
  return c.form->under_feature_macro && c.variant->situation != Situation::Module;
}

bool speaks_for_queries(const Case& c) {
  return calls_under_macro(c) &&
         (c.form->sharing == KernelSharing::None || is_predicate(c.builtin->collective.family));
}

bool speaks_for_absence(const Case& c, const DeviceFacts& facts) {
  return facts.opencl >= 30 && !facts.collectives.yes && calls_under_macro(c) &&
         c.form->sharing == KernelSharing::None && c.builtin->collective.family == Family::All &&
         c.dim == 1 && c.variant == plain_variant;
}

}  // namespace wgcts::harness
