// Data for and, or and xor.
#pragma once

#include "suites/data/data_class.hpp"

namespace wgcts::suites {

/// The classes of input data for and, or and xor.
template <class T>
std::span<const DataClass<T>> bitwise_data();

}  // namespace wgcts::suites
