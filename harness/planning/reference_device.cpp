#include "harness/planning/reference_device.hpp"

#include "harness/planning/requirements.hpp"

namespace wgcts::harness {

DeviceFacts plain_device() {
  DeviceFacts facts;
  facts.name = "none; assuming an OpenCL 3.0 device with all features";
  facts.opencl = 30;
  facts.cl_std = {12, 20, 30, 31};
  facts.usual_cl_std = 30;
  facts.features = {"__opencl_c_int64", std::string(collectives_macro)};
  for (Answer* answer : {&facts.collectives, &facts.half, &facts.int64, &facts.fp64, &facts.non_uniform,
                         &facts.compiler, &facts.linker, &facts.unordered, &facts.partition, &facts.svm})
    *answer = {true, {"assumed", "yes"}};
  facts.extensions = {std::string(uniform_arithmetic), "cl_khr_subgroups"};
  facts.address_bits = 64;
  facts.il_version = "SPIR-V_1.0";
  facts.sub_group_sizes = {4, 8, 16, 32, 64};
  facts.max_work_group_size = 1024;
  facts.max_work_item_sizes = {1024, 1024, 64};
  facts.global_memory = std::uint64_t{4} << 30;
  facts.max_allocation = std::uint64_t{1} << 30;
  facts.local_memory = std::size_t{32} << 10;
  return facts;
}

}  // namespace wgcts::harness
