// Coarse-grained shared virtual memory. The host may access it only while it is mapped.
#pragma once

#include <cstring>
#include <new>
#include <span>

#include "harness/driver/device_session.hpp"

namespace wgcts::harness {

class SharedMemory {
 public:
  /// Throws cl::Error if the device gives none.
  SharedMemory(const DeviceSession& session, std::size_t bytes)
      : session_(session),
        bytes_(bytes),
        pointer_(clSVMAlloc(session.context(), CL_MEM_READ_WRITE, bytes, 0)) {
    if (pointer_ == nullptr) throw cl::Error(CL_MEM_OBJECT_ALLOCATION_FAILURE, "clSVMAlloc");
  }
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;
  ~SharedMemory() {
    clFinish(session_.queue());
    clSVMFree(session_.context(), pointer_);
  }

  void* pointer() const { return pointer_; }

  void write(std::span<const std::byte> from) const {
    map(CL_MAP_WRITE);
    std::memcpy(pointer_, from.data(), from.size());
    unmap();
  }
  /// Reads the contents after all enqueued commands.
  void read(std::span<std::byte> to) const {
    map(CL_MAP_READ);
    std::memcpy(to.data(), pointer_, to.size());
    unmap();
  }

 private:
  void map(cl_map_flags how) const {
    require_success(clEnqueueSVMMap(session_.queue(), CL_TRUE, how, pointer_, bytes_, 0, nullptr, nullptr),
                    "clEnqueueSVMMap");
  }
  void unmap() const {
    require_success(clEnqueueSVMUnmap(session_.queue(), pointer_, 0, nullptr, nullptr), "clEnqueueSVMUnmap");
  }

  const DeviceSession& session_;
  std::size_t bytes_;
  void* pointer_;
};

}  // namespace wgcts::harness
