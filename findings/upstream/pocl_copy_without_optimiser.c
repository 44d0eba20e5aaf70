// Rule (WGC.CF.4, WGC.BU.4): async_work_group_copy changes nothing else that a kernel does, nor does
// -cl-opt-disable. Done: four work-items store 7, copy one number to local memory and wait for it. Must come:
// 7 everywhere. Came: PoCL 7.1 (7.1+debian), built with -cl-opt-disable: nothing is stored at all, in
// success. Without the option, or without the copy, it is right. No collective takes part.
#include "../probe.h"

static int wrong_lanes(const Probe* p, const char* text, const char* options) {
  enum { lanes = 4 };
  static const cl_int in[lanes] = {1, 2, 3, 4};
  cl_int out[lanes] = {0};
  const cl_kernel kernel = probe_build(p, text, options);
  probe_run(p, kernel, in, sizeof in, out, sizeof out, lanes, lanes);
  int wrong = 0;
  for (int i = 0; i < lanes; ++i) wrong += out[i] != 7;
  return wrong;
}

int main(void) {
  static const char* const copying =
      "__kernel void k(__global const int *in, __global int *out) {\n"
      "  __local int copied[1];\n"
      "  event_t copy = async_work_group_copy(copied, in, 1, 0);\n"
      "  wait_group_events(1, &copy);\n"
      "  out[get_global_id(0)] = 7;\n"
      "}\n";
  static const char* const plain =
      "__kernel void k(__global const int *in, __global int *out) {\n"
      "  out[get_global_id(0)] = 7;\n"
      "}\n";
  const Probe p = probe_open();
  const int both = wrong_lanes(&p, copying, "-cl-opt-disable"), copy = wrong_lanes(&p, copying, ""),
            option = wrong_lanes(&p, plain, "-cl-opt-disable");
  printf(
      "%d of 4 results are wrong with a copy and -cl-opt-disable, %d with the copy alone, %d with the option "
      "alone\n",
      both, copy, option);
  return both != 0 && copy == 0 && option == 0 ? PROBE_BUG : PROBE_OK;
}
