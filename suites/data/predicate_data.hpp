// Data for all and any.
#pragma once

#include "suites/data/data_class.hpp"

namespace wgcts::suites {

/// The classes of predicates for all and any.
std::span<const DataClass<std::int32_t>> predicate_data();

}  // namespace wgcts::suites
