// The builtins under test. Adding one is adding a row.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "reference/collective.hpp"

namespace wgcts::suites {

struct Builtin {
  std::string_view name;    ///< without "work_group_"
  std::string_view family;  ///< what --op takes for all of its kind
  Collective collective;
};

inline constexpr std::array<Builtin, 12> builtins{{
    {"all", "all", {Family::All}},
    {"any", "any", {Family::Any}},
    {"broadcast", "broadcast", {Family::Broadcast}},
    {"reduce_add", "reduce", {Family::Reduce, Op::Add}},
    {"reduce_min", "reduce", {Family::Reduce, Op::Min}},
    {"reduce_max", "reduce", {Family::Reduce, Op::Max}},
    {"scan_inclusive_add", "scan_inclusive", {Family::ScanInclusive, Op::Add}},
    {"scan_inclusive_min", "scan_inclusive", {Family::ScanInclusive, Op::Min}},
    {"scan_inclusive_max", "scan_inclusive", {Family::ScanInclusive, Op::Max}},
    {"scan_exclusive_add", "scan_exclusive", {Family::ScanExclusive, Op::Add}},
    {"scan_exclusive_min", "scan_exclusive", {Family::ScanExclusive, Op::Min}},
    {"scan_exclusive_max", "scan_exclusive", {Family::ScanExclusive, Op::Max}},
}};

/// What stands in a builtin's place where a case is a whole program, which calls collectives of every kind
/// (see suites/programs). It is no row of `builtins`, so who goes through those does not meet it. Its
/// collective stands for nothing: it is no predicate, no broadcast and no scan.
inline constexpr Builtin whole_program{"program", "program", {Family::Reduce, Op::None}};

/// What a case may be about: the builtins, and behind them whole programs.
inline constexpr auto subjects = [] {
  std::array<const Builtin*, builtins.size() + 1> rows{};
  for (std::size_t i = 0; i < builtins.size(); ++i) rows[i] = &builtins[i];
  rows.back() = &whole_program;
  return rows;
}();

/// What a case is about, in words: "work_group_all", "whole program".
inline std::string title(const Builtin& subject) {
  return &subject == &whole_program ? "whole program" : "work_group_" + std::string(subject.name);
}

/// Predicates take and return int; the others take every gentype (WGC.TY.1).
constexpr bool takes(const Builtin& builtin, GenType type) {
  return !is_predicate(builtin.collective.family) || type == GenType::Int;
}

/// The builtin of that name, or nullptr.
constexpr const Builtin* builtin_named(std::string_view name) {
  for (const auto& row : builtins)
    if (row.name == name) return &row;
  return nullptr;
}

}  // namespace wgcts::suites
