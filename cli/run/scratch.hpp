// A folder for what drivers leave behind.
#pragma once

#include <string>

#include "layers.hpp"

namespace wgcts::cli {

/// That of this process, which lives as long as the program; empty where none could be made. To be called for
/// the first time before the process has threads.
const std::string& scratch_folder();

}  // namespace wgcts::cli
