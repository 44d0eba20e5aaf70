// The form `program`: a whole kernel drawn from a number (suites/programs).
#include <algorithm>
#include <array>

#include "suites/case.hpp"
#include "suites/forms.hpp"

namespace wgcts::suites {
namespace {

bool is_whole_program(const Builtin& builtin) { return &builtin == &whole_program; }

/// A program is proved legal for one NDRange and under the default rules of arithmetic. So only variants are
/// allowed that change neither. Larger work-groups take too long to interpret.
bool can_be_drawn(const Case& c) {
  constexpr std::size_t largest = 256;
  constexpr std::array rows_taken{variant("cl20"), variant("cl31"), variant("noopt"), variant("debug")};
  std::size_t lanes = 1;
  for (const std::size_t extent : c.local.extents) {
    if (extent == 0 || extent > largest / lanes) return false;
    lanes *= extent;
  }
  return std::ranges::all_of(rows_of(*c.variant), [&](const Variant* row) {
    return std::ranges::find(rows_taken, row) != rows_taken.end();
  });
}

constexpr std::string_view cited[] = {cite("WGC.CF.2")};

}  // namespace

const Form program_form{.name = "program",
                        .plan = "a program drawn from its number, with collectives in all legal places",
                        .rank = 1000,
                        .sharing = KernelSharing::None,
                        .body = nullptr,
                        .has = is_whole_program,
                        .takes = can_be_drawn,
                        .largest_drawn = 64,
                        .clauses = cited};

}  // namespace wgcts::suites
