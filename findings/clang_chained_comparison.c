// Rule: OpenCL C, Relational Operators, and C99 6.5.8, on which it is based; none of collectives: a
// comparison of scalars returns an int, and operators of one rank associate from the left. So a > 2 > 0 is (a
// > 2) > 0, and a program that contains it builds (WGC.BU.1).
// Program: out[i] = in[i] > 2 > 0, where in[0] is 5 and the others are 1.
// Expected: 1 0 0 0.
// Observed: PoCL 7.1 (7.1+debian) and Intel CPU runtime 2025.3.3 and 2026.2.0, which have a newer clang:
// clBuildProgram returns CL_BUILD_PROGRAM_FAILURE, with "error: chained comparison 'X > Y > Z' does not
// behave the same as a mathematical expression".
// Correct: with parentheses; on PoCL 6.0 and every older Intel runtime.
#include "probe.h"

enum { items = 4 };

static int builds(const Probe* p, const char* source) {
  cl_int error;
  const cl_program program = clCreateProgramWithSource(p->context, 1, &source, NULL, &error);
  probe_check(error, "clCreateProgramWithSource");
  error = clBuildProgram(program, 1, &p->device, p->standard, NULL, NULL);
  if (error != CL_SUCCESS && error != CL_BUILD_PROGRAM_FAILURE) probe_check(error, "clBuildProgram");
  clReleaseProgram(program);
  return error == CL_SUCCESS;
}

#define KERNEL(comparison)                                         \
  "__kernel void k(__global const int *in, __global int *out) {\n" \
  "  int i = get_global_id(0);\n"                                  \
  "  out[i] = " comparison                                         \
  ";\n"                                                            \
  "}\n"

static int show(const Probe* p, const char* what, const char* source) {
  static const cl_int in[items] = {5, 1, 1, 1}, truth[items] = {1, 0, 0, 0};
  cl_int out[items];
  probe_run(p, probe_build(p, source, ""), in, sizeof in, out, sizeof out, items, items);
  return probe_compare(what, out, truth, items);
}

int main(void) {
  const Probe p = probe_open();
  int wrong = show(&p, "(in[i] > 2) > 0", KERNEL("(in[i] > 2) > 0"));
  if (!builds(&p, KERNEL("in[i] > 2 > 0"))) {
    printf("in[i] > 2 > 0: does not build\n");
    return PROBE_BUG;
  }
  wrong |= show(&p, "in[i] > 2 > 0", KERNEL("in[i] > 2 > 0"));
  return wrong ? PROBE_BUG : PROBE_OK;
}
