#include "arguments.hpp"

#include <cstring>
#include <map>
#include <mutex>

namespace wgfault {
namespace {

std::mutex mutex;
std::map<cl_mem, size_t> writable;                         // sizes
std::map<cl_kernel, std::map<cl_uint, cl_mem>> arguments;  // null: local memory

}  // namespace

void remember_buffer(cl_mem memory, cl_mem_flags flags, size_t size) {
  const std::lock_guard lock(mutex);
  writable.erase(memory);
  if (!(flags & CL_MEM_READ_ONLY)) writable[memory] = size;
}

void remember_argument(cl_kernel kernel, cl_uint index, size_t size, const void* value) {
  const std::lock_guard lock(mutex);
  auto& given = arguments[kernel];
  given.erase(index);
  if (!value) given[index] = nullptr;
  if (!value || size != sizeof(cl_mem)) return;
  cl_mem memory{};
  std::memcpy(&memory, value, sizeof memory);
  if (writable.contains(memory)) given[index] = memory;
}

void forget_arguments(cl_kernel kernel) {
  const std::lock_guard lock(mutex);
  arguments.erase(kernel);
}

std::vector<Buffer> writable_buffers(cl_kernel kernel) {
  const std::lock_guard lock(mutex);
  std::vector<Buffer> buffers;
  for (const auto& [index, memory] : arguments[kernel])
    if (const auto found = writable.find(memory); found != writable.end())
      buffers.push_back({memory, found->second});
  return buffers;
}

bool has_local_argument(cl_kernel kernel) {
  const std::lock_guard lock(mutex);
  for (const auto& [index, memory] : arguments[kernel])
    if (!memory) return true;
  return false;
}

}  // namespace wgfault
