// The stub's answers to queries.
#pragma once

#include "tests/stub_opencl/script.hpp"

namespace stub_opencl {

/// The answer to a query of platform, device, program build or kernel; CL_INVALID_VALUE for unknown queries.
Bytes query(cl_uint what);

/// The same for a value that is not constant.
Bytes query(cl_uint what, Bytes usual);

/// Returns an answer as the API does.
cl_int give(const Bytes& answer, std::size_t size, void* value, std::size_t* size_ret);

/// The bytes of a plain value.
template <class T>
Bytes bytes_of(const T& value) {
  const auto* first = reinterpret_cast<const unsigned char*>(&value);
  return {CL_SUCCESS, {first, first + sizeof value}};
}

}  // namespace stub_opencl
