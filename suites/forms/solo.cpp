// The form `solo`: a single call, the smallest kernel.
#include "suites/forms/call_writer.hpp"
#include "suites/forms/form.hpp"

namespace wgcts::suites::forms::solo {
namespace {

std::string body(std::span<const CallWriter> builtins) {
  std::string text(under_macro_begin);
  for (const CallWriter& b : builtins) text += "    " + b.use("0");
  return text.append(under_macro_end);
}

// The saturated launches have the plain launch's sizes, for which every driver has compiled the kernel.
constexpr PlanRow rows[] = {
    {Profile::Standard, "", {"100", "10x7", "4x3x5"}, "", Spread::Third},
    {Profile::Standard, "saturated", {"100", "10x7", "4x3x5"}, "", Spread::Third},
    {Profile::Full, "saturated", {"64 128 256 512 max", "16x4 16x16 32x16 max", "4x8x4 8x4x2 8x8x8 max"}},
    {Profile::Standard,
     "flood",
     {"3", "2x2", "1x3x1"},
     "uint",
     Spread::Third,
     "broadcast reduce_add scan_exclusive_max"},
    {Profile::Standard, "toldoffset", {"33", "7x5", "3x5x7"}, "int", Spread::All, "reduce_add"},
    // The kernel's text contains the size, so each size is compiled.
    {Profile::Full, "reqd", {"1 3 64 1024", "7x5 1x16", "2x3x4"}},
    {Profile::Full, "reqd", {"2 5 8 16 33 100 128 256 512 1000", "16x16 3x31", "5x3x7 4x4x64"}}};

}  // namespace

Form form() {
  return {.plan = "a single call, under #if with the feature macro, as in portable programs",
          .rank = 1,
          .sharing = KernelSharing::None,
          .body = body,
          .straight = true,
          .under_feature_macro = true,
          .walk = 256,
          .rows = rows,
          .around = Surroundings::None};
}

}  // namespace wgcts::suites::forms::solo
