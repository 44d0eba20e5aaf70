#pragma once

#include "suites/data_class.hpp"

namespace wgcts {

/// The classes of predicates for all and any.
std::span<const DataClass<std::int32_t>> predicate_data();

}  // namespace wgcts
