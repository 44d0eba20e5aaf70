#include "arguments.hpp"

#include <cstring>
#include <map>
#include <mutex>

namespace wgfault {
namespace {

std::mutex mutex;
std::map<cl_mem, size_t> writable;  // sizes
std::map<cl_kernel, std::map<cl_uint, cl_mem>> arguments;
std::map<cl_kernel, std::map<cl_uint, size_t>> locals;  // sizes of local memory

using Values = std::map<cl_uint, ArgumentValue>;
std::map<cl_kernel, Values> values, values_at_launch;

std::optional<ArgumentValue> value_in(std::map<cl_kernel, Values>& of, cl_kernel kernel, cl_uint index) {
  const std::lock_guard lock(mutex);
  const auto found = of[kernel].find(index);
  return found == of[kernel].end() ? std::nullopt : std::optional(found->second);
}

}  // namespace

void copy_arguments(cl_kernel kernel, cl_kernel from) {
  const std::lock_guard lock(mutex);
  arguments[kernel] = std::map(arguments[from]);
  locals[kernel] = std::map(locals[from]);
  values[kernel] = Values(values[from]);
  values_at_launch.erase(kernel);
}

std::optional<ArgumentValue> argument(cl_kernel kernel, cl_uint index) {
  return value_in(values, kernel, index);
}
std::optional<ArgumentValue> argument_of_last_launch(cl_kernel kernel, cl_uint index) {
  return value_in(values_at_launch, kernel, index);
}
void keep_arguments(cl_kernel kernel) {
  const std::lock_guard lock(mutex);
  values_at_launch[kernel] = values[kernel];
}

void remember_buffer(cl_mem memory, cl_mem_flags flags, size_t size) {
  const std::lock_guard lock(mutex);
  writable.erase(memory);
  if (!(flags & CL_MEM_READ_ONLY)) writable[memory] = size;
}

void remember_argument(cl_kernel kernel, cl_uint index, size_t size, const void* value) {
  const std::lock_guard lock(mutex);
  auto& given = arguments[kernel];
  given.erase(index);
  locals[kernel].erase(index);
  values[kernel].erase(index);
  if (value) {
    const auto* const bytes = static_cast<const std::byte*>(value);
    values[kernel][index] = ArgumentValue(bytes, bytes + size);
  }
  if (!value) locals[kernel][index] = size;
  if (!value || size != sizeof(cl_mem)) return;
  cl_mem memory{};
  std::memcpy(&memory, value, sizeof memory);
  if (writable.contains(memory)) given[index] = memory;
}

void forget_arguments(cl_kernel kernel) {
  const std::lock_guard lock(mutex);
  arguments.erase(kernel);
  locals.erase(kernel);
  values.erase(kernel);
  values_at_launch.erase(kernel);
}

std::vector<Buffer> writable_buffers(cl_kernel kernel) {
  const std::lock_guard lock(mutex);
  std::vector<Buffer> buffers;
  for (const auto& [index, memory] : arguments[kernel])
    if (const auto found = writable.find(memory); found != writable.end())
      buffers.push_back({memory, found->second});
  return buffers;
}

size_t local_bytes(cl_kernel kernel) {
  const std::lock_guard lock(mutex);
  size_t bytes = 0;
  for (const auto& [index, size] : locals[kernel]) bytes += size;
  return bytes;
}

}  // namespace wgfault
