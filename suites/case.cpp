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
  using enum Situation;
  const Form& form = *c.form;
  const Variant& v = *c.variant;
  const Situation s = v.situation;
  const auto has = [&](const Variant* row) { return contains(v, *row); };
  const bool is_sized = v.required || form.required_size;
  // The kernel then has an argument for a report to the host.
  const bool reports_query = !v.reported_query.empty();
  const bool binds_again = s == Relaunched || s == Cloned || s == Unordered || s == Threads || s == Svm;
  constexpr std::size_t most_lanes = 5'000'000;
  if (!form.has(*c.builtin)) return "the form does not call this builtin";
  if (!form.takes(c)) return "the form excludes this local size or launch";
  if (v.uniform_arithmetic && !is_program(c)) return "only a program chooses its collectives";
  if (c.local.is_max() && v.required)
    return "the size 'max' is known only after the build, but a required size is needed before it";
  if (c.local.is_max() && s == Unsized) return "the driver chooses the local size";
  if (is_sized && (reports_query || s == Relaunched))
    return "a kernel with a required size can have no other size";
  if (form.keep != 0 && (reports_query || s == Relaunched || s == Brimful))
    return "the kernel's only extra argument is its local memory";
  if (reports_query && (binds_again || s == Brimful))
    return "only a plain launch binds the argument for the kernel's report";
  if (v.unversioned != form.own_functions)
    return "OpenCL C 1.x declares no collectives, as the form 'own' requires";
  if (v.unversioned && v.remainder) return "in OpenCL C 1.x all work-groups have the same size";
  if (v.unversioned && (v.takes_sub_groups || v.takes_remainders))
    return "OpenCL C 1.x has neither sub-groups nor -cl-uniform-work-group-size";
  if (form.own_functions && has_parts(v))
    return "the form 'own' calls nothing in another part of the program";
  if (v.remainder && has(variant("uniformsize")))
    return "-cl-uniform-work-group-size promises that there is no remainder";
  if (v.cl_std == 20 && has(variant("noifp"))) return "-cl-no-subgroup-ifp came with OpenCL 2.1";
  if (is_sized && has(variant("sizehint"))) return "the kernel would require one size and hint at another";
  if (c.local.is_max() && v.groups != 0)
    return "a thousand work-groups of the largest size take too long to judge";
  if (v.groups * volume(c.local.extents) * form.sites > most_lanes)
    return "a hundred thousand work-groups of this size take too long to judge";
  if (s == Module && (!form.straight || without(v, Axis::Host)->compiled_key != 0 || reports_query))
    return "the suite writes only plain kernels as SPIR-V";
  return {};
}

}  // namespace wgcts::suites
