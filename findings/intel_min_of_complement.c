// Rule: OpenCL C, Integer Functions; none of collectives: min(x, y) is y if y < x, otherwise x; max(x, y) is
// y if x < y, otherwise x.
// Program: min(in[i], ~in[0]), where in[0] is -2, so that ~in[0] is 1: in a work-group of 16, which the
// compiler runs as a vector, and in one of 4. Then max(in[i], in[0] >= 0), where the comparison is 0; the
// compiler computes it as the highest bit of ~in[0]. Whole programs that take the minimum or maximum of a
// value and a complement, or choose one of them by `<`, contain this code.
// Expected: the elements, with 1 for those above 1: -2 -1 0 1 1 and so on. Then the elements, with 0 for
// those below 0: 0 0 0 1 2.
// Observed: Intel CPU runtime 2026.2.0: correct in the work-group of 16. In that of 4, -2 -2 -2 -2 and then 1
// 1 1 1, as if in[0] stood there instead of ~in[0].
// Correct: with -cl-opt-disable; on every older Intel runtime, and on PoCL 6.0 and 7.1.
#include "probe.h"

enum { most = 16 };

static int show(const Probe* p, const char* what, const char* source, const cl_int* in, const cl_int* truth) {
  const cl_kernel kernel = probe_build(p, source, "");
  int wrong = 0;
  for (int lanes = most; lanes >= 4; lanes /= 4) {
    cl_int out[most];
    char words[64];
    snprintf(words, sizeof words, "%s, work-group of %d", what, lanes);
    probe_run(p, kernel, in, sizeof(cl_int) * most, out, sizeof out, (size_t)lanes, (size_t)lanes);
    wrong += probe_compare(words, out, truth, lanes);
  }
  return wrong;
}

int main(void) {
  cl_int in[most], lesser[most], greater[most];
  for (int i = 0; i < most; ++i) {
    in[i] = i % 5 - 2;
    lesser[i] = in[i] < 1 ? in[i] : 1;
    greater[i] = in[i] < 0 ? 0 : in[i];
  }
  const Probe p = probe_open();
  int wrong = show(&p, "min of a complement",
                   "__kernel void k(__global const int *in, __global int *out) {\n"
                   "  int i = get_global_id(0);\n"
                   "  out[i] = min(in[i], ~in[0]);\n"
                   "}\n",
                   in, lesser);
  wrong += show(&p, "max of a comparison",
                "__kernel void k(__global const int *in, __global int *out) {\n"
                "  int i = get_global_id(0);\n"
                "  out[i] = max(in[i], in[0] >= 0);\n"
                "}\n",
                in, greater);
  return wrong ? PROBE_BUG : PROBE_OK;
}
