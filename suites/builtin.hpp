// The builtins under test, one in each row.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "reference/collective.hpp"
#include "reference/lists.hpp"

namespace wgcts::suites {

/// The types of a builtin: all of gentype (WGC.TY.1), or some of them.
enum class Takes : std::uint8_t { Every, Integers, Int };

struct Builtin {
  std::string_view name;    ///< without "work_group_"
  std::string_view family;  ///< its name for --op, shared by similar builtins
  Collective collective;
  Takes types = Takes::Every;
  std::string_view extension = {};  ///< that a device must list; empty: none
};

inline constexpr std::string_view uniform_arithmetic = "cl_khr_work_group_uniform_arithmetic";

inline constexpr auto builtins = [] {
  using enum Family;
  using enum Takes;
  using enum Op;
  constexpr std::string_view ua = uniform_arithmetic;
  return std::to_array<Builtin>({
      {"all", "all", {All}, Int},
      {"any", "any", {Any}, Int},
      {"broadcast", "broadcast", {Broadcast}},
      {"reduce_add", "reduce", {Reduce, Add}},
      {"reduce_min", "reduce", {Reduce, Min}},
      {"reduce_max", "reduce", {Reduce, Max}},
      {"scan_inclusive_add", "scan_inclusive", {ScanInclusive, Add}},
      {"scan_inclusive_min", "scan_inclusive", {ScanInclusive, Min}},
      {"scan_inclusive_max", "scan_inclusive", {ScanInclusive, Max}},
      {"scan_exclusive_add", "scan_exclusive", {ScanExclusive, Add}},
      {"scan_exclusive_min", "scan_exclusive", {ScanExclusive, Min}},
      {"scan_exclusive_max", "scan_exclusive", {ScanExclusive, Max}},
      {"reduce_mul", "reduce", {Reduce, Mul}, Every, ua},
      {"reduce_and", "reduce", {Reduce, And}, Integers, ua},
      {"reduce_or", "reduce", {Reduce, Or}, Integers, ua},
      {"reduce_xor", "reduce", {Reduce, Xor}, Integers, ua},
      {"reduce_logical_and", "reduce", {Reduce, LogicalAnd}, Int, ua},
      {"reduce_logical_or", "reduce", {Reduce, LogicalOr}, Int, ua},
      {"reduce_logical_xor", "reduce", {Reduce, LogicalXor}, Int, ua},
      {"scan_inclusive_mul", "scan_inclusive", {ScanInclusive, Mul}, Every, ua},
      {"scan_inclusive_and", "scan_inclusive", {ScanInclusive, And}, Integers, ua},
      {"scan_inclusive_or", "scan_inclusive", {ScanInclusive, Or}, Integers, ua},
      {"scan_inclusive_xor", "scan_inclusive", {ScanInclusive, Xor}, Integers, ua},
      {"scan_inclusive_logical_and", "scan_inclusive", {ScanInclusive, LogicalAnd}, Int, ua},
      {"scan_inclusive_logical_or", "scan_inclusive", {ScanInclusive, LogicalOr}, Int, ua},
      {"scan_inclusive_logical_xor", "scan_inclusive", {ScanInclusive, LogicalXor}, Int, ua},
      {"scan_exclusive_mul", "scan_exclusive", {ScanExclusive, Mul}, Every, ua},
      {"scan_exclusive_and", "scan_exclusive", {ScanExclusive, And}, Integers, ua},
      {"scan_exclusive_or", "scan_exclusive", {ScanExclusive, Or}, Integers, ua},
      {"scan_exclusive_xor", "scan_exclusive", {ScanExclusive, Xor}, Integers, ua},
      {"scan_exclusive_logical_and", "scan_exclusive", {ScanExclusive, LogicalAnd}, Int, ua},
      {"scan_exclusive_logical_or", "scan_exclusive", {ScanExclusive, LogicalOr}, Int, ua},
      {"scan_exclusive_logical_xor", "scan_exclusive", {ScanExclusive, LogicalXor}, Int, ua},
  });
}();

/// Whether the builtin belongs to OpenCL C itself.
constexpr bool is_core(const Builtin& builtin) { return builtin.extension.empty(); }

/// Whether results are judged only as true or false.
constexpr bool is_truth(Collective c) { return is_predicate(c.family) || is_logical(c.op); }

/// Takes the builtin's place in cases that are programs, which call many collectives (see suites/programs).
/// It is not in `builtins`. Its collective is a placeholder that is no predicate, broadcast or scan.
inline constexpr Builtin whole_program{"program", "program", {Family::Reduce, Op::None}};

/// The possible subjects of a case: the builtins, followed by programs.
inline constexpr auto subjects = [] {
  std::array<const Builtin*, builtins.size() + 1> rows{};
  for (std::size_t i = 0; i < builtins.size(); ++i) rows[i] = &builtins[i];
  rows.back() = &whole_program;
  return rows;
}();

/// The subject of a case in words: "work_group_all", "whole program".
inline std::string title(const Builtin& subject) {
  return &subject == &whole_program ? "whole program" : "work_group_" + std::string(subject.name);
}

/// Whether the builtin has the type (WGC.TY.1).
constexpr bool takes(const Builtin& builtin, GenType type) {
  if (builtin.types == Takes::Every) return true;
  return type == GenType::Int || (builtin.types == Takes::Integers && !is_floating(type));
}

constexpr const Builtin* builtin_named(std::string_view name) {
  return find_row(builtins, name, &Builtin::name);
}

}  // namespace wgcts::suites
