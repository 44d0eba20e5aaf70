// Data for mul.
#pragma once

#include "suites/data/data_class.hpp"

namespace wgcts::suites {

/// The classes of input data for mul.
template <class T>
std::span<const DataClass<T>> product_data();

}  // namespace wgcts::suites
