// Data for broadcast: values, and the source.
#pragma once

#include "suites/data/data_class.hpp"

namespace wgcts::suites {

/// The classes of input data for broadcast. Each also sets the source.
template <class T>
std::span<const DataClass<T>> broadcast_data();

}  // namespace wgcts::suites
