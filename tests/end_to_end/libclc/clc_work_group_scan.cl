#include "clc/collective/clc_work_group_scan.h"
#define __CLC_BODY <clc_work_group_scan.inc>
#include <clc/integer/gentype.inc>
#define __CLC_BODY <clc_work_group_scan.inc>
#include <clc/math/gentype.inc>
