// Data for all and any: which work-items say yes, and by what value.
#pragma once

#include "suites/data/data_class.hpp"

namespace wgcts::suites {

/// The classes of predicates for all and any.
std::span<const DataClass<std::int32_t>> predicate_data();

}  // namespace wgcts::suites
