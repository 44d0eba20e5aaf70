// Makes the stub driver of tests/stub_opencl the only one that this process and its workers find.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "harness/driver/device_query.hpp"
#include "harness/process/worker_process.hpp"

namespace wgcts::harness {

// Loaders look for drivers at the first call.
inline const bool only_the_stub = setenv("OCL_ICD_VENDORS", WGCTS_STUB_OPENCL, 1) == 0;

/// Controls the stub during this object's life, and logs its calls.
class Stub {
 public:
  explicit Stub(const std::string& script = "")
      : log_(testing::TempDir() + "wgcts_stub_" + std::to_string(getpid())) {
    std::remove(log_.c_str());
    setenv("STUB_OPENCL", script.c_str(), 1);
    setenv("STUB_OPENCL_LOG", log_.c_str(), 1);
  }
  Stub(const Stub&) = delete;
  Stub& operator=(const Stub&) = delete;
  ~Stub() {
    unsetenv("STUB_OPENCL");
    unsetenv("STUB_OPENCL_LOG");
    std::remove(log_.c_str());
  }
  std::vector<std::string> asked() const {
    std::vector<std::string> names;
    std::ifstream file(log_);
    for (std::string name; file >> name;) names.push_back(name);
    return names;
  }

 private:
  std::string log_;
};

/// The stub's devices.
inline DeviceList all_devices() {
  return devices_of([](const std::string&) { return true; }, true);
}

/// Workers that use the stub.
inline WorkerSetup stub_setup(double timeout = 60) { return {{WGCTS_STUB_WORKER}, timeout, 2}; }

}  // namespace wgcts::harness
