// Data for add.
#pragma once

#include "suites/data/data_class.hpp"

namespace wgcts::suites {

/// The classes of input data for add.
template <class T>
std::span<const DataClass<T>> add_data();

}  // namespace wgcts::suites
