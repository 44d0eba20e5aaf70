// A folder for files that drivers leave behind.
#pragma once

#include <string>

#include "layers.hpp"

namespace wgcts::cli {

/// This process's folder, which is removed when the program ends; empty if it could not be created. The first
/// call must come before the process starts threads.
const std::string& scratch_folder();

}  // namespace wgcts::cli
