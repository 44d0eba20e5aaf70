// The C code of a reproducer's host for each situation.
#pragma once

#include <array>
#include <string_view>

#include "suites/variant.hpp"

namespace wgcts::reports {

/// Parts of a reproducer, with placeholders. An empty part means the default one.
struct SituationText {
  suites::Situation situation;
  std::string_view includes = "";
  std::string_view before = "";   ///< functions between set_arguments() and run()
  std::string_view device = "";   ///< gets `device` from `devices`
  std::string_view program = "";  ///< builds `program` from the source
  std::string_view buffers = "";  ///< creates buffers and sets arguments
  std::string_view launch = "";   ///< launches and waits
  std::string_view read = "";     ///< the call that reads output i
  int outputs = 1;                ///< number of launches with outputs; several are in `outs`
};

inline constexpr SituationText usual_text{
    .situation = suites::Situation::None,
    .device = "  const cl_device_id device = devices[index];\n",
    .program =
        R"(  const cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
  need(context && queue && program, 77, "no context, queue or program");
  need(!(error = clBuildProgram(program, 1, &device, @OPTIONS@, NULL, NULL)), @BUILD@, "clBuildProgram");
)",
    .buffers = "  cl_mem buffers[count];\n  set_arguments(context, kernel, buffers);\n",
    .launch =
        R"(  error = clEnqueueNDRangeKernel(queue, kernel, @DIM@, offset, global, local, 0, NULL, NULL);
  need(!error && !(error = clFinish(queue)), @LAUNCH@, "clEnqueueNDRangeKernel, clFinish");
)",
    .read =
        "clEnqueueReadBuffer(queue, buffers[i], CL_TRUE, 0, arguments[i].size, (void *)arguments[i].data, "
        "0, NULL, NULL)"};

inline constexpr std::string_view program_of_parts =
    R"(  const char *texts[] = {source, part};
  cl_program parts[2];
  need(context && queue, 77, "no context or queue");
  for (int i = 0; i < 2; ++i) {
    parts[i] = clCreateProgramWithSource(context, 1, &texts[i], NULL, &error);
    need(!(error = clCompileProgram(parts[i], 1, &device, @OPTIONS@, 0, NULL, NULL, NULL, NULL)), @BUILD@, "clCompileProgram");
  }
@LIBRARY@  const cl_program program = clLinkProgram(context, 1, &device, NULL, 2, parts, NULL, NULL, &error);
  need(!error, @BUILD@, "clLinkProgram");
)";

/// The same steps as in harness/driver.
inline constexpr std::array situation_texts{
    SituationText{.situation = suites::Situation::Reloaded,
                  .program =
                      R"(  cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
  need(context && queue && program, 77, "no context, queue or program");
  need(!(error = clBuildProgram(program, 1, &device, @OPTIONS@, NULL, NULL)), @BUILD@, "clBuildProgram");
  size_t size = 0;  // of its binary, from which it is created again
  clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL);
  const unsigned char *binary = malloc(size + 1);
  need(size != 0 && !(error = clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL)), 77, "no binary");
  program = clCreateProgramWithBinary(context, 1, &device, &size, &binary, NULL, &error);
  need(!error, @BUILD@, "clCreateProgramWithBinary");
  need(!(error = clBuildProgram(program, 1, &device, @OPTIONS@, NULL, NULL)), @BUILD@, "clBuildProgram of the binary");
)"},
    SituationText{.situation = suites::Situation::Linked, .program = program_of_parts},
    SituationText{.situation = suites::Situation::Library, .program = program_of_parts},
    SituationText{.situation = suites::Situation::Partition,
                  .device =
                      R"(  cl_uint units = 1, most = 0;
  clGetDeviceInfo(devices[index], CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL);
  clGetDeviceInfo(devices[index], CL_DEVICE_PARTITION_MAX_SUB_DEVICES, sizeof most, &most, NULL);
  const cl_device_partition_property equally[] = {CL_DEVICE_PARTITION_EQUALLY, units < 2 ? 1 : units / 2, 0};
  cl_device_id halves[64];
  error = clCreateSubDevices(devices[index], equally, 64, halves, NULL);
  need(most > 1 && error != CL_DEVICE_PARTITION_FAILED, 77, "the device cannot be partitioned");
  need(!error, @BUILD@, "clCreateSubDevices");
  const cl_device_id device = halves[0];
)"},
    SituationText{
        .situation = suites::Situation::Unsized,
        .launch =
            R"(  error = clEnqueueNDRangeKernel(queue, kernel, @DIM@, offset, global, NULL, 0, NULL, NULL);
  need(!error && !(error = clFinish(queue)), @LAUNCH@, "clEnqueueNDRangeKernel without a local size, clFinish");
)"},
    SituationText{
        .situation = suites::Situation::Relaunched,
        .launch =
            R"(  // The kernel object is launched before and after with another size and other outputs.
  const size_t other_global[] = {@OTHER_GLOBAL@}, other_local[] = {@OTHER_LOCAL@};
  cl_mem others[count];
  for (int i = 0; i < 3; ++i) {
    set_arguments(context, kernel, i == 1 ? buffers : others);
    error = clEnqueueNDRangeKernel(queue, kernel, @DIM@, i == 1 ? offset : NULL, i == 1 ? global : other_global,
                                   i == 1 ? local : other_local, 0, NULL, NULL);
    need(!error, @LAUNCH@, "clEnqueueNDRangeKernel");
  }
  need(!(error = clFinish(queue)), @LAUNCH@, "clFinish");
)"},
    SituationText{.situation = suites::Situation::Cloned,
                  .launch =
                      R"(  const cl_kernel clone = clCloneKernel(kernel, &error);
  need(!error, @LAUNCH@, "clCloneKernel");
  // The original kernel gets other outputs, and is launched first.
  cl_mem others[count];
  set_arguments(context, kernel, others);
  for (int i = 0; i < 2; ++i) {
    error = clEnqueueNDRangeKernel(queue, i == 0 ? kernel : clone, @DIM@, offset, global, local, 0, NULL, NULL);
    need(!error && !(error = clFinish(queue)), @LAUNCH@, "clEnqueueNDRangeKernel, clFinish");
  }
)"},
    SituationText{.situation = suites::Situation::Unordered,
                  .launch =
                      R"(  // Four launches with separate outputs, in an out-of-order queue.
  const cl_queue_properties any_order[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
  const cl_command_queue unordered = clCreateCommandQueueWithProperties(context, device, any_order, &error);
  need(unordered != NULL, 77, "no out-of-order queue");
  cl_mem outs[4][count];
  for (int i = 0; i < 4; ++i) {
    set_arguments(context, kernel, outs[i]);
    error = clEnqueueNDRangeKernel(unordered, kernel, @DIM@, offset, global, local, 0, NULL, NULL);
    need(!error, @LAUNCH@, "clEnqueueNDRangeKernel");
  }
  need(!(error = clFinish(unordered)), @LAUNCH@, "clFinish");
)",
                  .outputs = 4},
    SituationText{.situation = suites::Situation::Threads,
                  .includes = "#include <threads.h>\n",
                  .before =
                      R"(struct work { cl_command_queue queue; cl_kernel kernel; };
static int launch(void *argument) {  // in a thread of its own
  const struct work *work = argument;
  cl_int failed = clEnqueueNDRangeKernel(work->queue, work->kernel, @DIM@, offset, global, local, 0, NULL, NULL);
  return failed ? failed : clFinish(work->queue);
}
)",
                  .launch =
                      R"(  const cl_kernel second = clCreateKernel(program, "@KERNEL@", &error);
  cl_mem outs[2][count];
  set_arguments(context, kernel, outs[0]), set_arguments(context, second, outs[1]);
  struct work first = {queue, kernel}, other = {clCreateCommandQueueWithProperties(context, device, NULL, &error), second};
  thrd_t thread; int failed = 0;
  need(thrd_create(&thread, launch, &other) == thrd_success, 77, "no thread");
  error = launch(&first), thrd_join(thread, &failed);
  need(!error && !(error = failed), @LAUNCH@, "clEnqueueNDRangeKernel, clFinish");
)",
                  .outputs = 2},
    SituationText{
        .situation = suites::Situation::Svm,
        .buffers =
            R"(  cl_device_svm_capabilities svm = 0;
  clGetDeviceInfo(device, CL_DEVICE_SVM_CAPABILITIES, sizeof svm, &svm, NULL);
  need((svm & CL_DEVICE_SVM_COARSE_GRAIN_BUFFER) != 0, 77, "no shared virtual memory");
  void *memory[count];
  for (int i = 0; i < count; ++i) {
    const void *data = arguments[i].data;
    if (arguments[i].kind == scalar) { clSetKernelArg(kernel, i, arguments[i].size, data); continue; }
    memory[i] = clSVMAlloc(context, CL_MEM_READ_WRITE, arguments[i].size, 0);
    need(memory[i] != NULL, @LAUNCH@, "clSVMAlloc");
    error = clEnqueueSVMMemcpy(queue, CL_TRUE, memory[i], data, arguments[i].size, 0, NULL, NULL);
    need(!error && !(error = clSetKernelArgSVMPointer(kernel, i, memory[i])), @LAUNCH@, "clSetKernelArgSVMPointer");
  }
)",
        .read =
            "clEnqueueSVMMemcpy(queue, CL_TRUE, (void *)arguments[i].data, memory[i], arguments[i].size, 0, "
            "NULL, NULL)"}};

/// The extra step for a library.
inline constexpr std::string_view library_text =
    R"(  parts[1] = clLinkProgram(context, 1, &device, "-create-library", 1, &parts[1], NULL, NULL, &error);
  need(!error, @BUILD@, "clLinkProgram -create-library");
)";

/// Gives all remaining local memory to the last two arguments.
inline constexpr std::string_view brimful_text =
    R"(  cl_ulong used = 0, all = 0; cl_uint room = 1;  // bytes of local memory; words of the rest
  clSetKernelArg(kernel, count, sizeof room, NULL), clSetKernelArg(kernel, count + 1, sizeof room, &room);
  clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof used, &used, NULL),
      clGetDeviceInfo(device, CL_DEVICE_LOCAL_MEM_SIZE, sizeof all, &all, NULL);
  if (all >= used + 512) room = (cl_uint)((all - used - 256) / sizeof room);
  clSetKernelArg(kernel, count, room * sizeof room, NULL), clSetKernelArg(kernel, count + 1, sizeof room, &room);
)";

/// The situation's parts; all empty if the host does nothing special.
constexpr SituationText situation_text(suites::Situation situation) {
  for (const SituationText& row : situation_texts)
    if (row.situation == situation) return row;
  return {.situation = situation};
}

}  // namespace wgcts::reports
