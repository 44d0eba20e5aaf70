// An OpenCL 3.0 device with all features, for tests that remove one.
#pragma once

#include "harness/planning/planning.hpp"

namespace wgcts::harness {

inline DeviceFacts able_device() {
  DeviceFacts facts;
  facts.opencl = 30;
  facts.cl_std = {12, 20, 30};
  facts.usual_cl_std = 30;
  facts.features = {"__opencl_c_int64", std::string(collectives_macro)};
  for (Answer* answer : {&facts.collectives, &facts.half, &facts.int64, &facts.fp64, &facts.non_uniform,
                         &facts.compiler, &facts.linker, &facts.unordered, &facts.partition, &facts.svm})
    answer->yes = true;
  facts.collectives.because = {"CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT", "CL_TRUE"};
  facts.extensions = {std::string(uniform_arithmetic), "cl_khr_subgroups"};
  facts.address_bits = 64;
  facts.sub_group_sizes = {4, 8, 16, 32, 64};
  facts.max_work_group_size = 1024;
  facts.max_work_item_sizes = {1024, 1024, 64};
  return facts;
}

}  // namespace wgcts::harness
