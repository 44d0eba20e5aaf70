// Intel's optimiser compiles a reduction by a tree in local memory wrongly. One work-group of 64 work-items
// adds 64 ones in six steps, with a barrier between the steps. The work-items are numbered by all three
// dimensions.
// Done: every work-item stores the sum. Must come: 64. Came: 1. With -cl-opt-disable, or with get_local_id(0)
// as the number, it is right.
#include "../probe.h"

enum { items = 64 };

int main(void) {
  const Probe p = probe_open();
  static cl_int in[items], truth[items], out[items];
  for (int i = 0; i < items; ++i) {
    in[i] = 1;
    truth[i] = items;
  }
  const char* source =
      "__kernel void k(__global const int *in, __global int *out) {\n"
      "  __local int m[64];\n"
      "  size_t i = (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + "
      "get_local_id(0);\n"
      "  m[i] = in[get_global_id(0)];\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  for (size_t width = get_local_size(0); width > 1;) {\n"
      "    size_t rest = (width + 1) / 2;\n"
      "    if (i + rest < width) m[i] = m[i] + m[i + rest];\n"
      "    width = rest;\n"
      "    barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  }\n"
      "  out[get_global_id(0)] = m[0];\n"
      "}\n";
  probe_run(&p, probe_build(&p, source, ""), in, sizeof in, out, sizeof out, items, items);
  return probe_compare("a sum of ones", out, truth, items) ? PROBE_BUG : PROBE_OK;
}
