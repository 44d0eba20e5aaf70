// Rule (OpenCL C, Integer Functions and for statements; no rule of collectives): max(x, y) is y if x < y,
// otherwise x, and a loop goes round until its condition is false.
// Done: in a loop of l iterations, l being the work-item's local id, a = max(a, 0) + 1, which counts them, in
// a work-group of 8 and in one of 16, which the compiler runs as a vector. No collective takes part; whole
// programs that keep a value within bounds in a loop meet it all the same.
// Must come: 0 1 2 3 and so on.
// Came: Intel CPU runtime 2021.4.0, 2022.2.1 and 2023.2.4: that in the work-group of 8; in that of 16, 0 once
// and 1 fifteen times, as if the loop ended behind its first iteration. Right with (a < 0 ? 0 : a) in place
// of max. Right on 2021.1.1 and on 2024.2.2 and later, and on PoCL 6.0 and 7.1.
#include "probe.h"

int main(void) {
  enum { most = 16 };
  static const cl_int in[most];
  cl_int truth[most];
  for (int i = 0; i < most; ++i) truth[i] = i;
  const Probe p = probe_open();
  const cl_kernel kernel = probe_build(&p,
                                       "__kernel void k(__global const int *in, __global int *out) {\n"
                                       "  int l = get_local_id(0), a = 0;\n"
                                       "  for (int q = 0; q < l; ++q) a = max(a, 0) + 1;\n"
                                       "  out[get_global_id(0)] = a;\n"
                                       "}\n",
                                       "");
  int wrong = 0;
  for (int lanes = 8; lanes <= most; lanes *= 2) {
    cl_int out[most];
    probe_run(&p, kernel, in, sizeof in, out, sizeof out, (size_t)lanes, (size_t)lanes);
    wrong += probe_compare(lanes == 8 ? "work-group of 8" : "work-group of 16", out, truth, lanes);
  }
  return wrong ? PROBE_BUG : PROBE_OK;
}
