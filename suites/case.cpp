#include "suites/case.hpp"

#include "suites/parse.hpp"
#include "suites/random.hpp"

namespace wgcts::suites {
namespace {

template <class Table>
auto row_named(const Table& table, std::string_view name) {
  return std::ranges::find_if(table, [&](const auto& row) { return row.name == name; });
}

}  // namespace

std::string to_string(const LocalSize& local, unsigned dim) {
  return local.is_max() ? "max" : reference::to_string(local.extents, dim);
}

std::string name(const Case& c) {
  std::string text{c.builtin->name};
  text.append(".").append(info(c.type).name);
  text.append(".").append(std::to_string(c.dim)).append("d.");
  text.append(to_string(c.local, c.dim)).append(".").append(info(c.form).name);
  if (c.variant != Variant::Plain) text.append(".").append(info(c.variant).name);
  return text;
}

std::optional<LocalSize> parse_local_size(std::string_view text, unsigned dim) {
  if (text == "max") return LocalSize{};
  const auto pieces = split(text, 'x');
  if (pieces.size() != dim) return std::nullopt;
  LocalSize local{{1, 1, 1}};
  for (std::size_t d = 0; d < dim; ++d) {
    const auto piece = pieces[d];
    const auto extent = whole_number(piece);
    if (!extent || piece.starts_with('0')) return std::nullopt;
    local.extents[d] = *extent;
  }
  return local;
}

std::optional<Case> parse_case(std::string_view text) {
  const auto pieces = split(text, '.');
  if (pieces.size() < 5 || pieces.size() > 6) return std::nullopt;
  Case c;
  c.builtin = builtin_named(pieces[0]);
  const auto type = gentype_named(pieces[1]);
  if (c.builtin == nullptr || !type || !takes(*c.builtin, *type)) return std::nullopt;
  c.type = *type;
  if (pieces[2].size() != 2 || pieces[2][0] < '1' || pieces[2][0] > '3' || pieces[2][1] != 'd')
    return std::nullopt;
  c.dim = static_cast<unsigned>(pieces[2][0] - '0');
  const auto local = parse_local_size(pieces[3], c.dim);
  const auto form = row_named(forms, pieces[4]);
  const auto variant = row_named(variants, pieces.size() == 6 ? pieces[5] : "");
  if (!local || form == forms.end() || variant == variants.end()) return std::nullopt;
  if (pieces.size() == 6 && variant->variant == Variant::Plain) return std::nullopt;
  c.local = *local;
  c.form = form->form;
  c.variant = variant->variant;
  return c;
}

bool share_a_kernel(Form form, const Builtin& a, const Builtin& b) {
  if (&a == &b) return true;
  const KernelSharing company = info(form).company;
  if (company == KernelSharing::None || company == KernelSharing::Type) return company == KernelSharing::Type;
  const Family family = a.collective.family, other = b.collective.family;
  if (is_predicate(family) || is_predicate(other)) return is_predicate(family) == is_predicate(other);
  return company == KernelSharing::Values || family == other;
}

std::uint64_t data_seed(const Case& c, std::uint64_t seed) { return Random(hash(name(c), seed)).bits(); }

}  // namespace wgcts::suites
