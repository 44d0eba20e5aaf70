#include "harness/planning/planning.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

#include "harness/program/il_module.hpp"
#include "harness/program/implementation.hpp"
#include "harness/program/job.hpp"
#include "harness/program/kernel.hpp"
#include "reference/clauses.hpp"
#include "suites/forms/form.hpp"
#include "suites/parse.hpp"
#include "suites/plan.hpp"
#include "suites/programs/draw_program.hpp"

namespace wgcts::harness {
namespace {

constexpr std::string_view queries_check = "queries";
constexpr std::string_view features_query = "CL_DEVICE_OPENCL_C_FEATURES";
constexpr std::string_view versions_query = "CL_DEVICE_OPENCL_C_ALL_VERSIONS";

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

std::optional<Reason> unless(const Answer& answer) {
  return answer.yes ? std::nullopt : std::optional(answer.because);
}

/// Whether CL_DEVICE_OPENCL_C_FEATURES applies to the case's program. Earlier versions of OpenCL C have only
/// extensions.
bool has_features(const Case& c, const DeviceFacts& facts) {
  return is_module(c) || (!c.variant->unversioned && cl_std_of(c, facts) >= 30);
}

/// The device has the feature, but not for the case's language version.
Reason only_in_30(std::string_view feature) {
  return {"CL_DEVICE_OPENCL_C_FEATURES", fmt::format("{} is for OpenCL C 3.0", feature)};
}

std::optional<Reason> missing_type(const Case& c, const DeviceFacts& facts) {
  const Answer* const needed = feature_for(c.type, facts);
  if (needed == nullptr) return std::nullopt;
  if (needed->yes && needed->because.query == "CL_DEVICE_OPENCL_C_FEATURES" && !has_features(c, facts))
    return only_in_30(needed->because.answer);
  return unless(*needed);
}

/// Programs and the functions of the form `own` use the identities of min and max, which are infinite, so
/// they need infinities. Those of half and double also use float. Double always has infinities.
std::optional<Reason> missing_infinities(const Case& c, const DeviceFacts& facts) {
  if (!(is_program(c) || c.form->own_functions) || !is_floating(c.type)) return std::nullopt;
  if (c.type == GenType::Half && !facts.half_rules.infinities)
    return Reason{"CL_DEVICE_HALF_FP_CONFIG", "without CL_FP_INF_NAN"};
  if (!facts.float_rules.infinities) return Reason{"CL_DEVICE_SINGLE_FP_CONFIG", "without CL_FP_INF_NAN"};
  return std::nullopt;
}

std::optional<Reason> missing_size(const Case& c, const DeviceFacts& facts) {
  // A case for the largest work-group runs with any size.
  const Extents extents = c.local.is_max() ? Extents{1, 1, 1} : c.local.extents;
  if (volume(extents) > facts.max_work_group_size)
    return Reason{"CL_DEVICE_MAX_WORK_GROUP_SIZE", std::to_string(facts.max_work_group_size)};
  for (std::size_t d = 0; d < c.dim; ++d)
    if (extents[d] > facts.max_work_item_sizes[d])
      return Reason{"CL_DEVICE_MAX_WORK_ITEM_SIZES",
                    fmt::format("{{{}}}", fmt::join(facts.max_work_item_sizes, ", "))};
  return std::nullopt;
}

/// Builtins of a module are linked to modules only.
bool judges_module(const DeviceFacts& facts) {
  return facts.implementation && facts.implementation->is_module;
}

std::optional<Reason> missing_definition(const Case& c, const DeviceFacts& facts) {
  if (judges_module(facts) && !is_module(c))
    return Reason{"--implementation",
                  fmt::format("{} is a SPIR-V module, which is linked to SPIR-V cases only (--il)",
                              facts.implementation->file)};
  if (!facts.implementation) return std::nullopt;
  const std::vector<Prototype> called =
      is_program(c) ? prototypes_called(named_program(c).program) : std::vector{prototype_of(c)};
  const auto lacking = std::ranges::find_if(called, [&](const Prototype& p) { return !defines(facts, p); });
  if (lacking == called.end()) return std::nullopt;
  std::string function = text_of(*lacking);
  if (facts.implementation->local_memory != 0) function.insert(function.size() - 1, ", __local void *");
  return Reason{"--implementation",
                fmt::format("{} does not define {}", facts.implementation->file, function)};
}

/// On a CPU, the work-items of a work-group run sequentially. Cases that only provoke races by saturation
/// find nothing there and would add half the time of a run. The simplest kernel is an exception, because it
/// is compiled anyway.
std::optional<Reason> missing_parallelism(const Case& c, const DeviceFacts& facts) {
  if (facts.kind != "CPU" || !c.variant->saturates) return std::nullopt;
  if (c.form->sharing == KernelSharing::Type && c.form->straight) return std::nullopt;
  return Reason{"CL_DEVICE_TYPE", "CL_DEVICE_TYPE_CPU"};
}

std::string names_of(const std::vector<unsigned>& modes) {
  if (modes.empty()) return "none";
  return joined(modes, " ", [](unsigned mode) { return fmt::format("CL{}.{}", mode / 10, mode % 10); });
}

std::optional<Reason> missing_cl_std(const Case& c, const DeviceFacts& facts) {
  // Without -cl-std any version will do. The list may be empty: some compilers accept modules only.
  const bool has_it =
      c.variant->unversioned ? !facts.cl_std.empty() : is_in(cl_std_of(c, facts), facts.cl_std);
  if (has_it) return std::nullopt;
  return Reason{facts.opencl >= 30 ? "CL_DEVICE_OPENCL_C_ALL_VERSIONS" : "CL_DEVICE_OPENCL_C_VERSION",
                names_of(facts.cl_std)};
}

/// A module states the size of addresses, which is unknown after a failed query.
std::optional<Reason> missing_il(const DeviceFacts& facts) {
  if (!lowest_spirv_version(facts.il_version))
    return Reason{"CL_DEVICE_IL_VERSION", facts.il_version.empty() ? "none" : facts.il_version};
  if (facts.address_bits != 32 && facts.address_bits != 64)
    return Reason{"CL_DEVICE_ADDRESS_BITS", std::to_string(facts.address_bits)};
  return std::nullopt;
}

/// The facts that a host situation needs in addition to a version.
struct Gate {
  Situation situation;
  Answer DeviceFacts::*answer;
};
constexpr Gate gates[] = {{Situation::Linked, &DeviceFacts::linker},
                          {Situation::Library, &DeviceFacts::linker},
                          {Situation::Unordered, &DeviceFacts::unordered},
                          {Situation::Partition, &DeviceFacts::partition},
                          {Situation::Svm, &DeviceFacts::svm}};

std::optional<Reason> missing_sub_groups(const Case& c, const DeviceFacts& facts) {
  if (is_in("cl_khr_subgroups", facts.extensions)) return std::nullopt;
  if (!has_sub_groups(facts))
    return Reason{"CL_DEVICE_EXTENSIONS", "no cl_khr_subgroups, and no __opencl_c_subgroups"};
  return has_features(c, facts) ? std::nullopt : std::optional(only_in_30("__opencl_c_subgroups"));
}

std::optional<Reason> missing_for_variant(const Case& c, const DeviceFacts& facts) {
  const Variant& variant = *c.variant;
  if (variant.remainder || variant.takes_remainders)
    if (auto reason = unless(facts.non_uniform)) return reason;
  if (facts.opencl < variant.least_version) return Reason{"CL_DEVICE_VERSION", facts.version};
  if (variant.takes_sub_groups)
    if (auto reason = missing_sub_groups(c, facts)) return reason;
  if (variant.uniform_arithmetic && !is_in(uniform_arithmetic, facts.extensions))
    return Reason{"CL_DEVICE_EXTENSIONS", fmt::format("no {}", uniform_arithmetic)};
  if (variant.address_bits > 32 && facts.address_bits < variant.address_bits)
    return Reason{"CL_DEVICE_ADDRESS_BITS", std::to_string(facts.address_bits)};
  // Offsets have the type size_t of the worker. If it has 32 bits, `offset33` has wrapped to `offset`.
  if (variant.address_bits > facts.size_bits)
    return Reason{"size_t of wgcts", fmt::format("{} bits", facts.size_bits)};
  const auto& sizes = facts.sub_group_sizes;
  if (variant.sub_group != 0 && sizes.empty())
    return Reason{"CL_DEVICE_EXTENSIONS", "no cl_intel_required_subgroup_size"};
  if (variant.sub_group != 0 && !is_in(variant.sub_group, sizes))
    return Reason{"CL_DEVICE_SUB_GROUP_SIZES_INTEL", fmt::format("{{{}}}", fmt::join(sizes, ", "))};
  if (variant.situation == Situation::Module && facts.implementation && !facts.implementation->is_module)
    return Reason{"--implementation", fmt::format("{} is OpenCL C and cannot be linked to a SPIR-V module",
                                                  facts.implementation->file)};
  if (variant.unversioned && facts.implementation)
    return Reason{"--implementation", "the program defines functions of the same names"};
  // The file may use local memory that the driver does not know about.
  if (variant.situation == Situation::Brimful && facts.implementation)
    return Reason{"--implementation", "the file may use local memory of its own"};
  if (judges_module(facts))
    if (auto reason = unless(facts.linker)) return reason;
  for (const Gate& gate : gates)
    if (gate.situation == variant.situation) return unless(facts.*gate.answer);
  return std::nullopt;
}

std::optional<Reason> lacking(const Case& c, const DeviceFacts& facts) {
  if (facts.unusable) return facts.unusable;
  if (auto reason = unless(facts.compiler)) return reason;
  // A device that reports no collectives still runs a few cases, which check the compiler's feature macro.
  if (!checks_for_absence(c, facts))
    if (auto reason = unless(facts.collectives)) return reason;
  const std::string_view extension = c.builtin->extension;
  if (!extension.empty() && !is_in(extension, facts.extensions))
    return Reason{"CL_DEVICE_EXTENSIONS", fmt::format("no {}", extension)};
  if (auto reason = c.variant->situation == Situation::Module ? missing_il(facts) : missing_cl_std(c, facts))
    return reason;
  for (const auto& missing_part : {missing_type, missing_definition, missing_infinities, missing_for_variant,
                                   missing_parallelism, missing_size})
    if (auto reason = missing_part(c, facts)) return reason;
  return std::nullopt;
}

std::size_t cost_of(const Kernel& kernel, bool compiled_before) {
  // A program has about this many calls. Each is compiled for one size only.
  constexpr std::size_t of_program = 8;
  const std::size_t calls = kernel.program ? of_program : calls_in_text(*kernel.form, kernel.members.size());
  return price_of_launch(calls) + (compiled_before ? 0 : price_of_kernel(calls));
}

std::size_t groups_of(const Launch& launch, const DeviceFacts& device) {
  const Layout layout = layout_of(launch, local_size_of(launch.local, launch.dim, device), device);
  const std::size_t groups = likely_groups(launch, layout, device);
  return groups == 0 ? 0 : volume(group_counts(ndrange(launch.dim, layout.local, *launch.variant, groups)));
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
  // A compiler may define the macro in one version of OpenCL C only.
  const bool is_other_version = c.variant->name == "cl31" && is_in(31U, facts.cl_std);
  return facts.opencl >= 30 && !facts.collectives.yes && contradictions(facts).empty() &&
         error_of(facts, facts.collectives.because.query) == nullptr && calls_under_macro(c) &&
         c.builtin->collective.family == Family::All && c.dim == 1 &&
         (c.variant == plain_variant || is_other_version);
}

std::vector<Case> able(std::vector<Case> cases, const DeviceFacts& facts) {
  return picked(std::move(cases), [&](const Case& c) { return !missing(c, facts); });
}

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

DeviceFacts plain_device() {
  DeviceFacts facts;
  facts.name = "none; assuming an OpenCL 3.0 device with all features";
  facts.opencl = 30;
  facts.cl_std = {12, 20, 30, 31};
  facts.usual_cl_std = 30;
  facts.features = {"__opencl_c_int64", std::string(collectives_macro)};
  for (Answer* answer : {&facts.collectives, &facts.half, &facts.int64, &facts.fp64, &facts.non_uniform,
                         &facts.compiler, &facts.linker, &facts.unordered, &facts.partition, &facts.svm})
    *answer = {true, {"assumed", "yes"}};
  facts.extensions = {std::string(uniform_arithmetic), "cl_khr_subgroups"};
  facts.address_bits = 64;
  facts.il_version = "SPIR-V_1.0";
  facts.sub_group_sizes = {4, 8, 16, 32, 64};
  facts.max_work_group_size = 1024;
  facts.max_work_item_sizes = {1024, 1024, 64};
  facts.global_memory = std::uint64_t{4} << 30;
  facts.max_allocation = std::uint64_t{1} << 30;
  facts.local_memory = std::size_t{32} << 10;
  return facts;
}

std::string text_of(const Shard& shard) { return fmt::format("{}/{}", shard.number, shard.count); }

Shard parse_shard(std::string_view text) {
  const auto slash = std::min(text.find('/'), text.size());
  const Shard shard{whole_number<std::size_t>(text.substr(0, slash)).value_or(0),
                    slash < text.size() ? whole_number<std::size_t>(text.substr(slash + 1)).value_or(0) : 0};
  if (shard.number == 0 || shard.count > most_shards || shard.number > shard.count)
    throw std::invalid_argument(fmt::format(
        "a shard is K/N with K from 1 to N and N up to {}, such as 2/3, not '{}'", most_shards, text));
  return shard;
}

std::vector<Case> shard_of(const std::vector<Case>& cases, const Shard& shard) {
  if (shard.whole()) return cases;
  // Orders the launches by program, each with its cost as length, and cuts the sequence into equal pieces. A
  // launch belongs to the piece that contains its middle. Programs of a type are adjacent, because chains are
  // expensive to launch and other forms to compile.
  struct Stretch {
    std::size_t middle2;  // twice the middle, so that it is whole
    std::vector<Case> cases;
  };
  std::vector<Stretch> row;
  std::size_t length = 0;
  auto jobs = make_jobs(cases, plain_device());
  std::ranges::stable_sort(jobs, {}, [](const Job& job) { return job.cases.front().type; });
  for (const Job& job : jobs) {
    std::set<std::string> seen;
    for (Launch& launch : launches_of(job)) {
      const std::size_t cost = cost_of(launch.kernel, !seen.insert(name(launch.kernel)).second);
      row.push_back({2 * length + cost, std::move(launch.cases)});
      length += cost;
    }
  }
  std::set<std::string> taken;
  for (const Stretch& stretch : row)
    if (stretch.middle2 * shard.count / (2 * length) == shard.number - 1)
      for (const Case& c : stretch.cases) taken.insert(name(c));
  return picked(cases, [&](const Case& c) { return taken.contains(name(c)); });
}

Workload workload_of(const std::vector<Case>& cases, const DeviceFacts& device) {
  Workload work;
  work.cases = cases.size();
  for (const Job& job : make_jobs(able(cases, device), device)) {
    ++work.programs;
    work.kernels += kernels_of(job).size();
    for (const Launch& launch : launches_of(job)) {
      ++work.launches;
      if (launch.kernel.program) {
        const LegalProgram program = draw_program(*launch.kernel.program);
        work.checks += program.program.outputs.size() * volume(group_counts(program.launch.range));
        continue;
      }
      work.checks += launch.cases.size() * launch.kernel.form->sites * groups_of(launch, device);
    }
  }
  return work;
}

}  // namespace wgcts::harness
