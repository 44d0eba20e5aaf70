// NVIDIA's compiler crashes on a program that was compiled and linked, and whose kernel calls printf.
// Done: the same two kernels, with and without printf, built by clBuildProgram, and by clCompileProgram and
// clLinkProgram. Must come: 7 from all four. Came: 7, 7, 7, then the process dies in clCreateKernel, after
// clLinkProgram has returned CL_SUCCESS.
#include "../probe.h"

#define KERNEL(statement)                                                    \
  "__kernel void k(__global const int *in, __global int *out) {\n" statement \
  "  out[get_global_id(0)] = in[get_global_id(0)] + 3;\n}\n"

static cl_program program_of(const Probe* p, const char* source) {
  cl_int error;
  const cl_program program = clCreateProgramWithSource(p->context, 1, &source, NULL, &error);
  probe_check(error, "clCreateProgramWithSource");
  return program;
}

static cl_kernel built(const Probe* p, const char* source) {
  cl_int error;
  const cl_program program = program_of(p, source);
  probe_check(clBuildProgram(program, 1, &p->device, p->standard, NULL, NULL), "clBuildProgram");
  const cl_kernel kernel = clCreateKernel(program, "k", &error);
  probe_check(error, "clCreateKernel");
  return kernel;
}

static cl_kernel linked(const Probe* p, const char* source) {
  cl_int error;
  const cl_program object = program_of(p, source);
  probe_check(clCompileProgram(object, 1, &p->device, p->standard, 0, NULL, NULL, NULL, NULL),
              "clCompileProgram");
  const cl_program program = clLinkProgram(p->context, 1, &p->device, "", 1, &object, NULL, NULL, &error);
  probe_check(error, "clLinkProgram");
  printf("clLinkProgram returned CL_SUCCESS\n");
  const cl_kernel kernel = clCreateKernel(program, "k", &error);
  probe_check(error, "clCreateKernel");
  return kernel;
}

static int show(const Probe* p, const char* what, cl_kernel kernel) {
  const cl_int in = 4, truth = 7;
  cl_int out;
  probe_run(p, kernel, &in, sizeof in, &out, sizeof out, 1, 1);
  return probe_compare(what, &out, &truth, 1) ? PROBE_BUG : PROBE_OK;
}

int main(void) {
  const Probe p = probe_open_any();
  const char *plain = KERNEL(""), *printing = KERNEL("  printf(\"%d\\n\", in[0]);\n");
  int bug = show(&p, "built", built(&p, plain)) | show(&p, "built, with printf", built(&p, printing)) |
            show(&p, "linked", linked(&p, plain));
  probe_expect_death("compiling, linking and creating the kernel that calls printf");
  return bug | show(&p, "linked, with printf", linked(&p, printing));
}
