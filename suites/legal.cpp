// The legal combinations of a case's parts.
#include "suites/case.hpp"

namespace wgcts::suites {
namespace {

/// Whether the kernel requires the size of its work-groups.
bool is_sized(const Case& c) { return c.variant->required || c.form->required_size; }

/// Whether the kernel has an argument for a report to the host.
bool tells(const Case& c) { return !c.variant->tells.empty(); }

/// Whether the host binds the kernel's arguments more than once.
bool binds_again(const Case& c) {
  using enum Situation;
  const Situation s = c.variant->situation;
  return s == Relaunched || s == Cloned || s == Unordered || s == Threads || s == Svm;
}

bool has(const Case& c, const Variant* row) { return contains(*c.variant, *row); }

struct Exclusion {
  std::string_view reason;
  bool (*forbids)(const Case&);
};

constexpr Exclusion exclusions[] = {
    {"the form does not call this builtin", [](const Case& c) { return !c.form->has(*c.builtin); }},
    {"the form excludes this local size or launch", [](const Case& c) { return !c.form->takes(c); }},
    {"only a program chooses its collectives",
     [](const Case& c) { return c.variant->uniform_arithmetic && !is_program(c); }},
    {"the size 'max' is known too late for a kernel with a required size",
     [](const Case& c) { return c.local.is_max() && c.variant->required; }},
    {"the driver chooses the local size",
     [](const Case& c) { return c.local.is_max() && c.variant->situation == Situation::Unsized; }},
    {"a kernel with a required size can have no other size",
     [](const Case& c) {
       return is_sized(c) && (tells(c) || c.variant->situation == Situation::Relaunched);
     }},
    {"the kernel's only extra argument is its local memory",
     [](const Case& c) {
       return c.form->keep != 0 && (tells(c) || c.variant->situation == Situation::Relaunched ||
                                    c.variant->situation == Situation::Brimful);
     }},
    {"only a plain launch binds the argument for the kernel's report",
     [](const Case& c) {
       return tells(c) && (binds_again(c) || c.variant->situation == Situation::Brimful);
     }},
    {"OpenCL C 1.x declares no collectives, as the form 'own' requires",
     [](const Case& c) { return c.variant->unversioned != c.form->own_functions; }},
    {"in OpenCL C 1.x all work-groups have the same size",
     [](const Case& c) { return c.variant->unversioned && c.variant->remainder; }},
    {"OpenCL C 1.x has neither sub-groups nor -cl-uniform-work-group-size",
     [](const Case& c) {
       return c.variant->unversioned && (c.variant->takes_sub_groups || c.variant->takes_remainders);
     }},
    {"the form 'own' calls nothing in another part of the program",
     [](const Case& c) { return c.form->own_functions && has_parts(*c.variant); }},
    {"-cl-uniform-work-group-size promises that there is no remainder",
     [](const Case& c) { return c.variant->remainder && has(c, variant("uniformsize")); }},
    {"-cl-no-subgroup-ifp came with OpenCL 2.1",
     [](const Case& c) { return c.variant->cl_std == 20 && has(c, variant("noifp")); }},
    {"the kernel would require one size and hint at another",
     [](const Case& c) { return is_sized(c) && has(c, variant("sizehint")); }},
    {"a thousand work-groups of the largest size take too long to judge",
     [](const Case& c) { return c.local.is_max() && c.variant->groups != 0; }},
    {"a hundred thousand work-groups of this size take too long to judge",
     [](const Case& c) {
       constexpr std::size_t most_lanes = 5'000'000;
       return c.variant->groups * volume(c.local.extents) * c.form->sites > most_lanes;
     }},
    {"the suite writes only plain kernels as SPIR-V",
     [](const Case& c) {
       return c.variant->situation == Situation::Module &&
              (!c.form->straight || rows_of(*c.variant).size() > 1);
     }},
};

}  // namespace

std::string_view objection(const Case& c) {
  for (const Exclusion& e : exclusions)
    if (e.forbids(c)) return e.reason;
  return {};
}

}  // namespace wgcts::suites
