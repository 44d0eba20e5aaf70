#include "suites/values.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <set>

#include "reference/lists.hpp"

namespace wgcts::suites {
namespace {

constexpr std::string_view parameter_names[] = {
    "type",      "shape",  "size",  "form", "offset",   "groups", "reqd size", "hint",
    "sub-group", "beside", "alive", "host", "language", "math",   "option",    "optimiser"};
static_assert(std::size(parameter_names) == parameter_count);

/// A group of extents that drivers treat alike. The first matching row applies.
struct Shape {
  std::string_view name;
  unsigned dim;
  bool (*fits)(const Extents&);
};
constexpr Shape shapes[] = {
    {"1d", 1, [](const Extents&) { return true; }},
    {"2d, x = 1", 2, [](const Extents& e) { return e[0] == 1; }},
    {"2d, y = 1", 2, [](const Extents& e) { return e[1] == 1; }},
    {"2d square", 2, [](const Extents& e) { return e[0] == e[1]; }},
    {"2d wide", 2, [](const Extents& e) { return e[0] > e[1]; }},
    {"2d tall", 2, [](const Extents& e) { return e[0] < e[1]; }},
    {"3d, x = 1", 3, [](const Extents& e) { return e[0] == 1; }},
    {"3d, y = 1", 3, [](const Extents& e) { return e[1] == 1; }},
    {"3d, z = 1", 3, [](const Extents& e) { return e[2] == 1; }},
    {"3d cube", 3, [](const Extents& e) { return e[0] == e[1] && e[1] == e[2]; }},
    {"3d of unequal extents", 3, [](const Extents&) { return true; }},
};

/// A class of sizes, for drivers that merge 8, 16, 32 or 64 work-items into a vector or a sub-group. The
/// first matching row applies.
struct SizeClass {
  std::string_view name;
  bool (*fits)(std::size_t);
};
bool is_width(std::size_t n, std::size_t least, std::size_t most) {
  return std::has_single_bit(n) && n >= least && n <= most;
}
constexpr SizeClass size_classes[] = {
    {"1", [](std::size_t n) { return n == 1; }},
    {"2", [](std::size_t n) { return n == 2; }},
    {"3 to 7", [](std::size_t n) { return n < 8; }},
    {"a width: 8, 16, 32, 64", [](std::size_t n) { return std::has_single_bit(n) && n <= 64; }},
    // Two rows, because with sub-groups of 64 only the second leaves a sub-group with one work-item.
    {"one above 8, 16, 32", [](std::size_t n) { return is_width(n - 1, 8, 32); }},
    {"one above 64, 128, 256", [](std::size_t n) { return is_width(n - 1, 64, 256); }},
    {"one below 16 to 256", [](std::size_t n) { return is_width(n + 1, 16, 256); }},
    {"a multiple of 8 up to 120", [](std::size_t n) { return n % 8 == 0 && n <= 120; }},
    {"no multiple of 8 up to 120", [](std::size_t n) { return n <= 120; }},
    {"128, 256, 512, 1024", [](std::size_t n) { return std::has_single_bit(n); }},
    {"a multiple of 8 beyond 128", [](std::size_t n) { return n % 8 == 0; }},
    {"no multiple of 8 beyond 128", [](std::size_t) { return true; }},
};

constexpr LeftOut rows_left_out[] = {
    {"flood", "a hundred thousand work-groups take seconds, so few cases have them"},
    {"toldoffset", "tests get_global_offset, which does not depend on the collective"},
    {"toldoffset33", "tests get_global_offset, which does not depend on the collective"},
    {"nostd", "is possible only with the form 'own'"},
    {"subgroup4", "a device has few sub-group sizes: 8 and 16 represent them; the full profile has all"},
    {"subgroup32", "a device has few sub-group sizes: 8 and 16 represent them; the full profile has all"},
    {"subgroup64", "a device has few sub-group sizes: 8 and 16 represent them; the full profile has all"},
    {"uniform", "for programs only, and few devices have the extension"},
    {"il",
     "cases as SPIR-V modules have no other variant than one of the NDRange; some are in the full profile, "
     "and more in every profile with --il"},
};

bool is_left_out(const Variant& row) { return is_in(row.name, rows_left_out, &LeftOut::name); }

/// Whether some tested device lacks the row.
bool is_rare_row(const Variant& row) {
  return row.remainder || row.saturates || row.cl_std != 0 || row.sub_group != 0 || row.takes_sub_groups;
}

std::vector<ParameterValue> make_values() {
  std::vector<ParameterValue> values;
  // int comes first because predicates have no other type.
  values.push_back({.parameter = place_of(Parameter::Type), .name = "int", .type = GenType::Int});
  for (const auto& type : gentypes)
    if (type.type != GenType::Int)
      values.push_back({.parameter = place_of(Parameter::Type),
                        .name = type.name,
                        .rare = type.type == GenType::Half,
                        .type = type.type});
  for (const Shape& shape : shapes)
    values.push_back({.parameter = place_of(Parameter::Shape), .name = shape.name});
  for (const SizeClass& size : size_classes)
    values.push_back({.parameter = place_of(Parameter::Size), .name = size.name});
  values.push_back({.parameter = place_of(Parameter::Size), .name = "max"});
  for (const Form& form : all_forms())
    if (form.left_out.empty())
      values.push_back({.parameter = place_of(Parameter::Form), .name = form.name, .form = &form});
  for (std::size_t axis = 0; axis < axis_count; ++axis) {
    const std::size_t parameter = place_of(static_cast<Axis>(axis));
    values.push_back({.parameter = parameter, .name = "none", .row = plain_variant});
    for (const Variant& row : variants)
      if (row.key != 0 && static_cast<std::size_t>(row.axis) == axis && !is_left_out(row))
        values.push_back({.parameter = parameter, .name = row.name, .rare = is_rare_row(row), .row = &row});
  }
  return values;
}

std::map<std::pair<ValueId, ValueId>, std::vector<LocalSize>> make_sizes() {
  constexpr std::size_t extents[] = {1,   2,   3,   4,   5,   6,   7,   8,   9,   11,  13,  15, 16,
                                     17,  20,  24,  31,  32,  33,  48,  60,  63,  64,  65,  96, 100,
                                     127, 128, 129, 160, 192, 255, 256, 257, 300, 512, 1024};
  constexpr std::size_t most_lanes = 1024, most_z = 64, most_kept = 8;
  std::map<std::pair<ValueId, ValueId>, std::vector<LocalSize>> sizes;
  const auto add = [&](unsigned dim, const LocalSize& local) {
    const Case c{&builtins.front(), GenType::Int, dim, local, &all_forms().front()};
    const auto values = values_of(c).value();
    sizes[{values[place_of(Parameter::Shape)], values[place_of(Parameter::Size)]}].push_back(local);
  };
  for (unsigned dim = 1; dim <= 3; ++dim) {
    for (const std::size_t x : extents)
      for (const std::size_t y : extents)
        for (const std::size_t z : extents)
          if ((dim > 1 || y == 1) && (dim > 2 || z == 1) && z <= most_z && x * y * z <= most_lanes)
            add(dim, {{x, y, z}});
    add(dim, {});
  }
  // A few sizes of each class, evenly distributed.
  for (auto& [key, list] : sizes) {
    const auto lanes = [](const LocalSize& local) { return volume(local.extents); };
    std::ranges::stable_sort(list, {}, lanes);
    std::vector<LocalSize> kept;
    const std::size_t count = std::min(most_kept, list.size());
    for (std::size_t i = 0; i < count; ++i) kept.push_back(list[(2 * i + 1) * list.size() / (2 * count)]);
    list = std::move(kept);
  }
  return sizes;
}

constexpr Family families[] = {Family::All,    Family::Any,           Family::Broadcast,
                               Family::Reduce, Family::ScanInclusive, Family::ScanExclusive};

/// Whether one of the sizes makes a case of these values legal. If not, `reason` is that of the last size.
bool any_legal(const Values& values, const std::vector<LocalSize>& sizes, const Builtin& builtin,
               std::string_view& reason) {
  return std::ranges::any_of(sizes, [&](const LocalSize& local) {
    const auto c = case_of(values, local, builtin);
    reason =
        c ? objection(*c)
          : "both change how the host launches the kernel, or both need the kernel's only extra argument";
    return reason.empty();
  });
}

bool is_rare(ValueId id) { return all_values()[id].rare; }

/// An element for each set of values. The ids are the digits of its index.
using Sets = std::vector<bool>;
std::size_t number_of(std::span<const ValueId> ids) {
  return std::accumulate(ids.begin(), ids.end(), std::size_t{0},
                         [](std::size_t number, ValueId id) { return number * all_values().size() + id; });
}
Sets no_sets(std::size_t count) {
  const std::vector<ValueId> last(count, static_cast<ValueId>(all_values().size() - 1));
  return Sets(number_of(last) + 1);
}

const Sets& legal_sets(std::size_t count) {
  static std::map<std::size_t, Sets> known;
  const auto [found, is_new] = known.try_emplace(count);
  if (!is_new) return found->second;
  found->second = no_sets(count);
  for_each_set(all_ids(), count, [&](std::span<const ValueId> ids) {
    bool may_be = true;
    if (count > 2)
      for_each_set(ids, count - 1, [&](auto fewer) { may_be &= legal_sets(count - 1)[number_of(fewer)]; });
    found->second[number_of(ids)] = may_be && legality(ids).families != 0;
  });
  return found->second;
}

}  // namespace

std::string_view parameter_name(std::size_t parameter) { return parameter_names[parameter]; }

std::span<const ParameterValue> all_values() {
  static const std::vector<ParameterValue> values = make_values();
  return values;
}

std::pair<ValueId, ValueId> range_of(std::size_t parameter) {
  const auto first = all_values().begin();
  const auto found = std::ranges::equal_range(all_values(), parameter, {}, &ParameterValue::parameter);
  return {static_cast<ValueId>(found.begin() - first), static_cast<ValueId>(found.end() - first)};
}

std::optional<Values> values_of(const Case& c) {
  if (is_program(c) || !is_core(*c.builtin)) return std::nullopt;
  Values values{};
  // Sets the first value of the parameter that is the case's. Its index is that of its row in a table.
  const auto set = [&](auto parameter, auto is_it) {
    const auto [begin, end] = range_of(place_of(parameter));
    ValueId id = begin;
    while (id < end && !is_it(all_values()[id], static_cast<std::size_t>(id - begin))) ++id;
    values.at(place_of(parameter)) = id;
    return id < end;
  };
  // The shape of "max" depends on the device. The extents are assumed to differ.
  const Extents extents = c.local.is_max() ? Extents{4, 3, 2} : c.local.extents;
  set(Parameter::Shape,
      [&](auto&, std::size_t row) { return shapes[row].dim == c.dim && shapes[row].fits(extents); });
  set(Parameter::Size, [&](auto&, std::size_t row) {
    const bool is_max_row = row == std::size(size_classes);
    return is_max_row || (!c.local.is_max() && size_classes[row].fits(volume(extents)));
  });
  bool known = set(Parameter::Type, [&](const ParameterValue& v, std::size_t) { return v.type == c.type; });
  known &= set(Parameter::Form, [&](const ParameterValue& v, std::size_t) { return v.form == c.form; });
  for (std::size_t axis = 0; axis < axis_count; ++axis) {
    const Variant& row = row_of(*c.variant, static_cast<Axis>(axis));
    known &= set(static_cast<Axis>(axis),
                 [&](const ParameterValue& v, std::size_t) { return v.row->key == row.key; });
  }
  return known ? std::optional(values) : std::nullopt;
}

std::vector<LeftOut> left_out() {
  std::vector<LeftOut> rows{{program_form.name, program_form.left_out}};
  for (const Form& form : all_forms())
    if (!form.left_out.empty()) rows.push_back({form.name, form.left_out});
  rows.insert(rows.end(), std::begin(rows_left_out), std::end(rows_left_out));
  return rows;
}

const std::vector<LocalSize>& sizes_with(ValueId shape, ValueId size) {
  static const auto sizes = make_sizes();
  static const std::vector<LocalSize> none;
  const auto found = sizes.find({shape, size});
  return found == sizes.end() ? none : found->second;
}

unsigned dim_of(ValueId shape) { return shapes[shape - range_of(place_of(Parameter::Shape)).first].dim; }

Legality legality(std::span<const ValueId> ids, Families among) {
  Values values{};
  for (std::size_t p = 0; p < parameter_count; ++p) values.at(p) = range_of(p).first;
  for (const ValueId id : ids) values.at(all_values()[id].parameter) = id;
  const auto sought = [&](std::size_t p) {
    const auto given = std::ranges::find(ids, p, [](ValueId id) { return all_values()[id].parameter; });
    return given == ids.end() ? range_of(p) : std::pair{*given, static_cast<ValueId>(*given + 1)};
  };
  const auto shape_ids = sought(place_of(Parameter::Shape)), size_ids = sought(place_of(Parameter::Size));
  Legality found;
  for (const Family family : families) {
    const Builtin& builtin = of_family(family);
    if ((among & bit_of(family)) == 0) continue;
    if (!takes(builtin, all_values()[values[place_of(Parameter::Type)]].type)) continue;
    bool legal = false;
    for (ValueId shape = shape_ids.first; !legal && shape < shape_ids.second; ++shape)
      for (ValueId size = size_ids.first; !legal && size < size_ids.second; ++size) {
        values[place_of(Parameter::Shape)] = shape;
        values[place_of(Parameter::Size)] = size;
        legal = any_legal(values, sizes_with(shape, size), builtin, found.reason);
      }
    if (legal) found.families |= bit_of(family);
  }
  if (found.families != 0) found.reason = {};
  return found;
}

bool is_hidden(const Values& values, std::span<const ValueId> ids) {
  const auto row_of = [&](Axis axis) -> const Variant& { return *all_values()[values[place_of(axis)]].row; };
  const auto lacks = [&](Axis axis) { return !is_in(values[place_of(axis)], ids); };
  if (row_of(Axis::Groups).situation == Situation::Unsized && lacks(Axis::Groups)) return true;
  const ValueId form = values[place_of(Parameter::Form)];
  const auto value_of = all_values()[form].form->value;
  const bool is_one_value = value_of != nullptr && value_of(0, 0) == value_of(1, 0);
  if (is_one_value && !is_in(form, ids)) return true;

  if (!has_parts(row_of(Axis::Host)) || !lacks(Axis::Host)) return false;
  return std::ranges::any_of(ids, [](ValueId id) {
    constexpr Axis attributes[] = {Axis::Size, Axis::Hint, Axis::SubGroup};
    const ParameterValue& v = all_values()[id];
    return v.row != nullptr && v.row != plain_variant &&
           std::ranges::any_of(attributes, [&](Axis axis) { return v.parameter == place_of(axis); });
  });
}

std::size_t rares_of(const Values& values) {
  return static_cast<std::size_t>(std::ranges::count_if(values, is_rare));
}

bool counts_for(const Values& values, std::size_t rares, std::span<const ValueId> ids) {
  return static_cast<std::size_t>(std::ranges::count_if(ids, is_rare)) == rares && !is_hidden(values, ids);
}

Share share_of(const std::vector<Case>& cases, std::size_t count) {
  std::set<Values> launches;
  for (const Case& c : cases)
    if (const auto values = values_of(c)) launches.insert(*values);
  Sets met = no_sets(count);
  for (const Values& values : launches) {
    const std::size_t rares = rares_of(values);
    for_each_set(values, count, [&](std::span<const ValueId> ids) {
      if (counts_for(values, rares, ids)) met[number_of(ids)] = true;
    });
  }
  const Sets& legal = legal_sets(count);
  Share share;
  for (std::size_t i = 0; i < legal.size(); ++i) {
    share.legal += legal[i] ? 1 : 0;
    share.met += legal[i] && met[i] ? 1 : 0;
  }
  return share;
}

std::vector<ValueId> all_ids() {
  std::vector<ValueId> ids(all_values().size());
  std::iota(ids.begin(), ids.end(), ValueId{0});
  return ids;
}

std::optional<Case> case_of(const Values& values, const LocalSize& local, const Builtin& builtin) {
  const auto value = [&](std::size_t p) -> const ParameterValue& { return all_values()[values.at(p)]; };
  Case c{&builtin, value(place_of(Parameter::Type)).type, dim_of(values[place_of(Parameter::Shape)]), local,
         value(place_of(Parameter::Form)).form};
  for (std::size_t axis = 0; c.variant != nullptr && axis < axis_count; ++axis)
    c.variant = combined(*c.variant, *value(place_of(static_cast<Axis>(axis))).row);
  return c.variant == nullptr ? std::nullopt : std::optional(c);
}

}  // namespace wgcts::suites
