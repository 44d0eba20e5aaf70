// A developer's tool: writes the list of programs under variants in suites/launches anew, after a change of
// variants or of the fixed set.
//
//     build/programs_vary
//
// Each variant row gets some programs, the cheapest to compile. Programs of one type with the same options
// share a source, so each batch has the same options.
#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <span>
#include <vector>

#include "suites/parse.hpp"
#include "suites/plan.hpp"
#include "suites/programs/draw_program.hpp"
#include "suites/programs/print.hpp"
#include "suites/programs/wrong_run.hpp"
#include "suites/values.hpp"

using namespace wgcts::suites;

namespace {

constexpr std::size_t batch_size = 3, wanted = 3, rare_wanted = 2;
/// The axes that are the same for a whole source.
constexpr std::array source_axes{Axis::Language, Axis::Math, Axis::Option, Axis::Optimiser};

/// PoCL 7.1 aborts on it, which costs a process each time.
constexpr std::string_view passed_over = "program.int.3d.2x2x2.16479";

std::vector<Case> cheapest(GenType type) {
  std::vector<std::pair<std::size_t, Case>> all;
  for (const std::string_view word : fixed_set()) {
    const Case c = parse_case(word).value();
    if (c.type == type && word != passed_over)
      all.emplace_back(source_text(draw_program(key_of(c)).program, c.dim).size(), c);
  }
  std::ranges::sort(all);
  std::vector<Case> cheap;
  constexpr std::size_t some = 6;
  for (const auto& [length, c] : std::span(all).first(some)) cheap.push_back(c);
  return cheap;
}

/// Whether many devices lack a requirement of the row and skip its cases.
bool is_rare(const ParameterValue& value) { return value.rare || value.row->takes_remainders; }

class Variation {
 public:
  void write() {
    std::vector<const Variant*> rare;
    for (const ParameterValue& value : all_values()) {
      if (value.row == nullptr || value.row->key == 0 || !is_taken(programs_[0][0], *value.row)) continue;
      if (is_rare(value)) {
        rare.push_back(value.row);
      } else {
        left_[&value] = wanted;
        total_.at(axis_of(value)) += wanted;
      }
    }
    for (std::size_t batch = 0; std::ranges::any_of(left_, [](const auto& row) { return row.second != 0; });
         ++batch)
      write_batch(batch % programs_.size());
    for (std::size_t i = 0; i < rare.size(); ++i)
      for (std::size_t n = 0; n < rare_wanted; ++n) print(next(i % programs_.size()), rare[i]);
  }

 private:
  const Case& next(std::size_t type) {
    return programs_.at(type)[next_.at(type)++ % programs_.at(type).size()];
  }

  static void print(Case c, const Variant* variant) {
    c.variant = variant;
    if (variant != plain_variant) std::printf("%s\n", name(c).c_str());
  }

  void write_batch(std::size_t type) {
    Case source = programs_.at(type).front();
    for (const Axis axis : source_axes) add_row(source, axis);
    add_row(source, Axis::Host, true);
    for (std::size_t i = 0; i < batch_size; ++i, ++written_) {
      Case c = next(type);
      c.variant = source.variant;
      for (std::size_t axis = 0; axis < axis_count; ++axis)
        if (std::ranges::find(source_axes, static_cast<Axis>(axis)) == source_axes.end())
          add_row(c, static_cast<Axis>(axis));
      for (auto& [value, left] : left_)
        if (contains(*c.variant, *value->row)) {
          left -= left == 0 ? 0 : 1;
          ++met_.at(axis_of(*value));
        }
      print(c, c.variant);
    }
  }

  static std::size_t axis_of(const ParameterValue& value) {
    return static_cast<std::size_t>(value.row->axis);
  }

  static bool is_taken(Case c, const Variant& row) {
    const Variant* both = combined(*c.variant, row);
    if (both == nullptr) return false;
    c.variant = both;
    return is_legal(c);
  }

  /// Whether the axis is due: its rows are spread over all cases. Each axis starts at another case.
  bool is_due(std::size_t axis) const {
    constexpr double cases = 21;  // needed by the axis with the most rows
    const double part = static_cast<double>(axis + 1) / (axis_count + 1);
    const auto met = static_cast<double>(met_.at(axis)), total = static_cast<double>(total_.at(axis));
    return static_cast<double>(written_) >= (met + part) * cases / total;
  }

  /// Adds the row of the axis that needs the most further programs, if any does. `of_source`: only a row that
  /// affects the whole source.
  void add_row(Case& c, Axis axis, bool of_source = false) const {
    if (!is_due(static_cast<std::size_t>(axis))) return;
    const ParameterValue* best = nullptr;
    for (const auto& [value, left] : left_)
      if (value->row->axis == axis && left != 0 && is_taken(c, *value->row) &&
          (!of_source || acts_on_program(value->row->situation)) &&
          (best == nullptr || left > left_.at(best)))
        best = value;
    if (best != nullptr) c.variant = combined(*c.variant, *best->row);
  }

  std::array<std::vector<Case>, 2> programs_{cheapest(GenType::Int), cheapest(GenType::UInt)};
  std::array<std::size_t, 2> next_{};
  std::map<const ParameterValue*, std::size_t> left_;  ///< number of programs that each row still needs
  std::array<std::size_t, axis_count> met_{}, total_{};
  std::size_t written_ = 0;
};

/// Programs that show wrong results of the operations of cl_khr_work_group_uniform_arithmetic, two for each.
void write_uniform_arithmetic() {
  constexpr const char* shapes[] = {"int.1d.4",      "uint.1d.16", "int.2d.2x3",
                                    "uint.3d.2x2x2", "int.1d.33",  "long.1d.7"};
  std::map<Op, int> shown;
  const auto is_wanted = [&](const Builtin* b) { return !is_core(*b) && shown[b->collective.op] < 2; };
  constexpr int operations = 7;
  for (int n = 1, met = 0; met < 2 * operations; ++n) {
    const std::string word =
        std::string("program.") + shapes[n % std::size(shapes)] + "." + std::to_string(n) + ".uniform";
    auto called = builtins_shown(draw_program(key_of(parse_case(word).value())));
    if (std::ranges::none_of(called, is_wanted)) continue;
    for (const Builtin* b : called)
      if (is_wanted(b)) ++shown[b->collective.op], ++met;
    std::printf("%s\n", word.c_str());
  }
}

}  // namespace

int main() {
  Variation().write();
  write_uniform_arithmetic();
}
