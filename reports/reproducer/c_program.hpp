// The template of a reproducer, with placeholders such as @KERNEL@.
#pragma once

#include <string_view>

namespace wgcts::reports {

inline constexpr std::string_view program = R"(@HEADER@@INCLUDES@static const char *source =
@SOURCE@;
@PART@@DATA@static cl_int error;
static void need(int fine, int result, const char *what) {
  if (!fine) printf("%s: %s (error %d)\n", result == 1 ? "wrong" : "inconclusive", what, error), _Exit(result);
}
@BEFORE@static int run(cl_uint index) {
  cl_platform_id platforms[16]; cl_device_id devices[64]; cl_uint platform_count = 0, device_count = 0, found = 0;
  need(!(error = clGetPlatformIDs(16, platforms, &platform_count)), 77, "clGetPlatformIDs");
  for (cl_uint p = 0; p < platform_count && p < 16 && device_count < 64; ++p)
    if (clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, 64 - device_count, devices + device_count, &found) == CL_SUCCESS)
      device_count += found < 64 - device_count ? found : 64 - device_count;
  need(index < device_count, 77, "no such device");
@DEVICE@@SUPPORT@  const cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  const cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, NULL, &error);
@PROGRAM@  const cl_kernel kernel = clCreateKernel(program, "@KERNEL@", &error);
  need(!error, @CREATE@, "clCreateKernel");
@RUN@}
int main(int argc, char **argv) {
  setvbuf(stdout, NULL, _IONBF, 0);
  const pid_t child = fork();  // the driver may crash or hang
  if (child == 0) _Exit((alarm(@SECONDS@), run(argc > 1 ? (cl_uint)atoi(argv[1]) : 0)));
  int status = 0;
  if (waitpid(child, &status, 0), WIFEXITED(status)) return WEXITSTATUS(status);
  printf("@DIED@: the driver %s (signal %d)\n", WTERMSIG(status) == SIGALRM ? "hung" : "crashed", WTERMSIG(status));
  return @LOST@;
}
)";

/// Launches the kernel and checks the outputs.
inline constexpr std::string_view launch_and_check = R"(@UNROLL@  for (int i = 0; i < count; ++i)
    if (arguments[i].kind == output) memset((void *)arguments[i].data, @POISON@, arguments[i].size);
@MEMORY@@REST@@ENQUEUE@  int wrong = 0;
@CHECKS@  return printf("%d of %d elements are wrong\n", wrong, @ELEMENTS@), wrong != 0;
)";

/// For a failed launch: its calls may succeed, and only its event has the error.
inline constexpr std::string_view events_of_launches =
    "static cl_event events[16];\nstatic _Atomic int launches;\n";
inline constexpr std::string_view ask_events = R"(  for (int i = 0; i < launches; ++i) {
    cl_int status = CL_COMPLETE;
    clGetEventInfo(events[i], CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
    need((error = status) >= 0, @LAUNCH@, "the event of clEnqueueNDRangeKernel");
  }
)";

/// Reads all outputs.
inline constexpr std::string_view read_outputs = R"(  for (int i = 0; i < count; ++i)
    need(arguments[i].kind != output || !(error = @READ@), @READING@, "reading an output");
)";

/// Sets all of a kernel's arguments.
inline constexpr std::string_view arguments_function =
    R"(static void set_arguments(cl_context context, cl_kernel kernel, cl_mem *buffers) {  // with new buffers
  for (int i = 0; i < count; ++i) {
    const int buffer = arguments[i].kind != scalar;
    if (buffer) buffers[i] = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, arguments[i].size, (void *)arguments[i].data, &error);
    need(!buffer || buffers[i] != NULL, @BUFFERS@, "clCreateBuffer");
    clSetKernelArg(kernel, i, buffer ? sizeof buffers[i] : arguments[i].size, buffer ? &buffers[i] : arguments[i].data);
  }
}
)";

/// For a program that must build, and give a kernel.
inline constexpr std::string_view build_alone = "  return (void)kernel, puts(\"correct: it builds\"), 0;\n";

/// Not a raw string: tools would take its lines for includes of this file.
inline constexpr std::string_view includes =
    "#define CL_TARGET_OPENCL_VERSION 300\n"
    "#define _POSIX_C_SOURCE 200809L\n"
    "#include <CL/cl.h>\n"
    "@MATH@#include <signal.h>\n"
    "#include <stdio.h>\n"
    "#include <stdlib.h>\n"
    "#include <string.h>\n"
    "#include <sys/wait.h>\n"
    "@THREADS@"
    "#include <unistd.h>\n";

}  // namespace wgcts::reports
