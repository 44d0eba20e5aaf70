// The form `program`: a whole kernel drawn from a number (suites/programs).
#include <algorithm>
#include <array>

#include "suites/case.hpp"
#include "suites/forms.hpp"

namespace wgcts::suites {
namespace {

bool is_whole_program(const Builtin& builtin) { return &builtin == &whole_program; }

/// A program is proved legal for one NDRange and under the plain rules of arithmetic: variants that change
/// either are not its own. Larger work-groups than these take the interpreter long.
bool can_be_drawn(const Case& c) {
  constexpr std::size_t largest = 256;
  constexpr std::array variants_taken{plain_variant, variant("noopt"), variant("cl20"), variant("cl31")};
  std::size_t lanes = 1;
  for (const std::size_t extent : c.local.extents) {
    if (extent == 0 || extent > largest / lanes) return false;
    lanes *= extent;
  }
  return std::ranges::find(variants_taken, c.variant) != variants_taken.end();
}

constexpr std::string_view cited[] = {cite("WGC.CF.2")};

}  // namespace

const Form program_form{.name = "program",
                        .plan = "a program drawn from its number, with collectives wherever they may stand",
                        .rank = 1000,
                        .sharing = KernelSharing::None,
                        .body = nullptr,
                        .has = is_whole_program,
                        .takes = can_be_drawn,
                        .largest_drawn = 64,
                        .clauses = cited};

}  // namespace wgcts::suites
