// The sections of the public specification that the rules cite.
#pragma once

#include <string>
#include <string_view>

#include "layers.hpp"

namespace wgcts::reference {

/// A document of the specification in the version that the sections refer to. All sources are in the public
/// repository KhronosGroup/OpenCL-Docs.
struct Document {
  std::string_view name, version;
};
/// An extension outside of the specification's own documents.
inline constexpr Document intel_extension{"cl_intel_required_subgroup_size", "3"};

/// A section, or a row of a table with its own anchor.
struct Section {
  const Document* document;
  std::string_view title;
  std::string_view path;    ///< of its source in the repository
  std::string_view anchor;  ///< in the source and in the published page
};

inline constexpr Document opencl_c{"OpenCL C", "3.1.1"};
inline constexpr Document opencl_api{"OpenCL API", "3.1.1"};
inline constexpr Document spirv_environment{"OpenCL SPIR-V Environment", "3.1.1"};

/// Each section is defined once and shared by its clauses. Anchors of functions and CL_ names are not in the
/// source: the build of the specification generates them.
namespace sections {

constexpr Section in_c(std::string_view title, std::string_view anchor) {
  return {&opencl_c, title, "OpenCL_C.txt", anchor};
}
constexpr Section in_architecture(std::string_view title, std::string_view anchor) {
  return {&opencl_api, title, "api/opencl_architecture.asciidoc", anchor};
}
constexpr Section in_runtime(std::string_view title, std::string_view anchor) {
  return {&opencl_api, title, "api/opencl_runtime_layer.asciidoc", anchor};
}
/// A row of the table of device queries.
constexpr Section device_query(std::string_view name) {
  return {&opencl_api, name, "api/opencl_platform_layer.asciidoc", name};
}

// The OpenCL C language.
inline constexpr Section language =
    in_c("The OpenCL C Programming Language", "the-opencl-c-programming-language");
inline constexpr Section versions = in_c("Unified Specification", "unified-spec");
inline constexpr Section optional_functionality = in_c("Optional functionality", "optional-functionality");
inline constexpr Section features = in_c("Features", "features");
inline constexpr Section scalar_types = in_c("Built-in Scalar Data Types", "built-in-scalar-data-types");
inline constexpr Section arithmetic = in_c("Arithmetic Operators", "operators-arithmetic");
inline constexpr Section kernel_qualifier = in_c("__kernel (or kernel)", "kernel-or-kernel");
inline constexpr Section attributes = in_c("Optional Attribute Qualifiers", "optional-attribute-qualifiers");
inline constexpr Section builtin_functions = in_c("Built-in Functions", "built-in-functions");
inline constexpr Section work_item_functions = in_c("Work-Item Functions", "work-item-functions");
inline constexpr Section collectives = in_c("Work-group Collective Functions", "work-group-functions");
inline constexpr Section async_copies =
    in_c("Async Copies From Global to Local Memory, Local to Global Memory, and Prefetch", "async-copies");
inline constexpr Section sub_group_functions = in_c("Sub-Group Functions", "sub-group-functions");
inline constexpr Section printf_function = in_c("printf", "printf");

// Numerical compliance.
inline constexpr Section rounding = in_c("Rounding Modes", "rounding-modes-1");
inline constexpr Section special_values =
    in_c("INF, NaN and Denormalized Numbers", "inf-nan-and-denormalized-numbers");
inline constexpr Section exceptions = in_c("Floating-Point Exceptions", "floating-point-exceptions");
inline constexpr Section relative_error = in_c("Relative Error as ULPs", "relative-error-as-ulps");
inline constexpr Section flush_to_zero =
    in_c("Edge Case Behavior in Flush to Zero Mode", "edge-case-behavior-in-flush-to-zero-mode");

// The API: execution and memory.
inline constexpr Section execution =
    in_architecture("Execution of Kernel-instances", "_execution_of_kernel_instances");
inline constexpr Section synchronization = in_architecture("Synchronization", "execution-model-sync");
/// The part about work-group functions has no anchor of its own in the source.
inline constexpr Section memory_order = in_architecture("Memory Ordering Rules", "memory-ordering-rules");

// Device queries.
inline constexpr Section collectives_query =
    device_query("CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT");
inline constexpr Section features_query = device_query("CL_DEVICE_OPENCL_C_FEATURES");
inline constexpr Section version_query = device_query("CL_DEVICE_OPENCL_C_VERSION");
inline constexpr Section versions_query = device_query("CL_DEVICE_OPENCL_C_ALL_VERSIONS");
inline constexpr Section float_query = device_query("CL_DEVICE_SINGLE_FP_CONFIG");
inline constexpr Section double_query = device_query("CL_DEVICE_DOUBLE_FP_CONFIG");
inline constexpr Section local_memory_query = device_query("CL_DEVICE_LOCAL_MEM_SIZE");

// Programs, kernels and launches.
inline constexpr Section build = in_runtime("clBuildProgram", "clBuildProgram");
inline constexpr Section compiler_options = in_runtime("Compiler Options", "compiler-options");
inline constexpr Section cl_std_option =
    in_runtime("Options Controlling the OpenCL C Version", "opencl-c-version");
inline constexpr Section create_kernel = in_runtime("clCreateKernel", "clCreateKernel");
inline constexpr Section kernel_queries =
    in_runtime("List of supported param_names by clGetKernelWorkGroupInfo", "kernel-workgroup-info-table");
inline constexpr Section launch = in_runtime("clEnqueueNDRangeKernel", "clEnqueueNDRangeKernel");
inline constexpr Section with_binary = in_runtime("clCreateProgramWithBinary", "clCreateProgramWithBinary");
inline constexpr Section compile = in_runtime("clCompileProgram", "clCompileProgram");
inline constexpr Section link = in_runtime("clLinkProgram", "clLinkProgram");
inline constexpr Section linker_options = in_runtime("Linker Options", "linker-options");
inline constexpr Section math_options = in_runtime("Math Intrinsics Options", "math-intrinsics-options");
inline constexpr Section optimization_options = in_runtime("Optimization Options", "optimization-options");
inline constexpr Section set_argument = in_runtime("clSetKernelArg", "clSetKernelArg");
inline constexpr Section set_svm_argument =
    in_runtime("clSetKernelArgSVMPointer", "clSetKernelArgSVMPointer");
inline constexpr Section clone_kernel = in_runtime("clCloneKernel", "clCloneKernel");
inline constexpr Section out_of_order =
    in_runtime("Out-of-Order Execution of Kernels and Memory Object Commands",
               "_out_of_order_execution_of_kernels_and_memory_object_commands");
inline constexpr Section sub_devices{&opencl_api, "clCreateSubDevices", "api/opencl_platform_layer.asciidoc",
                                     "clCreateSubDevices"};
inline constexpr Section events = in_runtime("Event Objects", "event-objects");

// SPIR-V on OpenCL devices.
inline constexpr Section required_capabilities{&spirv_environment, "Required Capabilities",
                                               "env/required_capabilities.asciidoc", "required-capabilities"};
inline constexpr Section validation_rules{&spirv_environment, "Validation Rules",
                                          "env/validation_rules.asciidoc", "validation-rules"};

// Extensions.
inline constexpr Section uniform_arithmetic = in_c("Work-group Collective Uniform Arithmetic Functions",
                                                   "work-group-collective-uniform-arithmetic-functions");
/// Its parts have no anchors of their own.
inline constexpr Section spirv_extensions{&spirv_environment, "OpenCL Extensions", "env/extensions.asciidoc",
                                          "opencl_extensions"};

inline constexpr Section required_sub_group_size{
    &intel_extension, "Additions to Section 6.7.2 - \"Optional Attribute Qualifiers\"",
    "extensions/cl_intel_required_subgroup_size.asciidoc",
    "_additions_to_section_6_7_2_optional_attribute_qualifiers"};

// The rest of the API.
inline constexpr Section embedded_profile{&opencl_api, "OpenCL Embedded Profile",
                                          "api/embedded_profile.asciidoc", "opencl-embedded-profile"};
inline constexpr Section backwards_compatibility{&opencl_api, "OpenCL 3.0 Backwards Compatibility",
                                                 "api/appendix_h.asciidoc",
                                                 "opencl-3.0-backwards-compatibility"};

}  // namespace sections

/// A section in one line: document, version, title, and the path and anchor of its source.
inline std::string citation(const Section& section) {
  std::string line(section.document->name);
  line.append(" ").append(section.document->version).append(", ").append(section.title);
  return line.append(" (").append(section.path).append("#").append(section.anchor).append(")");
}

}  // namespace wgcts::reference
