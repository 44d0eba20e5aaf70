#include "suites/case.hpp"

#include <fmt/format.h>

#include <charconv>

#include "suites/parse.hpp"
#include "suites/random.hpp"

namespace wgcts::suites {

std::string program_word(const Case& c) {
  return c.given.hash ? fmt::format("x{:08x}", *c.given.hash) : std::to_string(c.number);
}

std::string name(const Case& c) {
  return fmt::format("{}.{}.{}d.{}.{}{}{}", c.builtin->name, info(c.type).name, c.dim,
                     to_string(c.local, c.dim), is_program(c) ? program_word(c) : std::string(c.form->name),
                     c.variant == plain_variant ? "" : ".", c.variant->name);
}

std::optional<LocalSize> parse_local_size(std::string_view text, unsigned dim) {
  if (text == "max") return LocalSize{};
  const auto pieces = split(text, 'x');
  if (pieces.size() != dim) return std::nullopt;
  LocalSize local{{1, 1, 1}};
  for (std::size_t d = 0; d < dim; ++d) {
    const auto piece = pieces[d];
    const auto extent = whole_number<std::size_t>(piece);
    if (!extent || piece.starts_with('0')) return std::nullopt;
    local.extents[d] = *extent;
  }
  return local;
}

namespace {

/// Parses a form's name, or a program's number or hash.
bool parse_form(std::string_view text, Case& c) {
  if (!is_program(c)) {
    c.form = form_named(text);
    return c.form != nullptr && c.form != &program_form;
  }
  c.form = &program_form;
  if (text.starts_with('x')) {
    std::from_chars(text.data() + 1, text.data() + text.size(), c.given.hash.emplace(), 16);
    c.number = *c.given.hash;
    return is_hash(text.substr(1));
  }
  const auto number = whole_number(text);
  c.number = number.value_or(0);
  return number && std::to_string(*number) == text;
}

/// Whether the kernel requires the size of its work-groups.
bool is_sized(const Case& c) { return c.variant->required || c.form->required_size; }

/// Whether the kernel has an argument for a report to the host.
bool reports_query(const Case& c) { return !c.variant->reported_query.empty(); }

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
    {"the size 'max' is known only after the build, but a required size is needed before it",
     [](const Case& c) { return c.local.is_max() && c.variant->required; }},
    {"the driver chooses the local size",
     [](const Case& c) { return c.local.is_max() && c.variant->situation == Situation::Unsized; }},
    {"a kernel with a required size can have no other size",
     [](const Case& c) {
       return is_sized(c) && (reports_query(c) || c.variant->situation == Situation::Relaunched);
     }},
    {"the kernel's only extra argument is its local memory",
     [](const Case& c) {
       return c.form->keep != 0 && (reports_query(c) || c.variant->situation == Situation::Relaunched ||
                                    c.variant->situation == Situation::Brimful);
     }},
    {"only a plain launch binds the argument for the kernel's report",
     [](const Case& c) {
       return reports_query(c) && (binds_again(c) || c.variant->situation == Situation::Brimful);
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
              (!c.form->straight || without(*c.variant, Axis::Host)->compiled_key != 0 || reports_query(c));
     }},
};

}  // namespace

std::optional<Case> parse_case(std::string_view text) {
  const auto pieces = split(text, '.');
  if (pieces.size() < 5 || pieces.size() > 5 + axis_count) return std::nullopt;
  Case c;
  c.builtin = pieces[0] == whole_program.name ? &whole_program : builtin_named(pieces[0]);
  const auto type = gentype_named(pieces[1]);
  if (c.builtin == nullptr || !type || !takes(*c.builtin, *type)) return std::nullopt;
  c.type = *type;
  if (pieces[2].size() != 2 || pieces[2][0] < '1' || pieces[2][0] > '3' || pieces[2][1] != 'd')
    return std::nullopt;
  c.dim = static_cast<unsigned>(pieces[2][0] - '0');
  const auto local = parse_local_size(pieces[3], c.dim);
  if (pieces.size() > 5) c.variant = variant_named(std::string_view(pieces[5].begin(), text.end()));
  if (c.variant == plain_variant && pieces.size() > 5) return std::nullopt;
  if (!local || !parse_form(pieces[4], c) || c.variant == nullptr) return std::nullopt;
  c.local = *local;
  return c;
}

unsigned third_of(const Builtin& builtin, std::uint64_t compiled_key) {
  const auto [family, op] = builtin.collective;
  if (op == Op::None || !is_core(builtin) || row_count(compiled_key) < 2) return 0;
  // Families differ in their first operation.
  const std::uint64_t turn = Random(compiled_key).bits() % 3 + static_cast<std::uint64_t>(family);
  return static_cast<unsigned>((turn + static_cast<std::uint64_t>(op)) % 3);
}

bool share_a_kernel(const Form& form, std::uint64_t compiled_key, const Builtin& a, const Builtin& b) {
  if (&a == &b) return true;
  if (a.extension != b.extension || third_of(a, compiled_key) != third_of(b, compiled_key)) return false;
  if (form.sharing == KernelSharing::None || form.sharing == KernelSharing::Type)
    return form.sharing == KernelSharing::Type;
  const Family family = a.collective.family, other = b.collective.family;
  if (is_predicate(family) || is_predicate(other)) return is_predicate(family) == is_predicate(other);
  return form.sharing == KernelSharing::Values || family == other;
}

std::uint64_t data_seed(const Case& c, std::uint64_t seed) { return Random(hash(name(c), seed)).bits(); }

std::string_view objection(const Case& c) {
  for (const Exclusion& e : exclusions)
    if (e.forbids(c)) return e.reason;
  return {};
}

}  // namespace wgcts::suites
