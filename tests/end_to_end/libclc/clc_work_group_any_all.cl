// Collectives in the manner of LLVM's libclc, for the test of its adaptor: local variables in functions, scoped atomics, and
// a file that is included for each type. They use all that the adaptor provides.
#include "clc/collective/clc_work_group_any_all.h"
static int work_group_any_all_impl(int predicate, bool is_all) {
  __local uint scratch;
  if (__clc_get_sub_group_id() == 0 && __clc_get_sub_group_local_id() == 0)
    __clc_atomic_store(&scratch, is_all, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP);
  __clc_work_group_barrier(__MEMORY_SCOPE_WRKGRP, __CLC_MEMORY_LOCAL);
  if (is_all)
    __clc_atomic_fetch_and(&scratch, __clc_sub_group_all(predicate), __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP);
  else
    __clc_atomic_fetch_or(&scratch, __clc_sub_group_any(predicate), __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP);
  __clc_work_group_barrier(__MEMORY_SCOPE_WRKGRP, __CLC_MEMORY_LOCAL);
  const int result = __clc_atomic_load(&scratch, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP);
  __clc_work_group_barrier(__MEMORY_SCOPE_WRKGRP, __CLC_MEMORY_LOCAL);
  return result;
}
_CLC_OVERLOAD _CLC_DEF int __clc_work_group_all(int predicate) { return work_group_any_all_impl(predicate, true); }
_CLC_OVERLOAD _CLC_DEF int __clc_work_group_any(int predicate) { return work_group_any_all_impl(predicate, false); }
