// Finding the device of an order if the lists of two processes differ.
#include <gtest/gtest.h>

#include <algorithm>

#include "harness/driver/device_query.hpp"
#include "harness/driver/drivers.hpp"
#include "tests/harness/driver/stub.hpp"

namespace wgcts::harness {
namespace {

std::vector<DeviceIdentity> identities_with(const std::string& script) {
  const Stub stub(script);
  return identities_of(all_devices().devices);
}

cl::Device found_device(const DeviceAddress& address) {
  Progress progress([](Stage) {});
  return find_device(address, progress);
}

/// The index at which a process with the second script finds the device that another process, with the first
/// script, listed.
std::size_t place_of(const std::string& seen, std::size_t index, const std::string& found) {
  DeviceAddress address;
  address.identity = identities_with(seen).at(index);
  const Stub stub(found);
  const cl::Device device = found_device(address);
  const auto devices = all_devices().devices;
  return static_cast<std::size_t>(std::ranges::find(devices, device(), &cl::Device::get) - devices.begin());
}

TEST(FindDevice, UsesTheDevicesAnswers) {
  const auto plain = identities_with("");
  ASSERT_EQ(plain.size(), 1U);
  EXPECT_EQ(plain[0], (DeviceIdentity{"Stub platform", "stub", "1", ""}));
  EXPECT_EQ(identities_with("CL_DEVICE_EXTENSIONS says cl_khr_device_uuid").at(0).hardware,
            "uuid 6120756e69717565206e756d62657200");
}

TEST(FindDevice, DistinguishesIdenticalDevices) {
  const auto both = identities_with("devices are 2");
  ASSERT_EQ(both.size(), 2U);
  EXPECT_NE(both[0], both[1]);
  EXPECT_EQ(place_of("devices are 2", 0, "devices are 2"), 0U);
  EXPECT_EQ(place_of("devices are 2", 1, "devices are 2"), 1U);
}

// Two builds of one driver may be installed. The loader lists their platforms in another order in workers
// than in the process that lists the devices for the user.
TEST(FindDevice, NumbersIdenticalDevicesByTheirDriversFirst) {
  const DeviceIdentity plain{"P", "cpu", "1", ""}, other{"P", "gpu", "1", ""};
  const auto numbers = [](const std::vector<DeviceIdentity>& bare, const std::vector<std::string>& files) {
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    for (const DeviceIdentity& d : with_twins(bare, files)) pairs.emplace_back(d.twin, d.twins);
    return pairs;
  };
  using Numbers = std::vector<std::pair<std::size_t, std::size_t>>;
  EXPECT_EQ(numbers({plain, plain, other}, {"/a.so", "/b.so", ""}), (Numbers{{0, 2}, {1, 2}, {0, 1}}));
  EXPECT_EQ(numbers({plain, other, plain}, {"/b.so", "", "/a.so"}), (Numbers{{1, 2}, {0, 1}, {0, 2}}));
  EXPECT_EQ(numbers({plain, plain, plain}, {"/b.so", "/a.so", "/a.so"}), (Numbers{{2, 3}, {0, 3}, {1, 3}}));
}

// With identical devices it is unknown which one is missing.
TEST(FindDevice, JudgesNoOtherDeviceInstead) {
  const struct {
    const char *seen, *found, *names;
  } rows[] = {
      {"", "CL_DEVICE_NAME says other", "stub of Stub platform, driver 1; it found other of"},
      {"", "CL_DRIVER_VERSION says 2", "driver 1; it found stub of Stub platform, driver 2"},
      {"", "CL_PLATFORM_NAME says P", "stub of Stub platform, driver 1; it found the platform P"},
      {"devices are 2", "", "number 1 of 2 identical devices; it found stub of Stub platform, driver 1"},
      {"CL_DEVICE_EXTENSIONS says cl_khr_device_uuid",
       "CL_DEVICE_EXTENSIONS says cl_khr_device_uuid; CL_DEVICE_UUID_KHR is 1 2 3 4 5 6 7 8 9 10 11 "
       "12 13 14 15 16",
       "uuid 0102030405060708090a0b0c0d0e0f10"},
      {"", "clGetDeviceIDs fails -1", "it found none"}};
  for (const auto& [seen, found, names] : rows) {
    try {
      (void)place_of(seen, 0, found);
      ADD_FAILURE() << found;
    } catch (const Refusal& refusal) {
      EXPECT_EQ(refusal.verdict, Verdict::NotRun);
      EXPECT_NE(std::string(refusal.what()).find(names), std::string::npos) << refusal.what();
    }
  }
}

}  // namespace
}  // namespace wgcts::harness
