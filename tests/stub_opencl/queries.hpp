// What the stub says of itself.
#pragma once

#include "tests/stub_opencl/script.hpp"

namespace stub_opencl {

/// The answer to a query of the platform, the device, a program's build or a kernel. CL_INVALID_VALUE where
/// there is no such query.
Bytes query(cl_uint what);

/// As for query, of a value that is no constant.
Bytes query(cl_uint what, Bytes usual);

/// Gives an answer as the API does.
cl_int give(const Bytes& answer, std::size_t size, void* value, std::size_t* size_ret);

/// The bytes of a plain value.
template <class T>
Bytes bytes_of(const T& value) {
  const auto* first = reinterpret_cast<const unsigned char*>(&value);
  return {CL_SUCCESS, {first, first + sizeof value}};
}

}  // namespace stub_opencl
