// The form `twice`: sites in a row, an unused result, a return never taken, and the kernel's own local
// memory.
#include "suites/forms/call_writer.hpp"
#include "suites/forms/form.hpp"

namespace wgcts::suites::forms::twice {
namespace {

/// The kernel's own values are in local memory during a collective, and are the input of the next one. A
/// driver whose scratch memory overlaps them changes them. The kernel itself needs the barriers (WGC.MO.1).
std::string of_one(const CallWriter& b) {
  return "    keep[lane] = " + b.load("1") + ";\n" + fmt::format("    {};\n", b.call("1", b.load("1"))) +
         fmt::format("    {} a{} = {};\n", b.type, b.number, b.call("0", b.load("0"))) +
         "    barrier(CLK_LOCAL_MEM_FENCE);\n" +
         fmt::format("    {} b{} = {};\n", b.type, b.number,
                     b.call("1", "keep[lane + 1 < lanes ? lane + 1 : 0]")) +
         "    barrier(CLK_LOCAL_MEM_FENCE);\n    " + b.store("0", fmt::format("a{}", b.number)) + "    " +
         b.store("1", fmt::format("b{}", b.number));
}

std::string body(std::span<const CallWriter> builtins) {
  return fmt::format("    if (one == 0) return;\n    const size_t lanes = {};\n    const size_t lane = {};\n",
                     lanes_text, lane_text) +
         joined(builtins, "", of_one);
}

/// The second site passes the next lane's value, from local memory.
std::size_t reads(unsigned site, std::size_t lane, std::size_t lanes) {
  return site == 1 ? (lane + 1) % lanes : lane;
}

// The call with the unused result comes first.
constexpr unsigned call_number(unsigned site) { return site + 2; }
constexpr unsigned call_site_number(unsigned site, unsigned member) { return 3 * member + call_number(site); }

constexpr PlanRow rows[] = {
    {Profile::Standard, "", {"99", "9x11", "3x7x5"}, "", Spread::Third},
    // One operation of one type may be wrong only in its second call. This costs 5 % of a run on Intel.
    {Profile::Standard, "", {"99"}, "half int uint long ulong float double"}};

}  // namespace

Form form() {
  return {.plan =
              "several calls of one builtin in a row; one result is unused; the kernel has local memory of "
              "its own, "
              "and a return that is never taken",
          .rank = 2,
          .sharing = KernelSharing::Values,
          .body = body,
          .keep = 1,
          .sites = 2,
          .reads = reads,
          .rows = rows,
          .clauses = control_flow,
          .small_kernels = "two_calls",
          .around = Surroundings::Calls,
          .repeats = true,
          .call_number = call_number,
          .call_site_number = call_site_number,
          .unused_call = 1};
}

}  // namespace wgcts::suites::forms::twice
