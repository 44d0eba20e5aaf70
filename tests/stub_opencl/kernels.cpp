#include "tests/stub_opencl/kernels.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <regex>
#include <stdexcept>

#include "suites/builtin.hpp"

namespace stub_opencl {
namespace {

using namespace wgcts::suites;

/// "3 + 1" or "3".
std::size_t sum_of(const std::string& text) {
  const std::size_t plus = text.find('+');
  const std::size_t first = std::stoul(text);
  return plus == std::string::npos ? first : first + std::stoul(text.substr(plus + 1));
}

/// Calls `visit` with the size of each work-group and its lanes' linear ids, in order.
template <class Visit>
void for_each_group(const Range& range, Visit visit) {
  const auto& [global, local, offset] = range;
  std::size_t group = 0;
  for (std::size_t z = 0; z < global[2]; z += local[2])
    for (std::size_t y = 0; y < global[1]; y += local[1])
      for (std::size_t x = 0; x < global[0]; x += local[0], ++group) {
        const std::array size{std::min(local[0], global[0] - x), std::min(local[1], global[1] - y),
                              std::min(local[2], global[2] - z)};
        std::vector<std::size_t> items;
        for (std::size_t k = z; k < z + size[2]; ++k)
          for (std::size_t j = y; j < y + size[1]; ++j)
            for (std::size_t i = x; i < x + size[0]; ++i)
              items.push_back((k * global[1] + j) * global[0] + i);
        visit(group, size, items);
      }
}

using Id = std::array<std::size_t, 3>;

/// The source work-item of a site's broadcast: from the kernel's text or from `from`.
Id named(const std::optional<Id>& in_text, std::size_t place, const Arguments& arguments) {
  if (in_text) return *in_text;
  std::array<std::uint32_t, 3> id{};
  if (arguments.from != nullptr) {
    if (place + sizeof id > arguments.from->size()) throw std::out_of_range("a read behind `from`");
    std::memcpy(id.data(), &(*arguments.from)[place], sizeof id);
  }
  return {id[0], id[1], id[2]};
}

template <class T>
void compute(Collective collective, std::size_t site, const std::optional<Id>& in_text,
             const Arguments& arguments, const Range& range) {
  std::size_t groups = 0;
  for_each_group(range, [&](std::size_t group, const auto&, const auto&) { groups = group + 1; });
  for_each_group(range, [&](std::size_t group, const auto& size, const auto& items) {
    Id id = named(in_text, 3 * (site * groups + group) * sizeof(std::uint32_t), arguments);
    for (std::size_t d = 0; d < 3; ++d)
      if (size[d] == 1)
        id[d] = 0;  // `from` has other values for coordinates that the call does not pass
      else if (arguments.limits_sources)
        id[d] = std::min(id[d], size[d] - 1);
    const std::size_t source = (id[2] * size[1] + id[1]) * size[0] + id[0];
    if (collective.family == Family::Broadcast && source >= items.size())
      throw std::out_of_range("the source of a broadcast is no work-item");
    std::vector<T> x(items.size());
    for (std::size_t lane = 0; lane < items.size(); ++lane)
      std::memcpy(&x[lane], &(*arguments.in)[(site * arguments.stride + items[lane]) * sizeof(T)], sizeof(T));
    auto result = answers<T>(collective, x, source);
    if (is_predicate(collective.family))
      for (T& value : result) value = static_cast<T>(value * static_cast<T>(arguments.yes));
    for (std::size_t lane = 0; lane < items.size(); ++lane)
      std::memcpy(&(*arguments.out)[(site * arguments.stride + items[lane]) * sizeof(T)], &result[lane],
                  sizeof(T));
  });
}

/// Calls in the kernels of a diagnosis: work_group_any(in[8 + i]), work_group_broadcast(in[i], 2, 1).
void run_small_kernel(const std::string& text, GenType type, const Arguments& arguments, const Range& range) {
  const std::regex call(R"(work_group_(\w+)\(in\[(?:(\d+) \+ )?i\](?:, (\d+))?(?:, (\d+))?(?:, (\d+))?\))");
  for (std::sregex_iterator match(text.begin(), text.end(), call), end; match != end; ++match) {
    const auto* builtin = builtin_named((*match)[1].str());
    if (builtin == nullptr) continue;
    const auto number = [&](std::size_t i) {
      return (*match)[i].matched ? std::stoul((*match)[i].str()) : std::size_t{0};
    };
    with_gentype(type, [&]<class T>() {
      compute<T>(builtin->collective, number(2) / arguments.stride, Id{number(3), number(4), number(5)},
                 arguments, range);
    });
  }
}

}  // namespace

std::string text_of(const std::string& program, const std::string& name) {
  const std::size_t begin = program.find("void " + name + "(");
  return begin == std::string::npos ? "" : program.substr(begin, program.find("__kernel", begin) - begin);
}

bool has_kernel(const std::string& program, const std::string& name) {
  return !text_of(program, name).empty();
}

void run_kernel(const std::string& program, const std::string& name, const Arguments& arguments,
                const Range& range) {
  const std::string text = text_of(program, name);
  std::smatch found;
  if (!std::regex_search(text, found, std::regex(R"(__global const (\w+) \*in)"))) return;
  const auto type = gentype_named(found[1].str());
  if (!type) return;
  const std::regex call(R"(work_group_(\w+)\(&?in\[\(size_t\)\(([0-9 +]+)\) \* stride \+ item\])");
  for (std::sregex_iterator match(text.begin(), text.end(), call), end; match != end; ++match) {
    const auto* builtin = builtin_named((*match)[1].str());
    if (builtin == nullptr) continue;
    with_gentype(*type, [&]<class T>() {
      compute<T>(builtin->collective, sum_of((*match)[2].str()), {}, arguments, range);
    });
  }
  run_small_kernel(text, *type, arguments, range);
}

}  // namespace stub_opencl
