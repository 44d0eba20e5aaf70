#include "harness/planning/contradictions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "harness/planning/requirements.hpp"
#include "reference/clauses.hpp"

namespace wgcts::harness {
namespace {

constexpr std::string_view queries_check = "queries";
constexpr std::string_view features_query = "CL_DEVICE_OPENCL_C_FEATURES";
constexpr std::string_view versions_query = "CL_DEVICE_OPENCL_C_ALL_VERSIONS";

const Reason* error_of(const DeviceFacts& facts, std::string_view query) {
  return find_row(facts.query_errors, query, &Reason::query);
}

/// A 3.x device must answer these queries. The only allowed errors of clGetDeviceInfo are those for lack of
/// memory.
void find_refused_queries(const DeviceFacts& facts, std::vector<Contradiction>& found) {
  const std::pair<std::string_view, std::string_view> mandatory[] = {
      {facts.collectives.because.query, cite("WGC.AV.4")},
      {features_query, cite("WGC.AV.4")},
      {versions_query, cite("WGC.AV.9")}};
  for (const auto& [query, clause] : mandatory)
    if (const Reason* error = error_of(facts, query))
      if (error->answer != "CL_OUT_OF_RESOURCES" && error->answer != "CL_OUT_OF_HOST_MEMORY")
        found.push_back({clause, *error});
}

/// The list of versions contradicts the device's own version (WGC.AV.9) or the query (WGC.AV.8).
void find_in_versions(const DeviceFacts& facts, std::vector<Contradiction>& found) {
  const Reason& query = facts.collectives.because;
  for (const unsigned version : {30U, 31U})
    if (facts.opencl >= version && facts.opencl / 10 == 3 && !is_in(version, facts.cl_std))
      found.push_back(
          {cite("WGC.AV.9"),
           {std::string(versions_query), fmt::format("{}.{} is not listed, but CL_DEVICE_VERSION is {}",
                                                     version / 10, version % 10, facts.version)}});
  if (is_in(20U, facts.cl_std) && !facts.collectives.yes && error_of(facts, query.query) == nullptr)
    found.push_back({cite("WGC.AV.8"),
                     {std::string(versions_query),
                      fmt::format("2.0 is listed, but {} is {}", query.query, query.answer)}});
}

/// The list of features contradicts the query. The list is empty if there is no optional feature.
void find_in_features(const DeviceFacts& facts, std::vector<Contradiction>& found) {
  const Reason& query = facts.collectives.because;
  if (error_of(facts, features_query) != nullptr || error_of(facts, query.query) != nullptr) return;
  const bool listed = is_in(collectives_macro, facts.features);
  if (listed == facts.collectives.yes) return;
  found.push_back(
      {facts.features.empty() ? cite("WGC.AV.10") : cite("WGC.AV.5"),
       {std::string(features_query), fmt::format("{}listed: {}, but {} is {}", listed ? "" : "not ",
                                                 collectives_macro, query.query, query.answer)}});
}

}  // namespace

std::vector<Contradiction> contradictions(const DeviceFacts& facts) {
  std::vector<Contradiction> found;
  // With a file of builtins, the driver's own builtins are not judged.
  if (facts.implementation || facts.opencl < 30) return found;
  find_refused_queries(facts, found);
  // A compiler may accept intermediate languages only. Then no version of OpenCL C is listed.
  if (!facts.compiler.yes || facts.cl_std.empty()) return found;
  find_in_features(facts, found);
  find_in_versions(facts, found);
  return found;
}

std::optional<Failure> queries_failure(const Case& c, const DeviceFacts& facts) {
  if (!reports_contradictions(c)) return std::nullopt;
  const auto found = contradictions(facts);
  if (found.empty()) return std::nullopt;
  const auto& [clause, said] = found.front();
  return Failure{.check = std::string(queries_check),
                 .clause = std::string(clause),
                 .message = fmt::format("{}: {}", said.query, said.answer)};
}

bool is_queries_failure(const CaseResult& result) {
  return result.failure && result.failure->check == queries_check;
}

CaseResult failed_without_output(const Case& c, Failure failure) {
  CaseResult result{c, Verdict::Fail};
  result.clauses = {failure.clause};
  result.failure = std::move(failure);
  return result;
}

CaseResult without_launch(const Case& c, const DeviceFacts& facts, Reason lacking) {
  if (auto failure = queries_failure(c, facts)) return failed_without_output(c, *std::move(failure));
  return skipped(c, std::move(lacking));
}

bool calls_under_macro(const Case& c) {
  return c.form->under_feature_macro && c.variant->situation != Situation::Module;
}

bool reports_contradictions(const Case& c) {
  return calls_under_macro(c) &&
         (c.form->sharing == KernelSharing::None || is_predicate(c.builtin->collective.family));
}

bool checks_for_absence(const Case& c, const DeviceFacts& facts) {
  return facts.opencl >= 30 && !facts.collectives.yes && contradictions(facts).empty() &&
         error_of(facts, facts.collectives.because.query) == nullptr && calls_under_macro(c) &&
         c.form->sharing == KernelSharing::None && c.builtin->collective.family == Family::All &&
         c.dim == 1 && c.variant == plain_variant;
}

}  // namespace wgcts::harness
