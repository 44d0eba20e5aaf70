#include "suites/case.hpp"

#include <limits>
#include <span>

#include "suites/parse.hpp"
#include "suites/random.hpp"

namespace wgcts::suites {
namespace {

constexpr char before_an_edit = '-';

/// "5053-0-7-2"
std::string program_text(const Case& c) {
  std::string text = std::to_string(c.number);
  for (const std::uint32_t edit : c.edits) text.append(1, before_an_edit).append(std::to_string(edit));
  return text;
}

}  // namespace

std::string to_string(const LocalSize& local, unsigned dim) {
  return local.is_max() ? "max" : reference::to_string(local.extents, dim);
}

std::string name(const Case& c) {
  std::string text{c.builtin->name};
  text.append(".").append(info(c.type).name);
  text.append(".").append(std::to_string(c.dim)).append("d.");
  text.append(to_string(c.local, c.dim)).append(".");
  text.append(is_program(c) ? program_text(c) : std::string(c.form->name));
  if (c.variant != plain_variant) text.append(".").append(c.variant->name);
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

namespace {

/// Reads a form's name, or a program's number and edits, into the case.
bool parse_form(std::string_view text, Case& c) {
  if (!is_program(c)) {
    c.form = form_named(text);
    return c.form != nullptr;
  }
  std::vector<std::uint64_t> numbers;
  for (const auto word : split(text, before_an_edit)) {
    const auto number = whole_number(word);
    if (!number || std::to_string(*number) != word) return false;
    numbers.push_back(*number);
  }
  c.form = &program_form;
  c.number = numbers.front();
  for (const std::uint64_t edit : std::span(numbers).subspan(1)) {
    if (edit > std::numeric_limits<std::uint32_t>::max()) return false;
    c.edits.push_back(static_cast<std::uint32_t>(edit));
  }
  return true;
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

bool share_a_kernel(const Form& form, const Builtin& a, const Builtin& b) {
  if (&a == &b) return true;
  if (a.extension != b.extension) return false;
  if (form.sharing == KernelSharing::None || form.sharing == KernelSharing::Type)
    return form.sharing == KernelSharing::Type;
  const Family family = a.collective.family, other = b.collective.family;
  if (is_predicate(family) || is_predicate(other)) return is_predicate(family) == is_predicate(other);
  return form.sharing == KernelSharing::Values || family == other;
}

std::uint64_t data_seed(const Case& c, std::uint64_t seed) { return Random(hash(name(c), seed)).bits(); }

}  // namespace wgcts::suites
