// Functions of all findings: open a device, build a program, launch a kernel. An OpenCL error ends the
// process with exit code 2, which is no verdict.
#pragma once

#define CL_TARGET_OPENCL_VERSION 300
#define _POSIX_C_SOURCE 200809L  // alarm
#include <CL/cl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PROBE_OK = 0, PROBE_BUG = 1, PROBE_BROKEN = 2, PROBE_INCONCLUSIVE = 77 };

typedef struct {
  cl_device_id device;
  cl_context context;
  cl_command_queue queue;
  const char* standard;  // -cl-std
} Probe;

static inline void probe_check(cl_int error, const char* what) {
  if (error == CL_SUCCESS) return;
  printf("%s returned %d\n", what, error);
  exit(PROBE_BROKEN);
}

static inline void probe_inconclusive(const char* why) {
  printf("inconclusive: %s\n", why);
  exit(PROBE_INCONCLUSIVE);
}

// The current step, for the line that the process prints if the driver crashes or hangs.
static const char* probe_step = "starting";

// The pipe to the parent of probe_in_child, which gets the step whose crash shows the bug; -1 without a
// parent.
static int probe_parent = -1;

// Runs the rest of the program in a child process. The parent reports its crash, because a driver that fills
// the stack leaves no room for probe_died. Call it first.
static inline void probe_in_child(void) {
  int ends[2];
  if (pipe(ends) != 0) exit(PROBE_BROKEN);
  const pid_t child = fork();
  if (child < 0) exit(PROBE_BROKEN);
  if (child == 0) {
    close(ends[0]);
    probe_parent = ends[1];
    return;
  }
  close(ends[1]);
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFEXITED(status)) exit(WEXITSTATUS(status));
  char step[256];
  const ssize_t size = read(ends[0], step, sizeof step - 1);
  step[size > 0 ? size : 0] = 0;
  printf("the driver raised signal %d while %s\n", WTERMSIG(status),
         size > 0 ? step : "nothing was expected");
  exit(size > 0 ? PROBE_BUG : PROBE_BROKEN);
}

static inline void probe_died(int sig) {
  if (sig == SIGALRM)
    printf("the driver hung while %s\n", probe_step);
  else
    printf("the driver raised signal %d while %s\n", sig, probe_step);
  fflush(stdout);
  _Exit(PROBE_BUG);
}

// From here on, a crash of the driver shows the bug. Only for findings that are crashes.
static inline void probe_expect_death(const char* step) {
  probe_step = step;
  fflush(stdout);
  if (probe_parent >= 0 && write(probe_parent, step, strlen(step)) < 0) exit(PROBE_BROKEN);
  signal(SIGABRT, probe_died);
  signal(SIGSEGV, probe_died);
  signal(SIGILL, probe_died);
}

// From here on, the driver shows the bug if it does not finish within the seconds, which must be many times
// what a correct driver needs.
static inline void probe_expect_hang(const char* step, unsigned seconds) {
  probe_step = step;
  fflush(stdout);
  signal(SIGALRM, probe_died);
  alarm(seconds);
}

static inline int probe_has_extension(const Probe* p, const char* extension) {
  size_t size = 0;
  probe_check(clGetDeviceInfo(p->device, CL_DEVICE_EXTENSIONS, 0, NULL, &size), "clGetDeviceInfo");
  char* all = malloc(size);
  probe_check(clGetDeviceInfo(p->device, CL_DEVICE_EXTENSIONS, size, all, NULL), "clGetDeviceInfo");
  const int has = strstr(all, extension) != NULL;
  free(all);
  return has;
}

static inline void probe_require_sub_groups(const Probe* p) {
  cl_uint most = 0;
  clGetDeviceInfo(p->device, CL_DEVICE_MAX_NUM_SUB_GROUPS, sizeof most, &most, NULL);
  if (most == 0) probe_inconclusive("no sub-groups");
}

// The default device of the first platform that has one.
static inline Probe probe_open_any(void) {
  Probe p = {0};
  cl_platform_id platforms[16];
  cl_uint count = 0;
  setvbuf(stdout, NULL, _IOLBF, 0);  // so that a crash loses no printed line
  probe_check(clGetPlatformIDs(16, platforms, &count), "clGetPlatformIDs");
  for (cl_uint i = 0; i < count && p.device == NULL; ++i)
    if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_DEFAULT, 1, &p.device, NULL) != CL_SUCCESS)
      p.device = NULL;
  if (p.device == NULL) probe_inconclusive("no OpenCL device");
  char name[256], driver[256], version[256];
  probe_check(clGetDeviceInfo(p.device, CL_DEVICE_NAME, sizeof name, name, NULL), "clGetDeviceInfo");
  probe_check(clGetDeviceInfo(p.device, CL_DRIVER_VERSION, sizeof driver, driver, NULL), "clGetDeviceInfo");
  probe_check(clGetDeviceInfo(p.device, CL_DEVICE_OPENCL_C_VERSION, sizeof version, version, NULL),
              "clGetDeviceInfo");
  printf("device: %s, driver %s, %s\n", name, driver, version);
  p.standard = strstr(version, "OpenCL C 2.0") ? "-cl-std=CL2.0" : "-cl-std=CL3.0";
  cl_int error;
  cl_platform_id platform = NULL;
  probe_check(clGetDeviceInfo(p.device, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL),
              "clGetDeviceInfo");
  const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)platform, 0};
  p.context = clCreateContext(properties, 1, &p.device, NULL, NULL, &error);
  probe_check(error, "clCreateContext");
  p.queue = clCreateCommandQueueWithProperties(p.context, p.device, NULL, &error);
  probe_check(error, "clCreateCommandQueueWithProperties");
  return p;
}

// The same, if the device has collectives.
static inline Probe probe_open(void) {
  const Probe p = probe_open_any();
  // An OpenCL 2.x device does not have this query, but has the collectives: OpenCL C 2.0 requires them
  // (WGC.AV.2, WGC.AV.4).
  cl_bool collectives = CL_FALSE;
  clGetDeviceInfo(p.device, CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, sizeof collectives,
                  &collectives, NULL);
  if (!collectives && strcmp(p.standard, "-cl-std=CL2.0") != 0)
    probe_inconclusive("no work-group collectives");
  return p;
}

// Builds the source and returns its only kernel.
static inline cl_kernel probe_build(const Probe* p, const char* source, const char* more_options) {
  char options[256];
  snprintf(options, sizeof options, "%s %s", p->standard, more_options);
  cl_int error;
  const cl_program program = clCreateProgramWithSource(p->context, 1, &source, NULL, &error);
  probe_check(error, "clCreateProgramWithSource");
  error = clBuildProgram(program, 1, &p->device, options, NULL, NULL);
  if (error != CL_SUCCESS) {
    static char log[16384];
    clGetProgramBuildInfo(program, p->device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
    printf("%s\n", log);
  }
  probe_check(error, "clBuildProgram");
  cl_kernel kernel = NULL;
  probe_check(clCreateKernelsInProgram(program, 1, &kernel, NULL), "clCreateKernelsInProgram");
  return kernel;
}

// Runs a kernel of (__global const T *in, __global T *out). Each unwritten byte of the
// output is 0xa5.
static inline void probe_run_in(cl_uint dimensions, const Probe* p, cl_kernel kernel, const void* in,
                                size_t in_bytes, void* out, size_t out_bytes, const size_t* global,
                                const size_t* local) {
  cl_int error;
  memset(out, 0xa5, out_bytes);
  const cl_mem from =
      clCreateBuffer(p->context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, in_bytes, (void*)in, &error);
  probe_check(error, "clCreateBuffer");
  const cl_mem to =
      clCreateBuffer(p->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, out_bytes, out, &error);
  probe_check(error, "clCreateBuffer");
  probe_check(clSetKernelArg(kernel, 0, sizeof from, &from), "clSetKernelArg");
  probe_check(clSetKernelArg(kernel, 1, sizeof to, &to), "clSetKernelArg");
  probe_check(clEnqueueNDRangeKernel(p->queue, kernel, dimensions, NULL, global, local, 0, NULL, NULL),
              "clEnqueueNDRangeKernel");
  probe_check(clEnqueueReadBuffer(p->queue, to, CL_TRUE, 0, out_bytes, out, 0, NULL, NULL),
              "clEnqueueReadBuffer");
  clReleaseMemObject(from);
  clReleaseMemObject(to);
}

// The same in one dimension.
static inline void probe_run(const Probe* p, cl_kernel kernel, const void* in, size_t in_bytes, void* out,
                             size_t out_bytes, size_t global, size_t local) {
  probe_run_in(1, p, kernel, in, in_bytes, out, out_bytes, &global, &local);
}

// Counts the wrong values and prints the first.
static inline int probe_compare(const char* what, const cl_int* out, const cl_int* truth, int n) {
  int wrong = 0, first = 0;
  for (int i = n - 1; i >= 0; --i)
    if (out[i] != truth[i]) {
      ++wrong;
      first = i;
    }
  printf("%s: ", what);
  if (wrong)
    printf("WRONG in %d of %d work-items, first in %d: %d, must be %d\n", wrong, n, first, out[first],
           truth[first]);
  else
    printf("right in all %d work-items\n", n);
  return wrong;
}

// Launches one work-group of n, whose ids start at the offset, on a kernel with (__global int *out) and any
// other arguments, which are set; n is at most 256. The kernel keeps its buffer, because a clone needs it.
// Returns the number of elements of out[0] to out[n - 1] that differ from their index.
static inline int probe_compare_ids(const char* what, const Probe* p, cl_kernel kernel, size_t offset,
                                    size_t n) {
  cl_int out[256], truth[256], error;
  memset(out, 0xa5, sizeof out);
  for (size_t i = 0; i < n; ++i) truth[i] = (cl_int)i;
  const cl_mem to = clCreateBuffer(p->context, CL_MEM_COPY_HOST_PTR, n * sizeof *out, out, &error);
  probe_check(error, "clCreateBuffer");
  probe_check(clSetKernelArg(kernel, 0, sizeof to, &to), "clSetKernelArg");
  probe_check(clEnqueueNDRangeKernel(p->queue, kernel, 1, &offset, &n, &n, 0, NULL, NULL),
              "clEnqueueNDRangeKernel");
  probe_check(clEnqueueReadBuffer(p->queue, to, CL_TRUE, 0, n * sizeof *out, out, 0, NULL, NULL),
              "clEnqueueReadBuffer");
  return probe_compare(what, out, truth, (int)n);
}
