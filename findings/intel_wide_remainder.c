// Rule: OpenCL C, Arithmetic Operators; none of collectives: a % b is the remainder of a / b.
// Program: in[i] % 3, where all elements are 5: in a work-group of 8, and in one of 16, which the compiler
// runs as a vector of 16. Whole programs that compute remainders contain this code.
// Expected: 2 in all work-items.
// Observed: Intel CPU runtime 2021.4.0 and 2022.2.1: 2 in the work-group of 8. In that of 16, eight times 0
// and eight times 1; in[i] / 3 is wrong there too. Measured on an AMD EPYC with AVX-512, and not on a
// processor of Intel.
// Correct: with -cl-opt-disable; on 2021.1.1, on 2023.2.4 and later, and on PoCL 6.0 and 7.1.
#include "probe.h"

int main(void) {
  enum { most = 16 };
  static const cl_int in[most] = {5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5};
  static const cl_int truth[most] = {2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2};
  const Probe p = probe_open();
  const cl_kernel kernel = probe_build(&p,
                                       "__kernel void k(__global const int *in, __global int *out) {\n"
                                       "  int i = get_global_id(0);\n"
                                       "  out[i] = in[i] % 3;\n"
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
