// What stands below the layer: the driver, or the next layer.
#pragma once

#include <CL/cl_icd.h>

namespace wgfault {

inline cl_icd_dispatch target;

}  // namespace wgfault
