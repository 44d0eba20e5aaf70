#include "tests/suites/covering/search.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <stdexcept>
#include <unordered_map>
#include <unordered_set>

#include "suites/forms/form.hpp"
#include "suites/plan.hpp"
#include "suites/random.hpp"
#include "tests/suites/covering/families.hpp"

namespace wgcts::suites {
namespace {

/// The cost of a program on Intel's runtime 2025.3.3, in milliseconds like the prices of
/// suites/forms/form.hpp.
constexpr std::size_t price_of_program = 90;
/// The time to make and judge this many results in the suite, and to compute them in the driver: 70 ns each
/// on Intel's runtime.
constexpr std::size_t price_of_results(std::size_t results) { return results / 14'000; }

/// A launch: its values, its local size, and a builtin of its kernel. In a kernel with one operation of each
/// family, the builtin represents its family.
struct Point {
  Values values{};
  LocalSize local;
  const Builtin* builtin = nullptr;
};

const ParameterValue& value_of(const Values& values, std::size_t parameter) {
  return all_values()[values.at(parameter)];
}
const Variant& row_of(const Point& p, Axis axis) { return *value_of(p.values, place_of(axis)).row; }
const Form& form_of(const Point& p) { return *value_of(p.values, place_of(Parameter::Form)).form; }
GenType type_of(const Point& p) { return value_of(p.values, place_of(Parameter::Type)).type; }
unsigned dimension_of(const Point& p) { return dim_of(p.values[place_of(Parameter::Shape)]); }

bool is_default(ValueId id) { return id == range_of(all_values()[id].parameter).first; }

/// Whether the value affects the kernel's text or the build. Other values affect the launch only.
bool is_compiled(const ParameterValue& v) {
  if (v.row != nullptr) return v.row->compiled_key != 0;
  return v.parameter != place_of(Parameter::Shape) && v.parameter != place_of(Parameter::Size);
}

using Builtins = std::vector<const Builtin*>;

/// Identifies a program or kernel: equal keys mean the same one.
using Key = std::uint64_t;
void mix(Key& key, std::uint64_t word) { key = Random(key ^ word).bits(); }

Builtins make_members(const Point& p, std::uint64_t compiled_key) {
  const auto in_first = [&](const Builtin& b) {
    return is_core(b) && takes(b, type_of(p)) && form_of(p).has(b) && third_of(b, compiled_key) == 0;
  };
  const auto* const first =
      in_first(*p.builtin) ? p.builtin : std::ranges::find_if(builtins, [&](const Builtin& b) {
        return in_first(b) && b.collective.family == p.builtin->collective.family;
      });
  Builtins members;
  if (first == builtins.end()) return members;
  for (const Builtin& b : builtins)
    if (in_first(b) && share_a_kernel(form_of(p), compiled_key, b, *first)) members.push_back(&b);
  return members;
}

/// The core builtins of the launch's kernel. If each operation has a kernel of its own, those of the first.
/// Cached, because most of the search needs them.
const Builtins& members_of(const Point& p) {
  static std::unordered_map<Key, Builtins> known;
  std::uint64_t compiled_key = 0;
  for (std::size_t i = place_of(Parameter::Axes); i < parameter_count; ++i)
    compiled_key |= value_of(p.values, i).row->compiled_key;
  Key key = compiled_key;
  mix(key, p.values[place_of(Parameter::Form)]);
  mix(key, p.values[place_of(Parameter::Type)]);
  mix(key, static_cast<std::uint64_t>(p.builtin - builtins.data()));
  const auto [place, is_new] = known.try_emplace(key);
  if (is_new) place->second = make_members(p, compiled_key);
  return place->second;
}

Families families_in(const Builtins& members) {
  Families families = 0;
  for (const Builtin* b : members) families |= bit_of(b->collective.family);
  return families;
}
Families families_of(const Point& p) { return families_in(members_of(p)); }

/// The approximate number of work-items of the launch.
std::size_t items_of(const Point& p) {
  constexpr std::size_t largest = 8192, usual_groups = 20;
  const std::size_t groups = row_of(p, Axis::Groups).groups;
  return (groups == 0 ? usual_groups : groups) * (p.local.is_max() ? largest : volume(p.local.extents));
}

constexpr Axis program_axes[] = {Axis::Language, Axis::Math, Axis::Option, Axis::Optimiser, Axis::Host};

Key program_of(const Point& p) {
  Key key = 0;
  bool is_plain = true;
  for (const Axis axis : program_axes) {
    const ValueId id = p.values.at(place_of(axis));
    const bool compiled = is_compiled(all_values()[id]) && !is_default(id);
    mix(key, compiled ? id : 0U);
    is_plain &= !compiled;
  }
  // Types share a program unless it is a plain one (harness/program/job.cpp).
  const bool by_type = is_plain || form_of(p).own_functions || type_of(p) == GenType::Half;
  mix(key, by_type ? p.values[place_of(Parameter::Type)] + 1U : 0U);
  mix(key, by_type && form_of(p).sharing == KernelSharing::Type ? 1 : 0);
  return key;
}

/// Whether the kernel is launched with one local size only.
bool is_sized(const Point& p) { return form_of(p).required_size || row_of(p, Axis::Size).required; }

Key kernel_of(const Point& p) {
  Key key = program_of(p);
  const Builtins& members = members_of(p);
  const bool broadcasts = std::ranges::any_of(
      members, [](const Builtin* b) { return b->collective.family == Family::Broadcast; });
  mix(key, p.values[place_of(Parameter::Type)]);
  mix(key, static_cast<std::uint64_t>(members.front() - builtins.data()));
  mix(key, broadcasts ? dimension_of(p) : 0);
  for (std::size_t parameter = place_of(Parameter::Form); parameter < parameter_count; ++parameter)
    mix(key, is_compiled(value_of(p.values, parameter)) ? p.values.at(parameter) : 0U);
  if (is_sized(p))
    for (const std::size_t extent : p.local.extents) mix(key, extent);
  return key;
}

Key kernel_size_of(const Point& p) {
  Key key = kernel_of(p);
  for (const std::size_t extent : p.local.extents) mix(key, extent);
  return key;
}

std::optional<Case> legal_case(const Point& p) {
  const Builtins& members = members_of(p);
  if (members.empty()) return std::nullopt;
  const auto c = case_of(p.values, p.local, *members.front());
  return c && is_legal(*c) ? c : std::nullopt;
}

/// Calls visit(a, b) for each pair of values of the launch.
template <class Visit>
void for_each_two(const Values& values, Visit visit) {
  for (std::size_t i = 0; i < parameter_count; ++i)
    for (std::size_t j = i + 1; j < parameter_count; ++j) visit(values.at(i), values.at(j));
}

/// The items that a launch covers, as numbers: pairs of values with a family, some pairs and variant rows
/// with each builtin, and triples of a form, a row and a dimension.
using Item = std::uint32_t;
constexpr unsigned kinds_of_item = 16;

/// The ids of a pair are in ascending order. A row's id is greater than a form's. A value with itself is no
/// pair.
Item item_of(ValueId a, ValueId b, unsigned kind) {
  return static_cast<Item>((a * all_values().size() + b) * kinds_of_item + kind);
}
Item item_of_dimension(ValueId form, ValueId row, unsigned dim) { return item_of(row, form, dim); }
std::size_t item_count() { return all_values().size() * all_values().size() * kinds_of_item; }

/// Core builtins. Their indices are their numbers.
const Builtins& core_builtins() {
  static const Builtins core = [] {
    Builtins list;
    for (const Builtin& b : builtins)
      if (is_core(b)) list.push_back(&b);
    return list;
  }();
  return core;
}
unsigned number_of(const Builtin* b) {
  return static_cast<unsigned>(std::ranges::find(core_builtins(), b) - core_builtins().begin());
}

/// Whether each builtin must cover the pair, not only one of its family: drivers have separate code for each
/// operation and type, and fail at some sizes.
bool takes_each_builtin(ValueId a, ValueId b) {
  const auto are = [&](Parameter first, Parameter second) {
    return all_values()[a].parameter == place_of(first) && all_values()[b].parameter == place_of(second);
  };
  return are(Parameter::Shape, Parameter::Size) || are(Parameter::Type, Parameter::Size) ||
         are(Parameter::Type, Parameter::Form);
}

template <class Visit>
void for_each_item_of_pair(ValueId a, ValueId b, const Builtins& members, Visit visit) {
  Families families = 0;
  for (const Builtin* builtin : members) families |= bit_of(builtin->collective.family);
  families &= legal_pairs()(a, b);
  if (takes_each_builtin(a, b)) {
    for (const Builtin* builtin : members)
      if ((families & bit_of(builtin->collective.family)) != 0)
        visit(item_of(a, b, number_of(builtin)), builtin);
    return;
  }
  if (takes_one_family(a, b) && families != 0) families = 1;
  for (unsigned f = 0; families >> f != 0; ++f)
    if ((families >> f & 1U) != 0) visit(item_of(a, b, f), nullptr);
}

/// Calls visit once for each item that the launch counts for.
template <class Visit>
void for_each_item(const Point& p, const Builtins& members, Visit visit) {
  const std::size_t rares = rares_of(p.values);
  if (rares > 2) return;
  for_each_two(p.values, [&](ValueId a, ValueId b) {
    // Few bugs show in work-groups of one and two.
    const bool is_tiny = !p.local.is_max() && volume(p.local.extents) < 3;
    if (is_tiny && all_values()[a].parameter == place_of(Parameter::Type) &&
        all_values()[b].parameter == place_of(Parameter::Form))
      return;
    if (counts_for(p.values, rares, std::array{a, b}))
      for_each_item_of_pair(a, b, members, [&](Item item, const Builtin*) { visit(item); });
  });
  const ValueId form = p.values[place_of(Parameter::Form)];
  for (std::size_t axis = place_of(Parameter::Axes); axis < parameter_count; ++axis) {
    const ValueId row = p.values.at(axis);
    if (is_default(row)) continue;
    if (counts_for(p.values, rares, std::array{form, row}))
      visit(item_of_dimension(form, row, dimension_of(p)));
    if (counts_for(p.values, rares, std::array{row}))
      for (const Builtin* builtin : members) visit(item_of(row, row, number_of(builtin)));
  }
}

/// Whether every device supports the value, and its results are judged as usual.
bool is_harmless(ValueId id, GenType type) {
  const ParameterValue& v = all_values()[id];
  const Variant& row = *v.row;
  const Situation s = row.situation;
  const bool needs = row.least_version != 0 || row.takes_remainders || row.takes_sub_groups ||
                     row.address_bits > 32 || s == Situation::Linked || s == Situation::Library ||
                     s == Situation::Unordered || s == Situation::Partition || s == Situation::Svm;
  return !v.rare && !needs && (v.parameter != place_of(Axis::Math) || !is_floating(type));
}

class Search {
 public:
  Search(const std::vector<Case>& seeds, Devices devices)
      : devices_(devices), met_(item_count()), possible_(item_count()) {
    // The plan does not have each size for all builtins of a kernel, so only its cases count.
    std::map<std::tuple<Values, LocalSize, const Builtin*>, std::pair<Point, Builtins>> launches;
    for (const Case& c : seeds) {
      const auto values = values_of(c);
      if (!values) continue;
      const Point p{*values, c.local, c.builtin};
      auto& [point, members] = launches[{*values, c.local, members_of(p).front()}];
      point = p, members.push_back(c.builtin);
    }
    for (const auto& [key, launch] : launches) note(launch.first, launch.second);
    note_possible();
  }

  std::vector<Case> pairs() {
    std::vector<Point> taken;
    while (true) {
      const auto open = open_items();
      if (open.empty()) break;
      taken.push_back(best_for(open));
      note(taken.back(), members_of(taken.back()));
    }
    drop_needless(taken);
    std::vector<Case> cases;
    for (const Point& p : taken) cases.push_back(legal_case(p).value());
    return cases;
  }

  /// Launches with the best ratio of new triples to cost.
  std::vector<Case> further(std::size_t count) {
    std::vector<Case> cases;
    while (cases.size() < count) take(best_near_known(), cases);
    return cases;
  }

  /// Launches that together with all others cover every legal triple.
  std::vector<Case> triples() {
    // The list of open triples is filtered after several launches, because that takes as long as finding one.
    constexpr int between = 20, most_in_vain = 10'000;
    std::vector<Case> cases;
    std::vector<ThreeValues> open;
    for_each_triple([&](const ThreeValues& ids) { open.push_back(ids); });
    for (int in_vain = 0; in_vain < most_in_vain;) {
      std::erase_if(open, [&](const ThreeValues& ids) { return open_triples_(ids) == 0; });
      if (open.empty()) return cases;
      for (int i = 0; i < between; ++i) {
        const auto p = best_for_triples(open);
        in_vain = p ? 0 : in_vain + 1;
        if (p) take(*p, cases);
      }
    }
    throw std::logic_error("no launch meets a triple of values that is said to be legal");
  }

 private:
  /// Two or three values that a launch must have, in a family.
  struct Aim {
    std::vector<ValueId> values;
    unsigned dim = 0;  ///< 0: any
    Families families = 0;
    Item item = 0;
    const Builtin* builtin = nullptr;  ///< nullptr: any of the families
  };

  /// The targets of the search: items that no launch covers yet.
  void note_possible() {
    for_each_pair([&](ValueId a, ValueId b) {
      Builtins members = core_builtins();
      if (const GenType type = all_values()[a].type; all_values()[a].parameter == place_of(Parameter::Type))
        std::erase_if(members, [&](const Builtin* builtin) { return !takes(*builtin, type); });
      for_each_item_of_pair(a, b, members, [&](Item item, const Builtin* builtin) {
        Families families = legal_pairs()(a, b);
        if (builtin != nullptr)
          families = bit_of(builtin->collective.family);
        else if (!takes_one_family(a, b))
          families = static_cast<Families>(1U << item % kinds_of_item);
        aims_.push_back({{a, b}, 0, families, item, builtin});
      });
    });
    for (ValueId row = range_of(place_of(Parameter::Axes)).first; row < all_values().size(); ++row)
      for (const Builtin* builtin : core_builtins())
        if (const Families family = bit_of(builtin->collective.family);
            !is_default(row) && (legal_pairs()(row, row) & family) != 0)
          aims_.push_back({{row}, 0, family, item_of(row, row, number_of(builtin)), builtin});
    const auto [first, last] = range_of(place_of(Parameter::Form));
    for (ValueId form = first; form < last; ++form)
      for (ValueId row = last; row < all_values().size(); ++row)
        for (unsigned dim = 1; dim <= 3 && !is_default(row); ++dim) {
          const Aim aim{
              {form, row}, dim, legal_pairs()(form, row), item_of_dimension(form, row, dim), nullptr};
          if (aim.families != 0 && start_of(aim, nullptr)) aims_.push_back(aim);
        }
    for (const Aim& aim : aims_) possible_[aim.item] = true;
  }

  std::vector<const Aim*> open_items() const {
    std::vector<const Aim*> open;
    for (const Aim& aim : aims_)
      if (met_[aim.item] == 0) open.push_back(&aim);
    return open;
  }

  void note(const Point& p, const Builtins& members) {
    programs_.insert(program_of(p));
    kernels_.insert(kernel_of(p));
    kernel_sizes_.insert(kernel_size_of(p));
    points_.push_back(p);
    for_each_item(p, members, [&](Item item) { ++met_[item]; });
    const Families families = families_in(members);
    for_each_triple_of(p.values, devices_, [&](const ThreeValues& ids) {
      Families& open = open_triples_(ids);
      open = (open & families) != 0 && takes_one_family(ids) ? Families{0}
                                                             : static_cast<Families>(open & ~families);
    });
  }

  /// The number of new triples of the launch, multiplied by families.
  std::size_t new_triples(const Point& p) const {
    const Families families = families_of(p);
    std::size_t count = 0;
    for_each_triple_of(p.values, devices_, [&](const ThreeValues& ids) {
      count += static_cast<std::size_t>(std::popcount(static_cast<Families>(open_triples_(ids) & families)));
    });
    return count;
  }

  std::size_t gain_of(const Point& p) const {
    std::size_t gain = 0;
    for_each_item(p, members_of(p), [&](Item item) { gain += possible_[item] && met_[item] == 0 ? 1 : 0; });
    return gain;
  }

  /// In milliseconds. These weights were found by experiment and give the lowest total for both kinds of
  /// driver. A program and a kernel weigh more than a launch, because there are more launches. A kernel with
  /// one size is rarely reused. The largest work-groups cost time on every device.
  std::size_t price_of(const Point& p) const {
    constexpr std::size_t of_compiled = 4, of_sized = 3, of_results = 7;
    const std::size_t members = members_of(p).size(), calls = calls_in_text(form_of(p), members);
    const std::size_t kernel = price_of_kernel(calls) * (is_sized(p) ? of_sized : 1);
    return price_of_launch(calls) + of_results * price_of_results(items_of(p) * members * form_of(p).sites) +
           of_compiled * ((kernels_.contains(kernel_of(p)) ? 0 : kernel) +
                          (programs_.contains(program_of(p)) ? 0 : price_of_program));
  }

  /// The sum of the launch's costs on drivers of both kinds, in milliseconds.
  std::size_t price_on_both(const Point& p) const {
    // Without its results. 48 launches of a compiled kernel took 0.2 s more than one, on Intel's runtime
    // 2025.3.3 and, at one local size, on PoCL 7.1.
    constexpr std::size_t of_launch = 4;
    const std::size_t members = members_of(p).size(), calls = calls_in_text(form_of(p), members);
    const auto if_new = [](const auto& known, Key key, std::size_t price) {
      return known.contains(key) ? 0 : price;
    };
    return 2 * (of_launch + price_of_results(items_of(p) * members * form_of(p).sites)) +
           if_new(programs_, program_of(p), price_of_program) +
           if_new(kernels_, kernel_of(p), price_of_kernel(calls)) +
           if_new(kernel_sizes_, kernel_size_of(p), price_of_launch(calls));
  }

  double merit_of(const Point& p) const {
    return static_cast<double>(gain_of(p)) / static_cast<double>(price_of(p));
  }
  double triples_for_price(const Point& p) const {
    return static_cast<double>(new_triples(p)) / static_cast<double>(price_on_both(p));
  }

  template <class T>
  const T& any_of(const std::vector<T>& list) {
    return list[random_.below(list.size())];
  }

  /// The launch with the best ratio of new items to cost, from several that each cover an open item.
  Point best_for(const std::vector<const Aim*>& open) {
    constexpr int tries = 40, most_tries = 10'000;
    std::optional<Point> best;
    for (int i = 0; i < tries || (!best && i < most_tries); ++i) {
      const Aim& aim = *any_of(open);
      const auto start = start_of(aim, i % 2 == 0 ? fitting(aim) : nullptr);
      if (!start) continue;
      const Point p = climbed(*start, aim.values, [&](const Point& q) { return merit_of(q); });
      if (!best || merit_of(p) > merit_of(*best)) best = p;
    }
    if (!best) throw std::logic_error("no launch meets a pair of values that is said to be legal");
    return *best;
  }

  /// A launch near one that is already taken, or with one more given value.
  Point best_near_known() {
    constexpr int tries = 16;
    std::optional<Point> best;
    for (int i = 0; i < tries; ++i) {
      Point start = any_of(points_);
      const auto id = static_cast<ValueId>(random_.below(all_values().size()));
      std::vector<ValueId> fixed;
      if (Point other = start; all_values()[id].parameter >= place_of(Parameter::Form)) {
        other.values.at(all_values()[id].parameter) = id;
        if (legal_case(other)) start = other, fixed = {id};
      }
      take_better(best, climbed(start, fixed, [&](const Point& q) { return triples_for_price(q); }));
    }
    return *best;
  }

  /// A launch that covers one of the triples. Nothing if the triples that were tried are already covered.
  std::optional<Point> best_for_triples(const std::vector<ThreeValues>& open) {
    constexpr int tries = 4;
    std::optional<Point> best;
    for (int i = 0; i < tries; ++i) {
      const ThreeValues& ids = any_of(open);
      const Aim aim{{ids.begin(), ids.end()}, 0, open_triples_(ids), 0, nullptr};
      if (aim.families == 0) continue;
      const auto start = start_of(aim, i % 2 == 0 ? fitting(aim) : nullptr);
      if (!start) continue;
      take_better(best, climbed(*start, aim.values, [&](const Point& q) { return triples_for_price(q); }));
    }
    return best && new_triples(*best) != 0 ? best : std::nullopt;
  }

  void take_better(std::optional<Point>& best, const Point& p) const {
    if (!best || triples_for_price(p) > triples_for_price(*best)) best = p;
  }

  void take(const Point& p, std::vector<Case>& cases) {
    note(p, members_of(p));
    cases.push_back(legal_case(p).value());
  }

  /// A random launch whose kernel can cover the target as well; nullptr if none is found.
  const Point* fitting(const Aim& aim) {
    constexpr int looks = 100;
    const auto fits = [&](const Point& p) {
      return !is_sized(p) && (families_of(p) & aim.families) != 0 &&
             std::ranges::all_of(aim.values, [&](ValueId id) {
               const std::size_t parameter = all_values()[id].parameter;
               const bool free =
                   !is_compiled(all_values()[id]) && !is_compiled(value_of(p.values, parameter));
               return free || p.values.at(parameter) == id;
             });
    };
    for (int i = 0; i < looks && !points_.empty(); ++i)
      if (const Point& p = any_of(points_); fits(p)) return &p;
    return nullptr;
  }

  /// A launch with the target's values. Its other values are those of the base, or defaults.
  std::optional<Point> start_of(const Aim& aim, const Point* base) {
    Point p;
    if (base != nullptr)
      p = *base;
    else
      for (std::size_t i = 0; i < parameter_count; ++i) p.values.at(i) = range_of(i).first;
    for (const ValueId id : aim.values) p.values.at(all_values()[id].parameter) = id;
    Builtins candidates;
    for (unsigned f = 0; aim.families >> f != 0; ++f)
      if ((aim.families >> f & 1U) != 0) candidates.push_back(&of_family(static_cast<Family>(f)));
    if (aim.builtin != nullptr) candidates = {aim.builtin};
    if (base == nullptr) p.builtin = any_of(candidates);
    const auto fits = [&] {
      return (aim.dim == 0 || dimension_of(p) == aim.dim) && legal_case(p).has_value();
    };
    const auto is_fixed = [&](Parameter parameter) {
      return std::ranges::find(aim.values, place_of(parameter),
                               [](ValueId id) { return all_values()[id].parameter; }) != aim.values.end();
    };
    if (base != nullptr && !is_fixed(Parameter::Shape) && !is_fixed(Parameter::Size) && fits()) return p;
    for (const auto& [shape, size] : shapes_and_sizes()) {
      if (is_fixed(Parameter::Shape) && shape != p.values[place_of(Parameter::Shape)]) continue;
      if (is_fixed(Parameter::Size) && size != p.values[place_of(Parameter::Size)]) continue;
      Point q = p;
      q.values[place_of(Parameter::Shape)] = shape, q.values[place_of(Parameter::Size)] = size;
      for (const LocalSize& local : sizes_with(shape, size)) {
        q.local = local;
        std::swap(p, q);
        if (fits()) return p;
        std::swap(p, q);
      }
    }
    return std::nullopt;
  }

  /// The pairs of a shape and a size, in random order.
  std::vector<std::pair<ValueId, ValueId>> shapes_and_sizes() {
    std::vector<std::pair<ValueId, ValueId>> both;
    const auto shapes = range_of(place_of(Parameter::Shape)), sizes = range_of(place_of(Parameter::Size));
    for (ValueId shape = shapes.first; shape < shapes.second; ++shape)
      for (ValueId size = sizes.first; size < sizes.second; ++size)
        if (!sizes_with(shape, size).empty()) both.emplace_back(shape, size);
    shuffle(both);
    return both;
  }

  template <class T>
  void shuffle(std::vector<T>& list) {
    for (std::size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[random_.below(i)]);
  }

  /// Sets each parameter of the launch in turn, except fixed values, to its best value, twice. Among equals
  /// it prefers values that every device supports and that add most new triples, because some bugs need
  /// three values.
  template <class Merit>
  Point climbed(Point p, const std::vector<ValueId>& fixed, Merit merit_of_point) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < parameter_count; ++i) order.push_back(i);
    double best = merit_of_point(p);
    std::size_t triples = new_triples(p);
    const auto try_it = [&](const Point& q, bool counts_triples) {
      const double merit = merit_of_point(q);
      if (merit < best) return;
      const std::size_t further = new_triples(q);
      if (merit == best && (!counts_triples || further <= triples)) return;
      if (!legal_case(q)) return;
      p = q, best = merit, triples = further;
    };
    for (int round = 0; round < 2; ++round) {
      shuffle(order);
      for (const std::size_t parameter : order) {
        const bool is_fixed = std::ranges::find(fixed, parameter, [](ValueId id) {
                                return all_values()[id].parameter;
                              }) != fixed.end();
        if (parameter == place_of(Parameter::Size)) {
          for (const auto& [shape, size] : shapes_and_sizes()) {
            Point q = p;
            q.values[place_of(Parameter::Shape)] = shape, q.values[place_of(Parameter::Size)] = size;
            const auto keeps = [&](ValueId id) { return q.values.at(all_values()[id].parameter) == id; };
            if (!std::ranges::all_of(fixed, keeps)) continue;
            q.local = any_of(sizes_with(shape, size));
            try_it(q, true);
          }
          continue;
        }
        if (is_fixed || parameter == place_of(Parameter::Shape)) continue;
        for (ValueId id = range_of(parameter).first; id < range_of(parameter).second; ++id) {
          Point q = p;
          q.values.at(parameter) = id;
          if (members_of(q).empty()) continue;
          try_it(q, all_values()[id].row != nullptr && (is_default(id) || is_harmless(id, type_of(q))));
        }
      }
    }
    return p;
  }

  /// Removes launches whose items are all covered by others, the most expensive first.
  void drop_needless(std::vector<Point>& taken) {
    std::vector<std::pair<std::size_t, std::size_t>> order;  // by cost
    for (std::size_t i = 0; i < taken.size(); ++i)
      order.emplace_back(items_of(taken[i]) * members_of(taken[i]).size() * form_of(taken[i]).sites, i);
    std::ranges::sort(order, std::ranges::greater{});
    std::set<std::size_t> needless;
    for (const auto& [price, i] : order) {
      bool needed = false;
      for_each_item(taken[i], members_of(taken[i]),
                    [&](Item item) { needed |= possible_[item] && met_[item] == 1; });
      if (needed) continue;
      for_each_item(taken[i], members_of(taken[i]), [&](Item item) { --met_[item]; });
      needless.insert(i);
    }
    std::vector<Point> kept;
    for (std::size_t i = 0; i < taken.size(); ++i)
      if (!needless.contains(i)) kept.push_back(taken[i]);
    taken = std::move(kept);
  }

  Devices devices_;  ///< of the triples
  std::vector<std::uint16_t> met_;
  std::vector<bool> possible_;
  std::vector<Aim> aims_;
  TripleTable open_triples_ =
      legal_triples();  ///< for each triple: the families in which no launch covers it yet
  std::vector<Point> points_;
  std::unordered_set<Key> programs_, kernels_, kernel_sizes_;
  Random random_{1};
};

}  // namespace

std::vector<Case> launches_for_standard(const std::vector<Case>& seeds, std::size_t further) {
  std::vector<Case> launches = Search(seeds, Devices::Able).pairs();
  std::vector<Case> cases = seeds;
  std::ranges::move(cases_of_launches(launches), std::back_inserter(cases));
  const auto more = Search(cases, Devices::Able).further(further);
  launches.insert(launches.end(), more.begin(), more.end());
  return launches;
}

std::vector<Case> launches_for_full(const std::vector<Case>& seeds) {
  return Search(seeds, Devices::Any).triples();
}

}  // namespace wgcts::suites
