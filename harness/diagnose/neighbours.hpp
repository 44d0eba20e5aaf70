// Cases that differ from one in a single word: the nearest that passes says where a bug ends.
#pragma once

#include <string>
#include <vector>

#include "results/bug.hpp"

namespace wgcts::harness {

struct Neighbour {
  Case the_case;
  std::string differs;  ///< "local size 3 instead of 2"
};

/// The legal ones that are worth a question, nearest first. Where the diagnosis names a condition, those that
/// step over it come first.
std::vector<Neighbour> neighbours_of(const Case& c, const Where& where);

}  // namespace wgcts::harness
