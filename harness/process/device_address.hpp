// The device of an order: its index in the loader's list, and its identity.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "results/device_facts.hpp"

namespace wgcts::harness {

/// Identifies a device. An index is not enough: if one platform fails, all later indices shift.
struct DeviceIdentity {
  std::string platform, name, driver;
  std::string hardware;   ///< DeviceFacts::hardware
  std::size_t twin = 0;   ///< its index among devices with the same identity
  std::size_t twins = 1;  ///< number of these devices; it differs in a worker that has lost one
  bool operator==(const DeviceIdentity&) const = default;
};

/// The identity is optional, for orders that are written by hand.
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
