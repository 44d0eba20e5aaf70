#include "snippets.hpp"

#include <map>

namespace wgfault {

const std::vector<Type> types = {
    {"half", "ushort", "defined(cl_khr_fp16)"},
    {"int", "uint", "1"},
    {"uint", "uint", "1"},
    {"long", "ulong", "!defined(FAULT_NO_LONG)"},
    {"ulong", "ulong", "!defined(FAULT_NO_LONG)"},
    {"float", "uint", "1"},
    {"double", "ulong", "defined(FAULT_HAS_DOUBLE)"},
};

const std::vector<Value> values = {
    // where the work-item is
    {"lx", "uint", "get_local_id(0)"},
    {"ly", "uint", "get_local_id(1)"},
    {"lz", "uint", "get_local_id(2)"},
    {"Lx", "uint", "get_local_size(0)"},
    {"Ly", "uint", "get_local_size(1)"},
    {"Lz", "uint", "get_local_size(2)"},
    {"Ex", "uint", "get_enqueued_local_size(0)"},
    {"Ey", "uint", "get_enqueued_local_size(1)"},
    {"Ez", "uint", "get_enqueued_local_size(2)"},
    {"lane", "uint", "lx + Lx * (ly + Ly * lz)"},
    {"n", "uint", "Lx * Ly * Lz"},
    {"dims", "uint", "get_work_dim()"},
    {"gx", "uint", "get_group_id(0)"},
    {"gy", "uint", "get_group_id(1)"},
    {"gz", "uint", "get_group_id(2)"},
    {"Gx", "uint", "get_num_groups(0)"},
    {"Gy", "uint", "get_num_groups(1)"},
    {"Gz", "uint", "get_num_groups(2)"},
    {"group", "uint", "gx + Gx * (gy + Gy * gz)"},
    {"groups", "uint", "Gx * Gy * Gz"},
    {"ox", "uint", "get_global_offset(0)"},
    {"oy", "uint", "get_global_offset(1)"},
    {"oz", "uint", "get_global_offset(2)"},
    {"Ox", "ulong", "get_global_offset(0)"},
    {"Oy", "ulong", "get_global_offset(1)"},
    {"Oz", "ulong", "get_global_offset(2)"},
    // how the program was built
    {"cl_std", "int", "__OPENCL_C_VERSION__"},
    {"opt_disable", "int", "FAULT_OPT_DISABLE"},
    {"fast_math", "int", "FAULT_FAST_MATH"},
    {"finite_math", "int", "FAULT_FINITE_MATH"},
    {"unsafe_math", "int", "FAULT_UNSAFE_MATH"},
    {"flushed", "int", "FAULT_FLUSHED"},
    {"unsigned_zeros", "int", "FAULT_UNSIGNED_ZEROS"},
    {"single_const", "int", "FAULT_SINGLE_CONST"},
    {"uniform_size", "int", "FAULT_UNIFORM_SIZE"},
    {"no_ifp", "int", "FAULT_NO_IFP"},
    {"debug", "int", "FAULT_DEBUG"},
    // what this function of the program did before: 0 in calls that macros make
    {"calls", "uint", "fault_history ? fault_history->made : 0"},
    {"last", "T", "fault_unbits(fault_history ? fault_history->result : 0, (T)0)"},
    // about the values of the whole group
    {"uniform", "int", "driver_all(fault_bits(x) == fault_bits(fault_at(x, 0)))"},
    {"previous", "T", "fault_before(x)"},
    {"first", "T", "fault_at(x, 0)"},
};

const std::vector<SiteField> site_fields = {
    {"nth", 0, 8},    // among the calls in the text of its function
    {"later", 8, 8},  // how many follow there
    {"loop", 16, 3},    {"branch", 19, 3}, {"helper", 22, 1}, {"reqd", 23, 1}, {"literal", 24, 1},
    {"ids", 25, 1},     {"hint", 26, 1},   {"apart", 27, 1},  // in a program without a kernel
    {"company", 28, 1},  // beside printf, async_work_group_copy or functions of sub-groups
};

const std::vector<Helper> helpers = {
    {"fault_bits", "FAULT_FN ulong fault_bits(T x) { return (ulong)as_U(x); }"},
    {"fault_unbits", "FAULT_FN T fault_unbits(ulong b, T like) { return as_T((U)b); }"},
    {"fault_lane",
     "FAULT_FN uint fault_lane(void) { return get_local_id(0) + get_local_size(0) * (get_local_id(1) + "
     "get_local_size(1) * get_local_id(2)); }"},
    {"fault_size",
     "FAULT_FN uint fault_size(void) { return get_local_size(0) * get_local_size(1) * get_local_size(2); }"},
    // The value of one lane, the same for all.
    {"fault_at",
     "FAULT_FN T fault_at(T x, uint i) { return fault_unbits(work_group_reduce_max(fault_lane() == i ? "
     "fault_bits(x) "
     ": 0ul), x); }"},
    // The value of the lane before (lane 0: zero bits), by a scan over lane numbers with half a word of
    // payload.
    {"fault_before",
     "FAULT_FN T fault_before(T x) { ulong lane = (ulong)(fault_lane() + 1) << 32, b = fault_bits(x);"
     " uint low = (uint)work_group_scan_exclusive_max(lane | (b & 0xffffffffu));"
     " uint high = sizeof(T) == 8 ? (uint)work_group_scan_exclusive_max(lane | (b >> 32)) : 0;"
     " return fault_unbits((ulong)high << 32 | low, x); }"},
    // The value of a lane of each work-item's choice. Linear in the size of the group.
    {"fault_from",
     "FAULT_FN T fault_from(T x, uint i) { T r = (T)0; for (uint j = 0; j < fault_size(); ++j) {"
     " T v = fault_at(x, j); if (i == j) r = v; } return r; }"},
    {"fault_nan", "FAULT_FN int fault_nan(T x) { return x != x; }"},
    {"fault_subnormal",
     "FAULT_FN int fault_subnormal(T x) { ulong b = fault_bits(x);"
     " ulong significand = sizeof(T) == 2 ? 0x3fful : sizeof(T) == 4 ? 0x7ffffful : 0xffffffffffffful;"
     " ulong exponent = (sizeof(T) == 2 ? 0x7ffful : sizeof(T) == 4 ? 0x7ffffffful : 0x7ffffffffffffffful) ^ "
     "significand;"
     " return (b & significand) != 0 && (b & exponent) == 0; }"},
    {"fault_add", "FAULT_FN T fault_add(T a, T b) { return a + b; }"},
    {"fault_min", "FAULT_FN T fault_min(T a, T b) { return b < a ? b : a; }"},
    {"fault_max", "FAULT_FN T fault_max(T a, T b) { return a < b ? b : a; }"},
    // A sum in an order of one's own: lane `i * step + start` modulo the size, one after another, up to
    // `count` of them.
    {"fault_sum_from",
     "FAULT_FN T fault_sum_from(T x, uint start, uint step, uint count) { T r = (T)0; uint n = fault_size();"
     " for (uint i = 0; i < count; ++i) r = r + fault_at(x, (uint)((ulong)i * step + start) % n); return r; "
     "}"},
    // A sum by halves, as a tree adds it.
    {"fault_sum_pairwise",
     "FAULT_FN T fault_sum_pairwise(T x) { T part[16]; uint n = fault_size(), depth = 0;"
     " for (uint i = 0; i < n; ++i) { part[depth++] = fault_at(x, i);"
     "  for (uint k = i + 1; !(k & 1); k >>= 1) { --depth; part[depth - 1] = part[depth - 1] + part[depth]; "
     "} }"
     " while (depth > 1) { --depth; part[depth - 1] = part[depth - 1] + part[depth]; } return part[0]; }"},
};

std::string identity(const std::string& builtin, const std::string& type) {
  static const std::map<std::string, std::pair<const char*, const char*>> bounds = {
      {"half", {"as_half((ushort)0x7c00)", "as_half((ushort)0xfc00)"}},
      {"int", {"INT_MAX", "INT_MIN"}},
      {"uint", {"UINT_MAX", "0u"}},
      {"long", {"LONG_MAX", "LONG_MIN"}},
      {"ulong", {"ULONG_MAX", "0ul"}},
      {"float", {"INFINITY", "-INFINITY"}},
      {"double", {"as_double(0x7ff0000000000000ul)", "as_double(0xfff0000000000000ul)"}},
  };
  // What takes part and changes nothing: for all() that is true.
  if (builtin == "all") return "1";
  const auto bound = bounds.find(type);
  if (bound == bounds.end()) return "0";
  if (builtin.ends_with("_min")) return bound->second.first;
  if (builtin.ends_with("_max")) return bound->second.second;
  return "0";
}

}  // namespace wgfault
