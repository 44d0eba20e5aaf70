#include "launches.hpp"

#include <algorithm>
#include <functional>
#include <mutex>

namespace wgfault {

namespace {

std::mutex last_mutex;
std::map<cl_kernel, Launch> last_launches;

}  // namespace

std::optional<Launch> last_launch(cl_kernel kernel) {
  const std::lock_guard lock(last_mutex);
  const auto found = last_launches.find(kernel);
  return found == last_launches.end() ? std::nullopt : std::optional(found->second);
}
void remember_launch(cl_kernel kernel, const Launch& launch) {
  const std::lock_guard lock(last_mutex);
  last_launches.insert_or_assign(kernel, launch);
}
void forget_launch(cl_kernel kernel) {
  const std::lock_guard lock(last_mutex);
  last_launches.erase(kernel);
}

Launch::Launch(cl_uint d, const size_t* o, const size_t* g, const size_t* l) : dims(d), has_local(l) {
  for (cl_uint i = 0; i < std::min(d, 3u); ++i) {
    if (o) offset[i] = o[i];
    global[i] = g ? g[i] : 1;
    if (l) local[i] = std::max<size_t>(l[i], 1);
  }
}

Facts Launch::facts(const std::string& kernel_text) const {
  Facts facts;
  long long groups = 1, remainder = 0;
  for (int i = 0; i < 3; ++i) {
    const std::string axis(1, "xyz"[i]);
    facts.numbers["L" + axis] = static_cast<long long>(local[i]);
    facts.numbers["o" + axis] = static_cast<long long>(offset[i]);
    groups *= static_cast<long long>((global[i] + local[i] - 1) / local[i]);
    remainder += global[i] % local[i] != 0;
  }
  facts.numbers["dims"] = dims;
  facts.numbers["local"] = has_local ? static_cast<long long>(local[0] * local[1] * local[2]) : 0;
  facts.numbers["groups"] = groups;
  facts.numbers["remainder"] = remainder;
  facts.numbers["offset"] = static_cast<long long>(offset[0] + offset[1] + offset[2]);
  facts.texts["kernel"] = kernel_text;
  return facts;
}

bool Launch::change(const std::string& action) {
  static const std::map<std::string, std::function<void(Launch&)>> changes = {
      {"drop-remainder",
       [](Launch& l) {
         for (int i = 0; i < 3; ++i)
           if (l.global[i] > l.local[i]) l.global[i] -= l.global[i] % l.local[i];
       }},
      {"drop-last-group",
       [](Launch& l) {
         for (int i = 2; i >= 0; --i)
           if (l.global[i] > l.local[i]) {
             l.global[i] = (l.global[i] - 1) / l.local[i] * l.local[i];
             return;
           }
       }},
      {"ignore-offset",
       [](Launch& l) {
         l.offset = {0, 0, 0};
       }},
  };
  const auto found = changes.find(action);
  if (found == changes.end()) return false;
  found->second(*this);
  return true;
}

}  // namespace wgfault
