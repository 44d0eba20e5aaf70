#include "calls.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <mutex>
#include <regex>
#include <stdexcept>
#include <thread>

namespace wgfault {
namespace {

bool holds(const Condition& condition, const Facts& facts) {
  if (const auto text = facts.texts.find(condition.fact); text != facts.texts.end()) {
    const bool found = std::regex_search(text->second, std::regex(condition.value));
    return condition.comparison == "~" ? found : !found;
  }
  const auto number = facts.numbers.find(condition.fact);
  if (number == facts.numbers.end()) return false;
  static const std::map<std::string, std::function<bool(long long, long long)>> comparisons = {
      {"==", std::equal_to<>()}, {"!=", std::not_equal_to<>()}, {"<", std::less<>()},
      {">", std::greater<>()},   {"<=", std::less_equal<>()},   {">=", std::greater_equal<>()},
  };
  return comparisons.at(condition.comparison)(number->second, std::stoll(condition.value));
}

void babble() {
  const std::string noise(4096, '{');
  for (auto* stream : {stdout, stderr}) {
    std::fprintf(stream, "\n%s\n\x1b[31m\xff\xfe {\"verdict\":\"pass\"} <driver> 100%%\n", noise.c_str());
    std::fflush(stream);
  }
}

void hang() {
  for (;;) pause();
}

// A process of the driver's, such as its compiler, that does not end with us.
void leave_orphan() {
  if (fork() == 0) {
    for (int i = 0; i < 3600; ++i) sleep(1);
    std::_Exit(0);
  }
}

// Fails where another process of this run was first, until that one ends.
std::optional<cl_int> take_turns(const std::string& error) {
  static const int file = [] {
    const char* folder = std::getenv("WGFAULT_SCRATCH");
    if (!folder) throw std::invalid_argument("WGFAULT_SCRATCH names no folder");
    return open((std::string(folder) + "/exclusive").c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
  }();
  return flock(file, LOCK_EX | LOCK_NB) == 0 ? std::nullopt : std::optional(error_code(error));
}

void die_by(int signal) {
  std::signal(signal, SIG_DFL);
  std::raise(signal);
  std::_Exit(127);
}

}  // namespace

namespace {

std::mutex counting;
std::map<std::string, long long> counts;

}  // namespace

void forget_counts() {
  const std::lock_guard lock(counting);
  counts.clear();
}

const Call* ordered(const std::string& entry, Facts facts) {
  {
    const std::lock_guard lock(counting);
    facts.numbers["count"] = ++counts[entry];
  }
  for (const auto& call : order().calls) {
    if (std::find(call.entries.begin(), call.entries.end(), entry) == call.entries.end()) continue;
    if (std::all_of(call.conditions.begin(), call.conditions.end(),
                    [&](const Condition& c) { return holds(c, facts); }))
      return &call;
  }
  return nullptr;
}

std::optional<cl_int> misbehave(const Call& call) {
  using Result = std::optional<cl_int>;
  static const std::map<std::string, std::function<Result(const std::string&)>> actions = {
      {"abort",
       [](auto&) -> Result {
         die_by(SIGABRT);
         return {};
       }},
      {"segv",
       [](auto&) -> Result {
         die_by(SIGSEGV);
         return {};
       }},
      {"kill",
       [](auto&) -> Result {
         die_by(SIGKILL);
         return {};
       }},
      {"exit", [](auto& code) -> Result { std::_Exit(std::stoi(code)); }},
      {"hang",
       [](auto&) -> Result {
         hang();
         return {};
       }},
      {"babble",
       [](auto&) -> Result {
         babble();
         return {};
       }},
      {"orphan-abort",
       [](auto&) -> Result {
         leave_orphan();
         die_by(SIGABRT);
         return {};
       }},
      {"at-exit-abort",
       [](auto&) -> Result {
         static const int once = std::atexit([] { die_by(SIGABRT); });
         return once == 0 ? Result{} : CL_OUT_OF_HOST_MEMORY;
       }},
      {"at-exit-code",
       [](auto&) -> Result {
         static const int once = std::atexit([] { std::_Exit(3); });
         return once == 0 ? Result{} : CL_OUT_OF_HOST_MEMORY;
       }},
      {"die-later",
       [](auto& ms) -> Result {
         std::thread([delay = std::stoi(ms)] {
           std::this_thread::sleep_for(std::chrono::milliseconds(delay));
           die_by(SIGKILL);
         }).detach();
         return {};
       }},
      {"exclusive", [](auto& error) { return take_turns(error); }},
      {"wait",
       [](auto& ms) -> Result {
         std::this_thread::sleep_for(std::chrono::milliseconds(std::stoi(ms)));
         return {};
       }},
      {"fail", [](auto& error) -> Result { return error_code(error); }},
      {"pretend", [](auto&) -> Result { return CL_SUCCESS; }},
  };
  const auto action = actions.find(call.action);
  return action == actions.end() ? Result{} : action->second(call.argument);
}

cl_int error_code(const std::string& name) {
  static const std::map<std::string, cl_int> codes = {
      {"CL_DEVICE_NOT_FOUND", CL_DEVICE_NOT_FOUND},
      {"CL_DEVICE_NOT_AVAILABLE", CL_DEVICE_NOT_AVAILABLE},
      {"CL_MEM_OBJECT_ALLOCATION_FAILURE", CL_MEM_OBJECT_ALLOCATION_FAILURE},
      {"CL_OUT_OF_RESOURCES", CL_OUT_OF_RESOURCES},
      {"CL_OUT_OF_HOST_MEMORY", CL_OUT_OF_HOST_MEMORY},
      {"CL_BUILD_PROGRAM_FAILURE", CL_BUILD_PROGRAM_FAILURE},
      {"CL_INVALID_VALUE", CL_INVALID_VALUE},
      {"CL_INVALID_BUFFER_SIZE", CL_INVALID_BUFFER_SIZE},
      {"CL_INVALID_BUILD_OPTIONS", CL_INVALID_BUILD_OPTIONS},
      {"CL_INVALID_PROGRAM_EXECUTABLE", CL_INVALID_PROGRAM_EXECUTABLE},
      {"CL_INVALID_KERNEL", CL_INVALID_KERNEL},
      {"CL_INVALID_WORK_GROUP_SIZE", CL_INVALID_WORK_GROUP_SIZE},
      {"CL_INVALID_WORK_ITEM_SIZE", CL_INVALID_WORK_ITEM_SIZE},
      {"CL_INVALID_QUEUE_PROPERTIES", CL_INVALID_QUEUE_PROPERTIES},
      {"CL_INVALID_COMMAND_QUEUE", CL_INVALID_COMMAND_QUEUE},
      {"CL_INVALID_OPERATION", CL_INVALID_OPERATION},
      {"CL_INVALID_BINARY", CL_INVALID_BINARY},
      {"CL_INVALID_GLOBAL_OFFSET", CL_INVALID_GLOBAL_OFFSET},
      {"CL_LINK_PROGRAM_FAILURE", CL_LINK_PROGRAM_FAILURE},
  };
  const auto code = codes.find(name);
  if (code == codes.end()) throw std::invalid_argument("no such error: " + name);
  return code->second;
}

}  // namespace wgfault
