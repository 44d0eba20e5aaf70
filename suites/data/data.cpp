#include "suites/data/data.hpp"

#include "suites/data/add_data.hpp"
#include "suites/data/bits_data.hpp"
#include "suites/data/broadcast_data.hpp"
#include "suites/data/order_data.hpp"
#include "suites/data/product_data.hpp"

namespace wgcts::suites {
namespace {

/// Launches of larger work-groups have at most two of each class. Smaller ones show bugs that depend on
/// values, and judging millions of lanes would take longer than the driver. Walks have four, so that the
/// first and the last lane are in both arms of a branch.
constexpr std::size_t large_work_group = 2048;
constexpr std::size_t most_in_large = 2, most_of_walk_in_large = 4;

}  // namespace

template <class T>
std::span<const DataClass<T>> data_classes(Collective collective) {
  static const auto add = AddData<T>::classes(), order = OrderData<T>::classes(),
                    product = ProductData<T>::classes(), broadcast = BroadcastData<T>::classes();
  if constexpr (std::is_same_v<T, std::int32_t>) {
    static const auto predicates = predicate_data::classes();
    if (is_truth(collective)) return predicates;
  }
  if (collective.family == Family::Broadcast) return broadcast;
  if constexpr (!is_float_v<T>) {
    static const auto bitwise = BitwiseData<T>::classes();
    if (is_bitwise(collective.op)) return bitwise;
  }
  if (collective.op == Op::Mul) return product;
  return collective.op == Op::Add ? add : order;
}

template <class T>
std::vector<Assignment<T>> schedule(Collective collective, const FloatRules& rules, std::size_t lanes,
                                    std::size_t walk) {
  std::vector<Assignment<T>> assignments;
  for (const auto& data : data_classes<T>(collective)) {
    if (data.applies != nullptr && !data.applies(rules)) continue;
    std::size_t count = data.count(lanes, walk);
    if (lanes > large_work_group)
      count = std::min(count, data.count == each_lane ? most_of_walk_in_large : most_in_large);
    for (std::size_t index = 0; index < count; ++index) assignments.push_back({&data, index, count});
  }
  return assignments;
}

template <class T>
WorkGroupData<T> make_data(Collective collective, const Assignment<T>& assignment, std::size_t lanes,
                           std::uint64_t seed, std::size_t group) {
  WorkGroupData<T> data{std::vector<T>(lanes), 0};
  Filling<T> filling{collective,       data.x, assignment.index,
                     assignment.count, 0,      Random(hash(assignment.data->name, seed + group))};
  assignment.data->fill(filling);
  data.source = filling.source;
  return data;
}

#define WGCTS_INSTANTIATE(T)                                                                             \
  template std::span<const DataClass<T>> data_classes(Collective);                                       \
  template std::vector<Assignment<T>> schedule(Collective, const FloatRules&, std::size_t, std::size_t); \
  template WorkGroupData<T> make_data(Collective, const Assignment<T>&, std::size_t, std::uint64_t,      \
                                      std::size_t);
WGCTS_FOR_EACH_GENTYPE(WGCTS_INSTANTIATE)
#undef WGCTS_INSTANTIATE

}  // namespace wgcts::suites
