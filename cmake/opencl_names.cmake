# Writes opencl_names.hpp: the codes and names of OpenCL's errors and device queries in harness/driver/*_names.txt.
foreach(kind error query)
  set(file ${PROJECT_SOURCE_DIR}/harness/driver/${kind}_names.txt)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} ${kind}_names)
  string(REGEX REPLACE "([^\n]+)" "    {\\1, \"\\1\"}," ${kind}_names "${${kind}_names}")
endforeach()
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/opencl_names.hpp @ONLY CONTENT "// Written by cmake/opencl_names.cmake.
#pragma once

#include <string_view>
#include <utility>

#include \"harness/driver/drivers.hpp\"

namespace wgcts::harness {

inline constexpr std::pair<cl_int, std::string_view> error_names[] = {
@error_names@    {platform_not_found, \"CL_PLATFORM_NOT_FOUND_KHR\"}};

inline constexpr std::pair<cl_device_info, std::string_view> query_names[] = {
@query_names@    {sub_group_sizes_intel, \"CL_DEVICE_SUB_GROUP_SIZES_INTEL\"}};

}  // namespace wgcts::harness
")
