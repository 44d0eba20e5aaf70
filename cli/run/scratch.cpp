#include "cli/run/scratch.hpp"

#include "system/processes.hpp"

namespace wgcts::cli {

const std::string& scratch_folder() {
  static const system::WatchedFolder scratch("wgcts");
  return scratch.path();
}

}  // namespace wgcts::cli
