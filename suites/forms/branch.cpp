// The form `branch`: calls in a helper function and under a branch that whole work-groups take.
#include "suites/forms/call_writer.hpp"
#include "suites/forms/form.hpp"

namespace wgcts::suites::forms::branch {
namespace {

std::string helper_name(const CallWriter& b) {
  return fmt::format("helper_{}_{}_{}d", b.builtin->name, b.type, b.dim);
}

std::string helper(const CallWriter& b) {
  return fmt::format("{0} {1}({0} x, uint sx, uint sy, uint sz{2})\n{{\n    return {3};\n}}\n\n", b.type,
                     helper_name(b), b.local_parameter(), b.call_named("x", {"sx", "sy", "sz"}));
}

std::string use_helper(const CallWriter& b, std::string_view site) {
  return b.store(site, fmt::format("{}({}, {}{})", helper_name(b), b.load(site), joined(b.source(site), ", "),
                                   b.local_argument()));
}

// One kernel for each family: a kernel with all of them does not show PoCL 6.0's wrong sums under a branch.
//
// One branch at the end of the kernel has the calls of all builtins. PoCL duplicates the code after a
// conditional barrier for both paths, so a kernel with several branches would compile forever.
std::string body(std::span<const CallWriter> builtins) {
  std::string text;
  for (const CallWriter& b : builtins) text += "    " + use_helper(b, "1");
  text += "    if (group % 2 == 0) {\n";
  for (const CallWriter& b : builtins) text += "        " + b.use("0");
  text += "    } else {\n";
  for (const CallWriter& b : builtins) text += "        " + use_helper(b, "0");
  return text + "    }\n";
}

// The second site's call comes before the branch. It is in the helper, which has no other call.
constexpr unsigned call_number(unsigned site) { return 2 - site; }
constexpr unsigned call_site_number(unsigned site, unsigned member) { return site == 1 ? 1 : member + 1; }

constexpr bool in_helper(unsigned site, std::size_t group) { return site == 1 || group % 2 != 0; }

constexpr PlanRow rows[] = {{Profile::Standard, "", {"100", "10x7", "4x3x7"}, "", Spread::Third}};

}  // namespace

Form form() {
  return {.plan =
              "directly in the if branch, and in a helper function; the kernel calls this function before "
              "the if and in the else branch; different work-groups take different branches",
          .rank = 3,
          .body = body,
          .helpers = helper,
          .sites = 2,
          .rows = rows,
          .clauses = control_flow,
          .small_kernels = "one_arm both_arms other_arm helper",
          .around = Surroundings::Branch,
          .one_function = false,
          .call_number = call_number,
          .call_site_number = call_site_number,
          .in_helper = in_helper};
}

}  // namespace wgcts::suites::forms::branch
