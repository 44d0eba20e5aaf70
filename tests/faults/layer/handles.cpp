#include "handles.hpp"

#include <mutex>

namespace wgfault {
namespace {

std::mutex mutex;
std::map<const void*, Numbers> noted;
long long queues = 0;

constexpr const char* all_facts[] = {"reloaded", "linked",    "library", "clone", "svm",
                                     "launches", "unordered", "queues",  "part"};

}  // namespace

void begin_handle(const void* handle) {
  const std::lock_guard lock(mutex);
  noted.erase(handle);
}

void note(const void* handle, const std::string& fact, long long value) {
  const std::lock_guard lock(mutex);
  noted[handle][fact] = value;
}

void inherit(const void* handle, const void* from) {
  const std::lock_guard lock(mutex);
  const Numbers facts = noted[from];
  noted[handle].insert(facts.begin(), facts.end());
  noted[handle].erase("launches");
}

Numbers facts_of_launch(cl_kernel kernel, cl_command_queue queue) {
  const std::lock_guard lock(mutex);
  Numbers facts;
  for (const char* fact : all_facts) facts[fact] = 0;
  for (const void* handle : {static_cast<const void*>(kernel), static_cast<const void*>(queue)})
    for (const auto& [fact, value] : noted[handle]) facts[fact] = value;
  return facts;
}

void count_launch(cl_kernel kernel) {
  const std::lock_guard lock(mutex);
  ++noted[kernel]["launches"];
}

long long next_queue() {
  const std::lock_guard lock(mutex);
  return ++queues;
}

}  // namespace wgfault
