// Data for min and max: where the extreme stands, and which values tie.
#pragma once

#include "suites/data/data_class.hpp"

namespace wgcts::suites {

/// The classes of input data for min and max.
template <class T>
std::span<const DataClass<T>> order_data();

}  // namespace wgcts::suites
