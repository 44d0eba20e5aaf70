#include "harness/diagnose/conditions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <set>

#include "harness/diagnose/roundest.hpp"
#include "harness/diagnose/value_kinds.hpp"

namespace wgcts::harness {
namespace {

/// How far-fetched conditions are. Of two that separate as well the cheaper one is reported.
constexpr double plain = 1, derived = 1.2, of_group = 1.3, of_extent = 1.6, of_value = 1.8,
                 a_further_member = 0.15;

/// Whether the feature is one of work-groups, of which a case without results says nothing.
bool is_of_groups(Feature f) {
  return f == Feature::Call || f == Feature::Value || (f >= Feature::Group && f <= Feature::RemainderZ);
}

bool is_broadcast(const Place& p) { return p.the_case.builtin->collective.family == Family::Broadcast; }

/// The number of a feature that has one; nothing where the place lacks the feature.
std::optional<std::size_t> number_at(Feature f, const Place& p) {
  switch (f) {
    case Feature::Dimension:
      return p.the_case.dim;
    case Feature::Size:
      return volume(p.size);
    case Feature::ExtentX:
    case Feature::ExtentY:
    case Feature::ExtentZ:
      if (p.the_case.dim < 2 || axis_of(f) >= p.the_case.dim) return std::nullopt;
      return p.size[axis_of(f)];
    case Feature::Call:
      return p.call;
    case Feature::CallSite:
      return p.call_site;
    case Feature::Group:
      return p.index;
    case Feature::GroupX:
      return p.group[0];
    case Feature::GroupY:
      return p.group[1];
    case Feature::GroupZ:
      return p.group[2];
    case Feature::Source:
      return is_broadcast(p) ? std::optional(p.source) : std::nullopt;
    default:
      return std::nullopt;
  }
}

/// Whether the place is what the name says, of a feature with names.
bool is_named(Feature f, const std::string& name, const Place& p) {
  switch (f) {
    case Feature::Builtin:
      return p.the_case.builtin->name == name;
    case Feature::Culprit:
      return std::ranges::any_of(p.members, [&](const Builtin* b) { return b->name == name; });
    case Feature::Type:
      return info(p.the_case.type).name == name;
    case Feature::Form:
      return p.the_case.form == form_named(name);
    case Feature::Variant:
      return p.the_case.variant->name == (name == "plain" ? std::string_view() : std::string_view(name));
    case Feature::Option:
      return option_of(*p.the_case.variant) == name;
    case Feature::Group:
      return name == "first" ? p.index == 0 : name == "last" ? p.index + 1 == p.groups : p.index % 2 == 1;
    case Feature::LastRow: {
      const std::size_t axis = p.the_case.dim - 1;
      return p.group[axis] == p.last[axis];
    }
    case Feature::Source:
      return is_broadcast(p) && p.source + 1 == volume(p.size);
    case Feature::Value: {
      const auto kind = std::ranges::find(value_kinds, name) - value_kinds.begin();
      return (p.values >> kind & 1) != 0;
    }
    default:
      return false;
  }
}

/// Calls of collectives in the kernel's text; those of helper functions stand by themselves.
bool has_company(const Place& p) { return p.members.size() > 1 || p.the_case.form->repeats; }

bool has_offset(const Place& p, std::size_t axis) {
  return p.the_case.dim > axis && p.the_case.variant->offset[axis] != 0;
}

bool is_there(Feature f, const Place& p) {
  switch (f) {
    case Feature::Remainder:
      return p.size != p.enqueued;
    case Feature::RemainderX:
      return p.size[0] != p.enqueued[0];
    case Feature::RemainderY:
      return p.size[1] != p.enqueued[1];
    case Feature::RemainderZ:
      return p.size[2] != p.enqueued[2];
    case Feature::Offset:
    case Feature::OffsetX:
      return has_offset(p, 0);
    case Feature::OffsetY:
      return has_offset(p, 1);
    case Feature::OffsetZ:
      return has_offset(p, 2);
    case Feature::Company:
      return has_company(p);
    case Feature::Alone:
      return !has_company(p);
    default:
      return true;  // load: no place says how busy the device was
  }
}

/// Conditions that are true of all wrong places, and not of all right ones.
class Offers {
 public:
  Offers(std::span<const Place> wrong, std::span<const Place> right) : wrong_(wrong), right_(right) {}

  std::vector<Condition> all() {
    if (wrong_.empty() || right_.empty()) return {};
    sets();
    culprits();
    numbers();
    properties();
    return std::move(conditions_);
  }

 private:
  void offer(Predicate predicate, double cost) {
    const auto is_true = [&](const Place& p) { return holds(predicate, p); };
    if (std::ranges::all_of(wrong_, is_true) && !std::ranges::all_of(right_, is_true))
      conditions_.push_back({std::move(predicate), cost});
  }

  /// Features with few values: those of the wrong places, or all but those of the right ones.
  void sets() {
    set_of(Feature::Builtin, plain, [](const Place& p) { return std::string(p.the_case.builtin->name); });
    set_of(Feature::Type, plain, [](const Place& p) { return std::string(info(p.the_case.type).name); });
    set_of(Feature::Dimension, plain, [](const Place& p) { return std::to_string(p.the_case.dim); });
    // Some forms stand for a variant's sake alone: then that is what it is about.
    const bool by_variant =
        std::ranges::none_of(wrong_, [](const Place& p) { return p.the_case.variant == plain_variant; });
    set_of(Feature::Form, derived + (by_variant ? 0.15 : 0),
           [](const Place& p) { return std::string(p.the_case.form->name); });
    set_of(Feature::Option, derived, [](const Place& p) { return option_of(*p.the_case.variant); });
    set_of(Feature::Variant, of_group, [](const Place& p) {
      return p.the_case.variant->name.empty() ? "plain" : std::string(p.the_case.variant->name);
    });
  }

  void set_of(Feature feature, double cost, auto value) {
    std::set<std::string> bad, good;
    for (const Place& p : wrong_) bad.insert(value(p));
    for (const Place& p : right_)
      if (std::string v = value(p); !bad.contains(v)) good.insert(std::move(v));
    if (good.empty()) return;
    // Of forms that few launches have not every dimension ran: two of three are a chance.
    const double further = feature == Feature::Dimension ? 2 * a_further_member : a_further_member;
    const bool is = bad.size() <= good.size() + 1;
    const std::set<std::string>& members = is ? bad : good;
    Predicate p{feature, is ? Relation::Is : Relation::IsNot};
    for (const std::string& member : members) {
      if (feature == Feature::Dimension)
        p.numbers.push_back(std::stoul(member));
      else
        p.names.push_back(member);
    }
    offer(std::move(p), cost + further * static_cast<double>(members.size() - 1) + (is ? 0 : 0.1));
  }

  /// A kernel that holds a builtin may be lost with all its others: then it is that one's doing.
  void culprits() {
    const auto own = [](const Place& p) { return p.the_case.builtin; };
    if (std::ranges::adjacent_find(wrong_, std::ranges::not_equal_to(), own) == wrong_.end()) return;
    for (const Builtin& builtin : builtins)
      offer({Feature::Culprit, Relation::Is, {}, {std::string(builtin.name)}}, plain + 0.02);
  }

  void numbers() {
    number(Feature::Size, plain);
    for (const Feature extent : {Feature::ExtentX, Feature::ExtentY, Feature::ExtentZ}) number(extent, of_extent);
    number(Feature::Call, of_group);
    number(Feature::CallSite, of_group + 0.02);
    number(Feature::Group, of_group + 0.05);
    number(Feature::Source, of_group);
  }

  void number(Feature feature, double cost) {
    std::set<std::size_t> bad, good;
    for (const Place& p : wrong_) {
      const auto v = number_at(feature, p);
      if (!v || (p.whole_case && is_of_numbered_groups(feature))) return;
      bad.insert(*v);
    }
    for (const Place& p : right_)
      if (const auto v = number_at(feature, p); v && !(p.whole_case && is_of_groups(feature))) good.insert(*v);
    const std::size_t least = *bad.begin(), most = *bad.rbegin();
    const auto put = [&](Relation relation, std::vector<std::size_t> values, double more) {
      offer({feature, relation, std::move(values), {}}, cost + more);
    };
    // Launches of a form have few sizes: by those it is parted from others as well, and by chance.
    constexpr std::size_t few_sizes = 4;
    const double by_few = feature == Feature::Size && bad.size() <= few_sizes ? 0.4 : 0;
    const bool of_sizes = is_of_sizes(feature);
    constexpr std::size_t most_members = 12;
    if (bad.size() <= most_members && of_sizes)
      // One size is more of a chance than one form or option: launches of those have few sizes.
      put(Relation::Is, {bad.begin(), bad.end()}, 0.45 + 0.4 * static_cast<double>(bad.size() - 1));
    if (const auto below = good.lower_bound(least); below != good.begin()) {
      const std::size_t right_below = *std::prev(below);
      if (of_sizes)
        put(Relation::Above, {roundest(right_below, least - 1)}, by_few);
      else
        put(Relation::AtLeast, {roundest(right_below + 1, least)}, 0);
    }
    if (!of_sizes) return;
    if (const auto above = good.upper_bound(most); above != good.end()) {
      const std::size_t n = roundest(most + 1, *above);
      if (n == 2 && feature != Feature::Size)
        put(Relation::Is, {1}, 0);
      else
        put(Relation::Below, {n}, by_few);
    }
    // One number has many properties.
    const double more = bad.size() == 1 ? 0.5 : 0.2;
    put(Relation::PowerOfTwo, {}, more);
    put(Relation::NotPowerOfTwo, {}, more);
    for (std::size_t width = 2; width <= 1024; width *= 2) {
      put(Relation::MultipleOf, {width}, more);
      put(Relation::NotMultipleOf, {width}, more);
    }
  }

  /// Of the calls in a function's text a case without results has the last one's number.
  static bool is_of_numbered_groups(Feature f) { return f == Feature::CallSite || is_of_groups(f); }

  void properties() {
    flag(Feature::Remainder, plain);
    flag(Feature::RemainderX, derived);
    flag(Feature::RemainderY, derived);
    flag(Feature::RemainderZ, derived);
    flag(Feature::Offset, plain);
    flag(Feature::OffsetY, derived);
    flag(Feature::OffsetZ, derived);
    named(Feature::Group, Relation::IsNot, "first", of_group);
    named(Feature::Group, Relation::Is, "last", of_group);
    named(Feature::LastRow, Relation::Is, "last", of_group + 0.05);
    named(Feature::Group, Relation::Is, "odd", of_group + 0.1);
    for (const Feature f : {Feature::GroupX, Feature::GroupY, Feature::GroupZ})
      if (groups_known()) offer({f, Relation::IsNot, {0}, {}}, of_group + 0.1);
    flag(Feature::Company, of_group - 0.05);
    flag(Feature::Alone, of_group - 0.05);
    named(Feature::Source, Relation::Is, "last", of_group);
    // The rarer a kind is, the less it is there by chance: ids hold a zero, and zeros are uniform at times.
    for (std::size_t kind = 0; kind < value_kinds.size(); ++kind)
      named(Feature::Value, Relation::Is, std::string(value_kinds[kind]), of_value - 0.01 * static_cast<double>(kind));
  }

  bool groups_known() const { return std::ranges::none_of(wrong_, &Place::whole_case); }
  void flag(Feature feature, double cost) {
    if (groups_known() || !is_of_groups(feature)) offer({feature}, cost);
  }
  void named(Feature feature, Relation relation, std::string name, double cost) {
    if (groups_known()) offer({feature, relation, {}, {std::move(name)}}, cost);
  }

  std::span<const Place> wrong_, right_;
  std::vector<Condition> conditions_;
};

}  // namespace

bool holds(const Predicate& p, const Place& place) {
  if (place.whole_case && is_of_groups(p.feature)) return true;
  if (p.relation == Relation::Holds) return is_there(p.feature, place);
  const auto named = [&](const std::string& name) { return is_named(p.feature, name, place); };
  if (!p.names.empty()) return std::ranges::any_of(p.names, named) == (p.relation == Relation::Is);
  const auto number = number_at(p.feature, place);
  return number && holds_for(p, *number);
}

std::vector<Condition> conditions_for(std::span<const Place> wrong, std::span<const Place> right) {
  return Offers(wrong, right).all();
}

std::string option_of(const Variant& v) {
  if (!v.options.empty()) return std::string(v.options);
  if (v.cl_std != 0) return fmt::format("-cl-std=CL{}.{}", v.cl_std / 10, v.cl_std % 10);
  return "default";
}

}  // namespace wgcts::harness
