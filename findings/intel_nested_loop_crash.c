// Rule (WGC.CF.1, WGC.CF.2): branches and loops on what is the same in all work-items of a work-group may
// have collectives in them and in their conditions, and beside those loops of a work-item's own. Done: built
// and launched, with one work-group of four: where in[0] is 0, which it is, a branch on work_group_any(1),
// then `while (work_group_any(0))` around a loop of the work-item's own, so that its body never runs; behind
// all that work_group_reduce_add. First with in[0] == 0 in place of work_group_any(1). Must come: 0 in all
// work-items, twice. Came: Intel CPU runtime 2022.2.1: right, then SIGSEGV while building, in the compiler's
// register allocator (InlineSpiller). Right with -cl-opt-disable, without the branch around, and without the
// inner loop; right on every other Intel runtime, and on PoCL 6.0 and 7.1.
#include "probe.h"

#define KERNEL(condition)                                          \
  "__kernel void k(__global const int *in, __global int *out) {\n" \
  "  int i = get_global_id(0), c = 0, x = 0;\n"                    \
  "  if (in[0] == 0) {\n"                                          \
  "    if (" condition                                             \
  ") c = in[i];\n"                                                 \
  "    while (work_group_any(0))\n"                                \
  "      for (int q = in[i]; q > 0; q >>= 1) x ^= 1;\n"            \
  "  }\n"                                                          \
  "  out[i] = c + work_group_reduce_add(x);\n"                     \
  "}\n"

enum { items = 4 };

static int show(const Probe* p, const char* what, const char* source) {
  static const cl_int zeros[items];
  cl_int out[items];
  probe_run(p, probe_build(p, source, ""), zeros, sizeof zeros, out, sizeof out, items, items);
  return probe_compare(what, out, zeros, items);
}

int main(void) {
  const Probe p = probe_open();
  int wrong = show(&p, "a branch on in[0] in it", KERNEL("in[0] == 0"));
  probe_expect_death("building a branch on a collective in it");
  wrong += show(&p, "a branch on a collective in it", KERNEL("work_group_any(1)"));
  return wrong ? PROBE_BUG : PROBE_OK;
}
