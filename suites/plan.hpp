// The plan: the cases of each profile.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "suites/case.hpp"
#include "suites/random.hpp"

namespace wgcts::suites {

/// Every case of the profile, none for soak, in the order of builtins, types, dimensions and forms: those of
/// the forms' plan rows and of the covering launches, followed by programs.
std::vector<Case> plan(Profile profile);

std::vector<Case> cases_of_rows(Profile profile);

// Lists of cases by name, which tools wrote to the files of suites/launches. cmake/launches.cmake embeds
// them. A launch that covers combinations of values (suites/values.hpp) is named by one of its cases. Its
// other cases are those of the builtins in the same kernel. tests/suites/covering/write.cpp writes these
// lists.

/// Together with the standard profile's plan rows, they cover every legal pair of values with its families,
/// and every legal triple of a form, a variant row and a dimension. Launches with the most new pairs for
/// their cost come first. Further launches follow, with the most other triples for their cost.
std::span<const std::string_view> standard_launches();

/// Together with all other cases of the full profile, they cover every triple of legal_triples().
std::span<const std::string_view> full_launches();

/// Programs that together have every collective family in every legal place at least twice, with types that
/// every device supports; followed by one program of each other type. A family counts in a program only if
/// wrong results would show. Chosen by tests/suites/programs/choose.cpp.
std::span<const std::string_view> fixed_set();

/// Programs of that set under variants. Three of them have each variant row that programs can have. Two have
/// each row that many devices lack, in separate cases. Other programs follow, with the variant `uniform`. At
/// least two of them show wrong results of each operation of cl_khr_work_group_uniform_arithmetic. Written by
/// tests/suites/programs/vary.cpp.
std::span<const std::string_view> fixed_set_under_variants();

/// The legal cases of a launch, given one of them: one for each builtin that shares its kernel.
std::vector<Case> cases_of_launch(const Case& launch);
std::vector<Case> cases_of_launches(std::span<const Case> launches);

inline bool is_module(const Case& c) { return c.variant->situation == Situation::Module; }

/// The same launch of the same calls in the other language: of a SPIR-V module instead of OpenCL C, or the
/// reverse. None if it is not legal.
std::optional<Case> il_twin(Case c);

/// `cases`, followed by the SPIR-V versions of those whose kernel can be written as SPIR-V.
std::vector<Case> with_il_twins(std::vector<Case> cases);

/// `cases`, followed by the legal cases that a filter names in full, so that a case from any report can be
/// replayed.
std::vector<Case> with_named(std::vector<Case> cases, const std::vector<std::string>& filters);

/// Draws random cases without end, for a soak run. A draw depends only on the seed, the limits and its
/// number.
class Draw {
 public:
  /// `largest` limits a work-group's size, `extents` its dimensions. `first` is the number of the first draw.
  Draw(std::uint64_t seed, std::size_t largest, const Extents& extents, std::size_t first = 0);

  /// One draw: a type, dimension, local size, form and variant, with the builtins that go together in one
  /// launch or a few. One draw in four is a program.
  std::vector<Case> next();
  std::size_t number() const { return number_; }

 private:
  Case program();
  /// A row, or two rows of different axes.
  const Variant* some_variant();
  Extents local(unsigned dim, std::size_t largest);

  std::uint64_t seed_;
  std::size_t largest_;
  Extents extents_;
  std::size_t number_;
  Random random_{0};
};

}  // namespace wgcts::suites
