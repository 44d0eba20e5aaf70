#include "harness/diagnose/place_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace wgcts::harness {
namespace {

std::string option_of_place(const Place& p) { return option_of(*p.the_case.variant); }

const Coordinate coordinate_table[] = {
    {"builtin", cost::plain, [](const Place& p) { return std::string(p.the_case.builtin->name); }},
    {"type", cost::plain, [](const Place& p) { return std::string(info(p.the_case.type).name); }},
    {"dimension", cost::plain, [](const Place& p) { return std::to_string(p.the_case.dim); }},
    {"form", cost::derived, [](const Place& p) { return std::string(p.the_case.form->name); }},
    {"option", cost::derived, option_of_place},
    {"variant", cost::of_group,
     [](const Place& p) {
       return p.the_case.variant->name.empty() ? "plain" : std::string(p.the_case.variant->name);
     }},
};

template <int axis>
std::optional<std::size_t> extent(const Place& p) {
  if (p.the_case.dim < 2) return std::nullopt;
  return static_cast<int>(p.the_case.dim) > axis ? std::optional(p.size[axis]) : std::nullopt;
}

const Measure measure_table[] = {
    {"size", cost::plain, false, true, [](const Place& p) { return std::optional(volume(p.size)); }},
    {"extent.x", cost::of_extent, false, true, extent<0>},
    {"extent.y", cost::of_extent, false, true, extent<1>},
    {"extent.z", cost::of_extent, false, true, extent<2>},
    {"call", cost::of_group, true, false, [](const Place& p) { return std::optional<std::size_t>(p.call); }},
    {"call", cost::of_group + 0.02, true, false,
     [](const Place& p) { return std::optional<std::size_t>(p.call_site); }, true},
    {"group", cost::of_group + 0.05, true, false, [](const Place& p) { return std::optional(p.index); }},
    {"source", cost::of_group, true, false,
     [](const Place& p) {
       const bool has = p.the_case.builtin->collective.family == Family::Broadcast;
       return has ? std::optional(p.source) : std::nullopt;
     }},
};

template <int axis>
bool has_remainder(const Place& p) {
  return p.size[axis] != p.enqueued[axis];
}
template <int axis>
bool has_offset(const Place& p) {
  return static_cast<int>(p.the_case.dim) > axis && p.the_case.variant->offset[axis] != 0;
}
template <int axis>
bool not_first_along(const Place& p) {
  return p.group[axis] != 0;
}
bool in_remainder(const Place& p) { return p.size != p.enqueued; }

/// In the last row of work-groups, of planes in the last plane.
bool in_last_row(const Place& p) {
  const std::size_t axis = p.the_case.dim - 1;
  return p.group[axis] == p.last[axis];
}

/// Calls of collectives in the kernel's text; those of helper functions stand by themselves.
bool has_company(const Place& p) { return p.members.size() > 1 || p.the_case.form->repeats; }

const Property property_table[] = {
    {"remainder", "", "", cost::plain, in_remainder},
    {"remainder.x", "", "", cost::derived, has_remainder<0>},
    {"remainder.y", "", "", cost::derived, has_remainder<1>},
    {"remainder.z", "", "", cost::derived, has_remainder<2>},
    {"offset", "", "", cost::plain, has_offset<0>},
    {"offset.y", "", "", cost::derived, has_offset<1>},
    {"offset.z", "", "", cost::derived, has_offset<2>},
    {"group", "!=", "first", cost::of_group, [](const Place& p) { return p.index != 0; }},
    {"group", "=", "last", cost::of_group, [](const Place& p) { return p.index + 1 == p.groups; }},
    {"group", "=", "last", cost::of_group + 0.05, in_last_row},
    {"group", "=", "odd", cost::of_group + 0.1, [](const Place& p) { return p.index % 2 == 1; }},
    {"group.x", "!=", "0", cost::of_group + 0.1, not_first_along<0>},
    {"group.y", "!=", "0", cost::of_group + 0.1, not_first_along<1>},
    {"group.z", "!=", "0", cost::of_group + 0.1, not_first_along<2>},
    {"company", "", "", cost::of_group - 0.05, has_company},
    {"alone", "", "", cost::of_group - 0.05, [](const Place& p) { return !has_company(p); }},
    {"source", "=", "last", cost::of_group,
     [](const Place& p) {
       return p.the_case.builtin->collective.family == Family::Broadcast && p.source + 1 == volume(p.size);
     }},
};

}  // namespace

std::string option_of(const Variant& v) {
  if (!v.options.empty()) return std::string(v.options);
  if (v.cl_std != 0) return fmt::format("-cl-std=CL{}.{}", v.cl_std / 10, v.cl_std % 10);
  return "default";
}

std::span<const Coordinate> coordinates_of_cases() { return coordinate_table; }

std::span<const Measure> measures_of_places() { return measure_table; }

std::span<const Property> properties_of_places() { return property_table; }

}  // namespace wgcts::harness
