// Rule (OpenCL C, Integer Functions; no rule of collectives): min(x, y) is y if y < x, otherwise x.
// Done: min(in[i], ~in[0]), where in[0] is -2, so that ~in[0] is 1, in a work-group of 16, which the compiler
// runs as a vector, and in one of 4. No collective takes part; whole programs that take the lesser of a value
// and a complement, or choose it by `<`, meet it all the same.
// Must come: the elements themselves but for those above 1, which give 1: -2 -1 0 1 1, over and over.
// Came: Intel CPU runtime 2026.2.0: that in the work-group of 16; -2 -2 -2 -2 in that of 4. With
// -cl-opt-disable it is right. Right on every older Intel runtime, and on PoCL 6.0 and 7.1.
#include "probe.h"

int main(void) {
  enum { most = 16 };
  cl_int in[most], truth[most];
  for (int i = 0; i < most; ++i) {
    in[i] = i % 5 - 2;
    truth[i] = in[i] < 1 ? in[i] : 1;
  }
  const Probe p = probe_open();
  const cl_kernel kernel = probe_build(&p,
                                       "__kernel void k(__global const int *in, __global int *out) {\n"
                                       "  int i = get_global_id(0);\n"
                                       "  out[i] = min(in[i], ~in[0]);\n"
                                       "}\n",
                                       "");
  int wrong = 0;
  for (int lanes = most; lanes >= 4; lanes /= 4) {
    cl_int out[most];
    probe_run(&p, kernel, in, sizeof in, out, sizeof out, (size_t)lanes, (size_t)lanes);
    wrong += probe_compare(lanes == most ? "work-group of 16" : "work-group of 4", out, truth, lanes);
  }
  return wrong ? PROBE_BUG : PROBE_OK;
}
