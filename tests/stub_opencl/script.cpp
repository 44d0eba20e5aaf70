#include "tests/stub_opencl/script.hpp"

#include <sys/time.h>
#include <unistd.h>

#include <cfenv>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>
#include <thread>

namespace stub_opencl {
namespace {

void log(std::string_view name) {
  if (const char* file = std::getenv("STUB_OPENCL_LOG")) std::ofstream(file, std::ios::app) << name << '\n';
}

/// "clFinish#3+" applies from the third call on.
bool is_about(std::string_view subject, std::string_view wanted, std::size_t call) {
  const std::size_t mark = subject.find('#');
  if (subject.substr(0, mark) != wanted) return false;
  if (mark == std::string_view::npos) return true;
  const std::size_t number = std::strtoul(std::string(subject.substr(mark + 1)).c_str(), nullptr, 10);
  return subject.ends_with('+') ? call >= number : call == number;
}

/// The number of calls of the subject since the script last changed.
std::size_t count(std::string_view subject) {
  static std::map<std::string, std::size_t, std::less<>> calls;
  static std::string script;
  const char* text = std::getenv("STUB_OPENCL");
  if (script != (text != nullptr ? text : "")) {
    script = text != nullptr ? text : "";
    calls.clear();
  }
  return ++calls[std::string(subject)];
}

/// Sends a signal every millisecond, whose handler interrupts reads and writes.
void tick() {
  struct sigaction interrupting {};
  interrupting.sa_handler = [](int) {};
  sigaction(SIGALRM, &interrupting, nullptr);
  const itimerval each{{0, 1000}, {0, 1000}};
  setitimer(ITIMER_REAL, &each, nullptr);
}

[[noreturn]] void hang() {
  for (;;) pause();
}

/// Ends the process if the sentence says so: immediately or "at exit".
void die_of(const Sentence& sentence) {
  if (sentence.rest == "at exit") {
    static Sentence last;
    if (last.verb.empty()) std::atexit([] { die_of(last); });
    last = {sentence.verb, ""};
    return;
  }
  if (sentence.verb == "aborts") std::abort();
  if (sentence.verb == "throws") throw std::runtime_error("an exception of the driver");
  if (sentence.verb == "segfaults") std::raise(SIGSEGV);
  if (sentence.verb == "exits") std::exit(std::atoi(sentence.rest.c_str()));
  if (sentence.verb == "hangs") hang();
}

}  // namespace

std::optional<Sentence> said_of(std::string_view wanted, std::size_t call) {
  const char* text = std::getenv("STUB_OPENCL");
  std::istringstream script(text != nullptr ? text : "");
  for (std::string line; std::getline(script, line, ';');) {
    std::istringstream words(line);
    std::string subject;
    Sentence sentence;
    words >> subject >> sentence.verb >> std::ws;
    std::getline(words, sentence.rest);
    if (is_about(subject, wanted, call)) return sentence;
  }
  return std::nullopt;
}

cl_int meet(std::string_view entry) {
  log(entry);
  const auto sentence = said_of(entry, count(entry));
  if (!sentence) return CL_SUCCESS;
  die_of(*sentence);
  if (sentence->verb == "skips") return skipped;
  if (sentence->verb == "repeats") return repeated;
  if (sentence->verb == "prints") {
    std::fputs(sentence->rest.c_str(), stderr);
    return CL_SUCCESS;
  }
  if (sentence->verb == "rounds") {
    std::fesetround(FE_TOWARDZERO);
    return CL_SUCCESS;
  }
  if (sentence->verb == "ticks") {
    tick();
    return CL_SUCCESS;
  }
  if (sentence->verb == "closes") {
    for (int descriptor = STDERR_FILENO + 1; descriptor < 100; ++descriptor) close(descriptor);
    return CL_SUCCESS;
  }
  if (sentence->verb == "runs") {
    (void)!std::system(sentence->rest.c_str());
    return CL_SUCCESS;
  }
  const int number = std::atoi(sentence->rest.c_str());
  if (sentence->verb != "takes") return number;
  std::this_thread::sleep_for(std::chrono::milliseconds(number));
  return CL_SUCCESS;
}

Bytes answer(std::string_view query, Bytes usual, std::size_t element) {
  log(query);
  const auto sentence = said_of(query, count(query));
  if (!sentence) return usual;
  die_of(*sentence);
  if (sentence->verb == "fails") return {std::atoi(sentence->rest.c_str()), {}};
  if (sentence->verb == "says")
    return {CL_SUCCESS, {sentence->rest.c_str(), sentence->rest.c_str() + sentence->rest.size() + 1}};
  Bytes given;
  std::istringstream numbers(sentence->rest);
  for (unsigned long long number = 0; numbers >> number;) {
    given.value.resize(given.value.size() + element);
    std::memcpy(&given.value[given.value.size() - element], &number, element);
  }
  return given;
}

}  // namespace stub_opencl
