#include "suites/array.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <set>
#include <stdexcept>
#include <tuple>

#include "suites/legal.hpp"
#include "suites/price.hpp"
#include "suites/random.hpp"

namespace wgcts::suites {
namespace {

/// A launch: its values, its local size, and a builtin of its kernel.
struct Point {
  Values values{};
  LocalSize local;
  const Builtin* builtin = nullptr;
};

const ParameterValue& value_of(const Values& values, std::size_t parameter) {
  return all_values()[values.at(parameter)];
}
const ParameterValue& value_of(const Values& values, Axis axis) { return value_of(values, place_of(axis)); }
const Form& form_of(const Point& p) { return *value_of(p.values, place_of(Parameter::Form)).form; }

bool is_default(ValueId id) { return id == range_of(all_values()[id].parameter).first; }

/// Whether the value stands in a kernel's text or in how its program is made; others are the launch's alone.
bool is_compiled(const ParameterValue& v) {
  if (v.row == nullptr)
    return v.parameter != place_of(Parameter::Shape) && v.parameter != place_of(Parameter::Size);
  if (v.parameter == place_of(Axis::Offset)) return false;
  if (v.parameter == place_of(Axis::Groups)) return v.row->situation == Situation::Unsized;
  if (v.parameter == place_of(Axis::Host)) return acts_on_program(v.row->situation);
  return true;
}

/// Core builtins that share the point's kernel.
std::vector<const Builtin*> members_of(const Point& p) {
  std::vector<const Builtin*> members;
  const Form& form = form_of(p);
  for (const Builtin& b : builtins)
    if (takes(b, value_of(p.values, place_of(Parameter::Type)).type) && form.has(b) &&
        share_a_kernel(form, b, *p.builtin))
      members.push_back(&b);
  return members;
}

Families families_of(const Point& p) {
  Families families = 0;
  for (const Builtin* b : members_of(p)) families |= bit_of(b->collective.family);
  return families;
}

/// Work-items of the launch, about.
std::size_t items_of(const Point& p) {
  constexpr std::size_t largest = 8192, usual_groups = 16;
  const std::size_t groups = value_of(p.values, Axis::Groups).row->groups;
  return (groups == 0 ? usual_groups : groups) * (p.local.is_max() ? largest : volume(p.local.extents));
}

/// What the point's program and kernel are told apart by.
using Key = std::vector<std::size_t>;

constexpr Axis program_axes[] = {Axis::Language, Axis::Math, Axis::Option, Axis::Optimiser, Axis::Host};

/// Whether the parameter is one of the program's.
bool is_of_program(std::size_t parameter) {
  return std::ranges::find(program_axes, parameter, [](Axis a) { return place_of(a); }) !=
         std::end(program_axes);
}

/// What a new launch shares with another one.
enum class Shared : std::uint8_t { Nothing, Program, Kernel };

Key program_of(const Point& p) {
  Key key;
  bool is_plain = true;
  for (const Axis axis : program_axes) {
    const bool compiled = is_compiled(value_of(p.values, axis)) && !is_default(p.values.at(place_of(axis)));
    key.push_back(compiled ? p.values.at(place_of(axis)) : 0);
    is_plain &= !compiled;
  }
  // Types share a program that is not a plain one (harness/program/job.cpp).
  const bool by_type = is_plain || form_of(p).own_functions ||
                       value_of(p.values, place_of(Parameter::Type)).type == GenType::Half;
  key.push_back(by_type ? p.values[place_of(Parameter::Type)] + 1U : 0U);
  key.push_back(by_type && form_of(p).sharing == KernelSharing::Type ? 1 : 0);
  return key;
}

Key kernel_of(const Point& p) {
  Key key = program_of(p);
  key.push_back(p.values[place_of(Parameter::Type)]);
  const auto members = members_of(p);
  const bool broadcasts = std::ranges::any_of(
      members, [](const Builtin* b) { return b->collective.family == Family::Broadcast; });
  key.push_back(static_cast<std::size_t>(members.front() - builtins.data()));
  key.push_back(broadcasts ? dim_of(p.values[place_of(Parameter::Shape)]) : 0);
  for (std::size_t parameter = place_of(Parameter::Form); parameter < parameter_count; ++parameter)
    key.push_back(is_compiled(value_of(p.values, parameter)) ? p.values.at(parameter) : 0);
  if (form_of(p).required_size || value_of(p.values, Axis::Size).row->required)
    key.insert(key.end(), p.local.extents.begin(), p.local.extents.end());
  return key;
}

/// For each triple of values the families that meet it.
class TripleTable {
 public:
  Families operator()(ValueId a, ValueId b, ValueId c) const { return families_[place(a, b, c)]; }
  void add(const Values& values, Families families) {
    for (std::size_t i = 0; i < parameter_count; ++i)
      for (std::size_t j = i + 1; j < parameter_count; ++j)
        for (std::size_t k = j + 1; k < parameter_count; ++k)
          families_[place(values.at(i), values.at(j), values.at(k))] |= families;
  }

 private:
  /// Of values in the order of their parameters, which is that of their ids.
  std::size_t place(ValueId a, ValueId b, ValueId c) const { return (a * count_ + b) * count_ + c; }
  std::size_t count_ = all_values().size();
  std::vector<Families> families_ = std::vector<Families>(count_ * count_ * count_);
};

/// Whether every device takes the value, and it leaves nothing open that is judged otherwise.
bool is_harmless(const ParameterValue& v, GenType type) {
  const Variant& row = *v.row;
  const Situation s = row.situation;
  const bool needs = row.least_version != 0 || row.takes_remainders || row.takes_sub_groups ||
                     row.address_bits > 32 || s == Situation::Linked || s == Situation::Library ||
                     s == Situation::Unordered || s == Situation::Partition || s == Situation::Svm;
  return !v.rare && !needs && (v.parameter != place_of(Axis::Math) || !is_floating(type));
}

class Search {
 public:
  explicit Search(const std::vector<Case>& seeds) : met_(pairs_met(seeds)) {
    std::set<std::pair<Values, LocalSize>> launches;
    for (const Case& c : seeds) {
      const auto values = values_of(c);
      if (!values) continue;
      const Point p{*values, c.local, c.builtin};
      note_compiled(p);
      if (!launches.insert({*values, c.local}).second || !is_legal_point(p)) continue;
      points_.push_back(p);
      triples_.add(p.values, families_of(p));
    }
  }

  std::vector<Case> all(std::size_t further) {
    std::vector<Case> cases;
    while (true) {
      const auto open = open_pairs();
      if (open.empty()) break;
      take(filled(best_of(open)), cases);
    }
    for (std::size_t i = 0; i < further; ++i) take(best_for_triples(), cases);
    return cases;
  }

 private:
  using Pair = std::pair<ValueId, ValueId>;

  Families need(ValueId a, ValueId b) const { return open_families(met_, a, b); }

  std::vector<Pair> open_pairs() const {
    std::vector<Pair> open;
    for_each_pair([&](ValueId a, ValueId b) {
      if (need(a, b) != 0) open.emplace_back(a, b);
    });
    return open;
  }

  void take(const Point& p, std::vector<Case>& cases) {
    note_compiled(p);
    points_.push_back(p);
    met_.add(p.values, families_of(p));
    triples_.add(p.values, families_of(p));
    for (const Builtin* b : members_of(p))
      if (const auto c = case_of(p.values, p.local, *b); c && is_legal(*c)) cases.push_back(*c);
  }

  /// The best for its price of some launches that make triples.
  Point best_for_triples() {
    constexpr int tries = 16;
    std::optional<Point> best;
    double best_merit = -1;
    for (int i = 0; i < tries || !best; ++i) {
      auto p = i % 2 == 0 && !points_.empty() ? again(points_[random_.below(points_.size())]) : anything();
      if (!p) continue;
      const double merit = static_cast<double>(all_new_triples(*p)) / static_cast<double>(price_of(*p));
      if (merit > best_merit) best = p, best_merit = merit;
    }
    return *best;
  }

  /// The point's kernel in another launch.
  std::optional<Point> again(Point p) {
    const ValueId shape = p.values[place_of(Parameter::Shape)];
    for (std::size_t i = place_of(Parameter::Axes); i < parameter_count; ++i)
      if (!is_compiled(value_of(p.values, i))) p.values.at(i) = range_of(i).first;
    if (!take_any_size(p, dim_of(shape))) return std::nullopt;
    return filled(p);
  }

  /// A launch that has one value at least that chance chose, however rare it is.
  std::optional<Point> anything() {
    Point p{{}, {}, &builtins[random_.below(builtins.size())]};
    for (std::size_t i = 0; i < parameter_count; ++i) p.values.at(i) = range_of(i).first;
    const auto set = [&](ValueId id) { p.values.at(all_values()[id].parameter) = id; };
    for (const std::size_t parameter : {place_of(Parameter::Type), place_of(Parameter::Form)}) {
      const auto [begin, end] = range_of(parameter);
      if (random_.coin()) set(static_cast<ValueId>(begin + random_.below(end - begin)));
    }
    set(static_cast<ValueId>(random_.below(all_values().size())));
    if (!is_core(*p.builtin) || !takes(*p.builtin, value_of(p.values, place_of(Parameter::Type)).type) ||
        !form_of(p).has(*p.builtin))
      return std::nullopt;
    if (!take_any_size(p, static_cast<unsigned>(1 + random_.below(3)))) return std::nullopt;
    return filled(p);
  }

  /// Sets a shape of the dimension and a size that make most triples of a few.
  bool take_any_size(Point& p, unsigned dim) {
    constexpr int looks = 6;
    const auto shapes = range_of(place_of(Parameter::Shape)), sizes = range_of(place_of(Parameter::Size));
    std::optional<Point> best;
    std::size_t most = 0;
    for (int i = 0; i < looks; ++i) {
      const auto shape = static_cast<ValueId>(shapes.first + random_.below(shapes.second - shapes.first));
      const auto size = static_cast<ValueId>(sizes.first + random_.below(sizes.second - sizes.first));
      Point tried = p;
      if (dim_of(shape) != dim || !take_member(tried, shape, size)) continue;
      const Families families = families_of(tried);
      const std::size_t triples = new_triples(shape, tried, families) + new_triples(size, tried, families);
      if (!best || triples > most) best = tried, most = triples;
    }
    if (best) p = *best;
    return best.has_value();
  }

  std::size_t all_new_triples(const Point& p) const {
    const Families families = families_of(p);
    std::size_t count = 0;
    for (std::size_t i = 0; i < parameter_count; ++i)
      for (std::size_t j = i + 1; j < parameter_count; ++j)
        for (std::size_t k = j + 1; k < parameter_count; ++k)
          count += static_cast<std::size_t>(std::popcount(
              static_cast<Families>(families & ~triples_(p.values.at(i), p.values.at(j), p.values.at(k)))));
    return count;
  }

  void note_compiled(const Point& p) {
    programs_.insert(program_of(p));
    kernels_.insert(kernel_of(p));
  }

  static bool is_legal_point(const Point& p) {
    const auto c = case_of(p.values, p.local, *p.builtin);
    return c && is_legal(*c);
  }

  /// The best for its price of some launches that each meet an open pair.
  Point best_of(const std::vector<Pair>& open) {
    constexpr int tries = 30;
    std::optional<Point> best;
    double best_merit = 0;
    const auto consider = [&](const std::optional<Point>& p) {
      if (!p) return;
      const double merit = static_cast<double>(gain_of(*p)) / static_cast<double>(price_of(*p));
      if (merit > best_merit) best = p, best_merit = merit;
    };
    // Few tries in which no launch is found are chance; so many are a pair that is legal for no launch.
    constexpr int most_tries = 10'000;
    for (int i = 0; i < tries || (!best && i < most_tries); ++i) {
      const auto [a, b] = open[random_.below(open.size())];
      const Family family = some_family(need(a, b));
      consider(made_for(a, b, family, nullptr, Shared::Nothing));
      if (!points_.empty())
        consider(made_for(a, b, family, &points_[random_.below(points_.size())], Shared::Program));
      if (const Point* base = fitting_point(a, b, family))
        consider(made_for(a, b, family, base, Shared::Kernel));
    }
    if (!best) throw std::logic_error("no launch meets a pair of values that is said to be legal");
    return *best;
  }

  /// How many triples the value makes with those of the launch that nothing met, times families.
  std::size_t new_triples(ValueId id, const Point& p, Families families) const {
    std::size_t count = 0;
    const std::size_t own = all_values()[id].parameter;
    Values values = p.values;
    values.at(own) = id;
    for (std::size_t i = 0; i < parameter_count; ++i)
      for (std::size_t j = i + 1; j < parameter_count; ++j) {
        if (i == own || j == own) continue;
        std::array<ValueId, 3> triple{values.at(i), values.at(j), id};
        std::ranges::sort(triple);
        const Families met = triples_(triple[0], triple[1], triple[2]);
        count += static_cast<std::size_t>(std::popcount(static_cast<Families>(families & ~met)));
      }
    return count;
  }

  /// The launch with rows in place of defaults where that costs nothing and makes triples: what three things
  /// break together shows in it.
  Point filled(Point p) {
    const std::size_t price = price_of(p), gain = gain_of(p);
    const Families families = families_of(p);
    const GenType type = value_of(p.values, place_of(Parameter::Type)).type;
    std::vector<std::size_t> order;
    for (std::size_t axis = 0; axis < axis_count; ++axis)
      if (is_default(p.values.at(place_of(static_cast<Axis>(axis)))))
        order.push_back(place_of(static_cast<Axis>(axis)));
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random_.below(i)]);
    for (const std::size_t parameter : order) {
      const auto [begin, end] = range_of(parameter);
      std::vector<std::pair<std::size_t, ValueId>> choices;
      for (ValueId id = begin; id < end; ++id)
        if (is_default(id) || is_harmless(all_values()[id], type))
          choices.emplace_back(new_triples(id, p, families), id);
      std::ranges::sort(choices, std::ranges::greater{});
      const Point before = p;
      for (const auto& [triples, id] : choices) {
        p.values.at(parameter) = id;
        if (is_default(id) || (is_legal_point(p) && price_of(p) <= price && gain_of(p) >= gain)) break;
        p = before;
      }
    }
    return p;
  }

  Family some_family(Families from) {
    auto nth = random_.below(static_cast<std::uint64_t>(std::popcount(from)));
    for (unsigned f = 0;; ++f)
      if ((from >> f & 1U) != 0 && nth-- == 0) return static_cast<Family>(f);
  }

  /// A launch whose kernel can show the pair with other launches; nullptr if none is met by chance.
  const Point* fitting_point(ValueId a, ValueId b, Family family) {
    constexpr int looks = 32;
    const auto fits = [&](const Point& p) {
      const auto agrees = [&](ValueId id) {
        const ParameterValue& v = all_values()[id];
        if (v.parameter == place_of(Parameter::Shape)) return dim_of(id) == dim_of(p.values.at(v.parameter));
        const ParameterValue& old = value_of(p.values, v.parameter);
        return (!is_compiled(v) && !is_compiled(old)) || p.values.at(v.parameter) == id;
      };
      const bool sized = form_of(p).required_size || value_of(p.values, Axis::Size).row->required;
      return !sized && agrees(a) && agrees(b) && (families_of(p) & bit_of(family)) != 0;
    };
    for (int i = 0; i < looks && !points_.empty(); ++i)
      if (const Point& p = points_[random_.below(points_.size())]; fits(p)) return &p;
    return nullptr;
  }

  /// How many bits of need the value has with those that are set, of the launch's families.
  std::size_t gain_with(ValueId id, const Values& values, const std::bitset<parameter_count>& set,
                        Families families, std::optional<ValueId> rare) const {
    std::size_t gain = 0;
    for (std::size_t p = 0; p < parameter_count; ++p)
      if (set[p] && (!rare || values.at(p) == *rare))
        gain +=
            static_cast<std::size_t>(std::popcount(static_cast<Families>(need(id, values.at(p)) & families)));
    return gain;
  }

  /// A launch that has both values, and besides what else is needed most. It shares what is said with the
  /// base, as far as the two values allow it.
  std::optional<Point> made_for(ValueId a, ValueId b, Family family, const Point* base, Shared shared) {
    Point p{{}, {}, &of_family(family)};
    for (std::size_t i = 0; i < parameter_count; ++i) p.values.at(i) = range_of(i).first;
    std::bitset<parameter_count> set;
    const auto fix = [&](ValueId id) {
      p.values.at(all_values()[id].parameter) = id;
      set.set(all_values()[id].parameter);
    };
    const bool same_kernel = shared == Shared::Kernel;
    for (std::size_t i = 0; shared != Shared::Nothing && i < parameter_count; ++i)
      if (is_compiled(value_of(base->values, i)) && (same_kernel || is_of_program(i)))
        fix(base->values.at(i));
    fix(a), fix(b);
    std::optional<ValueId> rare;
    std::size_t rares = 0;
    for (const ValueId id : p.values)
      if (all_values()[id].rare) rare = id, ++rares;
    const bool fills = rares < 2;
    if (!settle_form_and_type(p, set, fills, rare)) return std::nullopt;
    const Families families = families_of(p);
    if (!settle_size(p, set, same_kernel ? base : nullptr, families, rare)) return std::nullopt;
    std::vector<std::size_t> rest;
    for (std::size_t i = 0; i < parameter_count; ++i)
      if (!set[i]) rest.push_back(i);
    for (std::size_t i = rest.size(); i > 1; --i) std::swap(rest[i - 1], rest[random_.below(i)]);
    for (const std::size_t parameter : rest) {
      if (fills) settle(p, set, parameter, families, rare, same_kernel);
      set.set(parameter);
    }
    return is_legal_point(p) ? std::optional(p) : std::nullopt;
  }

  /// Sets the parameter to the value that is needed most, of those that make a legal launch.
  void settle(Point& p, const std::bitset<parameter_count>& set, std::size_t parameter, Families families,
              std::optional<ValueId> rare, bool same_kernel) {
    const ValueId usual = p.values.at(parameter);
    std::vector<std::tuple<std::size_t, bool, ValueId>> choices;
    const auto [begin, end] = range_of(parameter);
    for (ValueId id = begin; id < end; ++id) {
      const ParameterValue& v = all_values()[id];
      if (v.rare || (same_kernel && is_compiled(v) && id != usual)) continue;
      choices.emplace_back(gain_with(id, p.values, set, families, rare), is_default(id), id);
    }
    std::ranges::sort(choices, std::ranges::greater{});
    for (const auto& [gain, plain, id] : choices) {
      p.values.at(parameter) = id;
      if (is_legal_point(p)) return;
    }
    p.values.at(parameter) = usual;
  }

  /// The type and the form that are needed most, where they are not set.
  bool settle_form_and_type(Point& p, std::bitset<parameter_count>& set, bool fills,
                            std::optional<ValueId> rare) {
    const std::size_t type = place_of(Parameter::Type), form = place_of(Parameter::Form);
    std::vector<std::tuple<double, ValueId, ValueId>> choices;
    const auto types = open_range(p, set, Parameter::Type), forms = open_range(p, set, Parameter::Form);
    for (ValueId t = types.first; t < types.second; ++t)
      for (ValueId f = forms.first; f < forms.second; ++f) {
        if (!takes(*p.builtin, all_values()[t].type) || !all_values()[f].form->has(*p.builtin)) continue;
        if (!set[type] && all_values()[t].rare) continue;
        // What the form does not matter for is met by all families at once.
        if (!set[form] && all_values()[f].form->sharing != KernelSharing::Type) continue;
        Point tried = p;
        tried.values.at(type) = t, tried.values.at(form) = f;
        const Families families = families_of(tried);
        std::size_t gain = 0;
        if (fills) {
          auto others = set;
          gain += gain_with(t, tried.values, others, families, rare);
          others.set(type);
          gain += gain_with(f, tried.values, others, families, rare);
        }
        choices.emplace_back(-static_cast<double>(gain + 1) / static_cast<double>(price_of(tried)), t, f);
      }
    std::ranges::sort(choices);
    for (const auto& [merit, t, f] : choices) {
      Point tried = p;
      tried.values.at(type) = t, tried.values.at(form) = f;
      if (!settle_any_size(tried, set)) continue;
      p.values = tried.values;
      set.set(type), set.set(form);
      return true;
    }
    return false;
  }

  /// Shapes or sizes that the point may have.
  static std::pair<ValueId, ValueId> open_range(const Point& p, const std::bitset<parameter_count>& set,
                                                Parameter parameter) {
    const ValueId id = p.values[place_of(parameter)];
    return set[place_of(parameter)] ? std::pair{id, static_cast<ValueId>(id + 1)}
                                    : range_of(place_of(parameter));
  }

  /// Whether there is any legal local size.
  bool settle_any_size(Point p, const std::bitset<parameter_count>& set) const {
    const auto shapes = open_range(p, set, Parameter::Shape), sizes = open_range(p, set, Parameter::Size);
    for (ValueId size = sizes.first; size < sizes.second; ++size)
      for (ValueId shape = shapes.first; shape < shapes.second; ++shape)
        if (take_member(p, shape, size)) return true;
    return false;
  }

  bool take_member(Point& p, ValueId shape, ValueId size) const {
    const auto& members = sizes_with(shape, size);
    const Point before = p;
    p.values[place_of(Parameter::Shape)] = shape;
    p.values[place_of(Parameter::Size)] = size;
    // Each time the next, so that all of them are met.
    for (std::size_t i = 0; i < members.size(); ++i) {
      p.local = members[(points_.size() + i) % members.size()];
      if (is_legal_point(p)) return true;
    }
    p = before;
    return false;
  }

  bool settle_size(Point& p, std::bitset<parameter_count>& set, const Point* base, Families families,
                   std::optional<ValueId> rare) {
    const auto shapes = open_range(p, set, Parameter::Shape), sizes = open_range(p, set, Parameter::Size);
    std::vector<std::tuple<double, ValueId, ValueId>> choices;
    for (ValueId shape = shapes.first; shape < shapes.second; ++shape) {
      if (base != nullptr && dim_of(shape) != dim_of(base->values[place_of(Parameter::Shape)])) continue;
      const std::size_t of_shape = gain_with(shape, p.values, set, families, rare);
      for (ValueId size = sizes.first; size < sizes.second; ++size) {
        if (sizes_with(shape, size).empty()) continue;
        const auto both = rare ? 0 : std::popcount(static_cast<Families>(need(shape, size) & families));
        const std::size_t gain =
            of_shape + gain_with(size, p.values, set, families, rare) + static_cast<std::size_t>(both);
        Point tried = p;
        tried.local = sizes_with(shape, size).front();
        choices.emplace_back(static_cast<double>(gain) / static_cast<double>(price_of(tried)), shape, size);
      }
    }
    std::ranges::sort(choices, std::ranges::greater{});
    const auto found = std::ranges::find_if(choices, [&](const auto& choice) {
      return take_member(p, std::get<1>(choice), std::get<2>(choice));
    });
    set.set(place_of(Parameter::Shape)), set.set(place_of(Parameter::Size));
    return found != choices.end();
  }

  std::size_t gain_of(const Point& p) const {
    const Families families = families_of(p);
    std::size_t gain = 0;
    const auto is_rare = [](ValueId id) { return all_values()[id].rare; };
    const auto rares = static_cast<std::size_t>(std::ranges::count_if(p.values, is_rare));
    for (std::size_t i = 0; i < parameter_count; ++i)
      for (std::size_t j = i + 1; j < parameter_count; ++j) {
        const ValueId a = p.values.at(i), b = p.values.at(j);
        if (static_cast<std::size_t>(is_rare(a)) + static_cast<std::size_t>(is_rare(b)) == rares)
          gain += static_cast<std::size_t>(std::popcount(static_cast<Families>(need(a, b) & families)));
      }
    return gain;
  }

  std::size_t price_of(const Point& p) const {
    const std::size_t members = members_of(p).size(), calls = calls_in_text(form_of(p), members);
    return price_of_launch(calls) + price_of_results(items_of(p) * members * form_of(p).sites) +
           (kernels_.contains(kernel_of(p)) ? 0 : price_of_kernel(calls)) +
           (programs_.contains(program_of(p)) ? 0 : price_of_program);
  }

  PairTable met_;
  TripleTable triples_;
  std::vector<Point> points_;
  std::set<Key> programs_, kernels_;
  Random random_{1};
};

}  // namespace

std::vector<Case> covering_array(const std::vector<Case>& seeds, std::size_t further) {
  return Search(seeds).all(further);
}

}  // namespace wgcts::suites
