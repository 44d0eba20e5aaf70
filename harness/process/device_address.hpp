// Which device an order is for: its place in the loader's list, and by what a worker knows it again.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "results/device_facts.hpp"

namespace wgcts::harness {

/// What tells a device from others. A platform that fails once shifts all places behind it; this stays.
struct DeviceIdentity {
  std::string platform, name, driver;
  std::string hardware;    ///< DeviceFacts::hardware
  std::size_t twin = 0;    ///< its place among the devices that are alike in all this
  std::size_t twins = 1;   ///< how many there are; a worker that finds another number has lost one
  bool operator==(const DeviceIdentity&) const = default;
};

/// An order that was written by hand may give the place alone.
struct DeviceAddress {
  std::size_t index = 0;
  std::optional<DeviceIdentity> identity = {};

  DeviceAddress(std::size_t place = 0) : index(place) {}  // NOLINT(google-explicit-constructor)
  explicit DeviceAddress(const DeviceFacts& facts)
      : index(facts.index),
        identity({facts.platform, facts.name, facts.driver, facts.hardware, facts.twin, facts.twins}) {}
  bool operator==(const DeviceAddress&) const = default;
};

}  // namespace wgcts::harness
