// Data for min and max.
#pragma once

#include "suites/data/data_class.hpp"

namespace wgcts::suites {

/// The classes of input data for min and max.
template <class T>
std::span<const DataClass<T>> order_data();

}  // namespace wgcts::suites
