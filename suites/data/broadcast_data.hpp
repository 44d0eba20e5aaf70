// Data for broadcast: values, and the lane whose value all get.
#pragma once

#include "suites/data/data_class.hpp"

namespace wgcts::suites {

/// The classes of input data for broadcast, each with the lane that it names.
template <class T>
std::span<const DataClass<T>> broadcast_data();

}  // namespace wgcts::suites
