// Rule: OpenCL C, Integer Functions and for statements; none of collectives: max(x, y) is y if x < y,
// otherwise x. A loop repeats until its condition is false.
// Program: In a loop of l iterations, where l is the local id, a = max(a, 0) + 1 counts the iterations: in a
// work-group of 8, and in one of 16, which the compiler runs as a vector. Whole programs that keep a value
// within bounds in a loop contain this code.
// Expected: 0 1 2 3 and so on.
// Observed: Intel CPU runtime 2021.4.0, 2022.2.1 and 2023.2.4: correct in the work-group of 8. In that of 16,
// 0 once and 1 fifteen times, as if the loop ended after its first iteration.
// Correct: with (a < 0 ? 0 : a) instead of max; on 2021.1.1, on 2024.2.2 and later, and on PoCL 6.0 and 7.1.
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
