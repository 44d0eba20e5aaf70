// A developer's tool: runs drawn programs on an OpenCL device and holds what they write against the
// interpreter. What differs is printed, with --shrink as small as it gets.
//
//     build/kits/pocl/launch build/programs_on_device --count 20000 --jobs 32 --time 300
//     build/kits/pocl/launch build/programs_on_device program.int.1d.4.17 --shrink
//
// A child process does the work and says in shared memory where it is, so that a driver that crashes or hangs
// costs one program. Several are built as one, which spares PoCL the reading of its library for each; where
// that fails they are halved until the one that fails is alone. Several jobs take from one row of programs:
// when time runs out, the last line says with which to go on.
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <atomic>
#include <cctype>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <iostream>
#include <optional>
#include <tuple>
#include <utility>

#include "device_run.hpp"
#include "reference/program/build.hpp"
#include "suites/programs/print.hpp"
#include "suites/programs/shrink.hpp"
#include "suites/programs/visit.hpp"

namespace {

using namespace wgcts::suites;
using Clock = std::chrono::steady_clock;

struct Options {
  std::vector<std::string> keys;
  std::uint64_t from = 0;
  std::uint64_t count = 100;
  unsigned limit = 30, shrink_limit = 60, jobs = 1;
  std::uint64_t batch = 16;
  double time = 0;
  std::size_t lanes = 1;
  std::string build;
  std::vector<std::string> types{"int", "uint", "long", "ulong", "float", "double"};
  bool print = false, shrink = false, cost = false, dodge_all = false, dodge_low_bit = false;
};

/// What the jobs share, in shared memory.
struct Tally {
  std::atomic<std::uint64_t> next = 0;  ///< the place of the first program that no job has taken
  std::atomic<std::uint64_t> same = 0, wrong = 0, broken = 0;
  Clock::time_point end;  ///< no program is begun behind it

  std::uint64_t done() const { return same + wrong + broken; }
  /// The places of the next `n` programs: none where they are done or time is up.
  std::pair<std::uint64_t, std::uint64_t> take(std::uint64_t n, std::uint64_t count) {
    if (Clock::now() >= end) return {0, 0};
    const std::uint64_t first = next.fetch_add(n);
    return {std::min(first, count), std::min(first + n, count)};
  }
};

/// Where the process that does a job's work is, in shared memory.
struct Work {
  std::uint64_t place = 0, end = 0;  ///< the program at hand, and behind the last of those taken with it
  std::uint64_t together = 1;        ///< how many of them are built as one
  bool began = false;                ///< the process has a device
  bool building = false;             ///< it is at those, not at the one
  bool differs = false;              ///< the program before that one differs, and is to be made smaller

  std::uint64_t built() const { return std::min(together, end - place); }
  /// Whether there are fewer to build as one, where they cannot be built as they are.
  bool halve() {
    const bool several = built() > 1;
    if (several) together = built() / 2;
    return several;
  }
};

/// Ends the process when it has taken so many seconds of the processor, or twenty times as many have gone by;
/// 0 takes that back. A machine that is busy with other things makes no driver hang.
void limit_time(unsigned seconds) {
  itimerval processor{};
  processor.it_value.tv_sec = seconds;
  setitimer(ITIMER_PROF, &processor, nullptr);
  alarm(20 * seconds);
}

bool is_limit(int signal) { return signal == SIGPROF || signal == SIGALRM; }

/// One T in memory that forked processes share.
template <class T>
T* shared() {
  return new (mmap(nullptr, sizeof(T), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)) T;
}

/// Writes a program around bugs that are known, so that others show.
void dodge(Program& program, const Options& options) {
  visit_program(
      program, [](Stmt&) {},
      [&](Expr& e) {
        if (e.kind != ExprKind::Collective || !is_predicate(e.collective.family)) return;
        Expr& x = e.operands[0];
        const bool is_truth = x.kind == ExprKind::Binary && (is_comparison(x.op) || is_logical(x.op));
        const bool is_not = x.kind == ExprKind::Unary && x.op == Operator::Not;
        if (options.dodge_low_bit && !is_truth && !is_not)
          x = unary(Operator::Not, unary(Operator::Not, std::move(x)));
        if (options.dodge_all && e.collective.family == wgcts::reference::Family::All) {
          Expr any =
              collective({wgcts::reference::Family::Any}, unary(Operator::Not, std::move(e.operands[0])));
          e = unary(Operator::Not, std::move(any));
        }
      });
}

ProgramKey nth_key(const Options& options, std::uint64_t n) {
  static constexpr struct {
    unsigned dim;
    wgcts::reference::Extents local;
  } shapes[] = {{1, {4, 1, 1}}, {1, {7, 1, 1}},  {2, {2, 3, 1}}, {3, {2, 2, 2}},
                {1, {3, 1, 1}}, {1, {16, 1, 1}}, {2, {8, 4, 1}}, {1, {33, 1, 1}}};
  const auto& shape = shapes[n / options.types.size() % std::size(shapes)];
  return {*wgcts::reference::gentype_named(options.types[n % options.types.size()]), shape.dim, shape.local,
          n};
}

ProgramKey key_of(const Options& options, std::uint64_t n) {
  if (options.keys.empty()) return nth_key(options, options.from + n);
  const auto key = parse_program_key(options.keys[n]);
  if (!key) {
    std::printf("%s is no name of a program, such as program.int.1d.4.17\n", options.keys[n].c_str());
    std::fflush(stdout);
    _exit(2);
  }
  return *key;
}

LegalProgram made(const Options& options, std::uint64_t n) {
  LegalProgram p = draw_program(key_of(options, n));
  dodge(p.program, options);
  return *proved(p.program, p.launch);
}

void show(const LegalProgram& p) {
  const auto& r = p.launch.range;
  std::printf("global size %s, local size %s\n%s", wgcts::reference::to_string(r.global, r.dim).c_str(),
              wgcts::reference::to_string(r.local, r.dim).c_str(), source_text(p.program, r.dim).c_str());
  for (std::size_t a = 0; a < p.launch.arguments.size(); ++a)
    std::printf("// n%zu: %lld\n", a, static_cast<long long>(p.launch.arguments[a]));
  const auto list = [](const char* name, const std::vector<Type>& types,
                       const std::vector<std::vector<Word>>& values) {
    for (std::size_t i = 0; i < types.size(); ++i) {
      std::printf("// %s%zu:", name, i);
      for (const Word w : values[i])
        is_floating(types[i]) ? std::printf(" %g", real(w)) : std::printf(" %lld", static_cast<long long>(w));
      std::printf("\n");
    }
  };
  list("in", p.program.inputs, p.launch.inputs);
  list("group", p.program.group_inputs, p.launch.group_inputs);
}

/// What a child process says on stderr, and the driver in it.
class Said {
 public:
  /// In the child: what is said from now on goes here.
  void listen() const { dup2(fileno(file_), STDERR_FILENO); }
  /// Forgets what was said.
  void clear() const {
    ftruncate(fileno(file_), 0);
    lseek(fileno(file_), 0, SEEK_SET);  // the place where the child writes
  }
  /// The last line, as far as one line of output goes.
  std::string last_line() const {
    std::string text(static_cast<std::size_t>(lseek(fileno(file_), 0, SEEK_END)), '\0');
    const ssize_t got = pread(fileno(file_), text.data(), text.size(), 0);
    text.resize(static_cast<std::size_t>(std::max<ssize_t>(0, got)));
    text.erase(text.find_last_not_of("\n ") + 1);
    return text.substr(text.rfind('\n') + 1).substr(0, 300);
  }

 private:
  std::FILE* file_ = std::tmpfile();
};

/// What became of a candidate of a shrinking: Right, Wrong, NotBuilt, or of what kind its death was.
using Fate = std::size_t;
constexpr Fate Right = 0, Wrong = 1, NotBuilt = 2;

Fate fate_of(const std::string& difference) {
  if (difference.empty()) return Right;
  return difference.find("build") != std::string::npos ? NotBuilt : Wrong;
}

/// Deaths are of one kind if the signal and the letters of the last words are: numbers differ from program to
/// program.
Fate fate_of_death(int signal, std::string words) {
  std::erase_if(words, [](unsigned char c) { return !std::isalpha(c); });
  return std::hash<std::string>()(std::to_string(signal) + words.substr(0, 60)) | 4;
}

/// The fates of candidates in their order, in shared memory: who goes on need not try again what others
/// tried.
struct Fates {
  std::array<Fate, 1 << 16> of{};
  std::size_t known = 0;
};

/// Goes on with the shrinking of the program until it ends, time is up or the driver dies, and prints the
/// smallest program to which the same happens as to the first.
void go_on_shrinking(const Options& options, std::uint64_t n, Clock::time_point end, Fates& fates,
                     const Said& said) {
  std::optional<Device> device;
  std::size_t place = 0;
  const auto fate = [&](const LegalProgram& p) {
    if (place == fates.of.size() || wgcts::reference::volume(p.launch.range.local) < options.lanes)
      return Right;
    if (place == fates.known) {
      if (!device) device = open_device();
      said.clear();
      limit_time(options.limit);
      const std::string last = difference(*device, p, options.build);
      limit_time(0);
      fates.of[fates.known] = fate_of(last);
      ++fates.known;
    }
    return fates.of[place++];
  };
  Shrinker shrinker(made(options, n));
  const Fate kind = fate(shrinker.smallest());
  // What others tried is gone through again whatever the time, or what they reached would be lost.
  const auto in_time = [&] { return place < fates.known || Clock::now() < end; };
  bool ended = kind == Right;
  while (!ended && in_time()) {
    const auto smaller = shrinker.next();
    ended = !smaller;
    if (smaller && fate(*smaller) == kind) shrinker.accept();
  }
  const ProgramKey key = key_of(options, n);
  ProgramKey smallest = key;
  smallest.edits.insert(smallest.edits.end(), shrinker.steps().begin(), shrinker.steps().end());
  // What avoids a known bug is another program than the suite's, and one without a collective is none of its.
  const bool has_name =
      !options.dodge_all && !options.dodge_low_bit && shrinker.smallest().expected.collectives != 0;
  std::printf("// %s made smaller%s%s\n", name(key).c_str(), has_name ? ": " : "",
              has_name ? name(smallest).c_str() : "");
  show(shrinker.smallest());
  std::printf("// %zu tried%s: %s\n\n", place, ended ? "" : ", then time was up",
              kind == Right      ? "right, in a process of its own"
              : kind == Wrong    ? "wrong"
              : kind == NotBuilt ? "does not build"
                                 : "takes the process down");
}

void shrink(const Options& options, std::uint64_t n) {
  auto* fates = shared<Fates>();
  const Said said;
  const Clock::time_point end = Clock::now() + std::chrono::seconds(options.shrink_limit);
  for (bool ended = false; !ended;) {
    const pid_t child = fork();
    if (child == 0) {
      said.listen();
      go_on_shrinking(options, n, end, *fates, said);
      std::fflush(stdout);
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    ended = !WIFSIGNALED(status) || fates->known == fates->of.size();
    if (!ended) fates->of[fates->known++] = fate_of_death(WTERMSIG(status), said.last_line());
  }
  munmap(fates, sizeof(Fates));
}

/// The programs at hand that are built as one, with names of their own.
std::vector<LegalProgram> made_together(const Options& options, const Work& work) {
  std::vector<LegalProgram> programs;
  for (std::uint64_t n = work.place; n < work.place + work.built(); ++n) {
    programs.push_back(made(options, n));
    programs.back().program.suffix = "_" + std::to_string(n);
  }
  return programs;
}

/// Runs programs until one takes the process down, or is to be made smaller: a driver that runs here is of no
/// use to a process that is forked from this one. What the driver says goes to `said`.
void work(const Options& options, Tally& tally, Work& work, std::uint64_t count, const Said& said) {
  said.listen();
  const Device device = open_device();
  work.began = true;
  while (!work.differs) {
    if (work.place == work.end) {
      std::tie(work.place, work.end) = tally.take(options.batch, count);
      work.together = options.batch;
      if (work.place == work.end) break;
    }
    const std::vector<LegalProgram> programs = made_together(options, work);
    if (options.print)
      for (const LegalProgram& p : programs) show(p);
    std::fflush(stdout);
    said.clear();
    work.building = true;
    const std::clock_t begun = std::clock();
    limit_time(options.limit * static_cast<unsigned>(programs.size()));
    const Built built(device, programs, options.build);
    work.building = false;
    if (!built.refusal().empty() && work.halve()) continue;
    for (const LegalProgram& p : programs) {
      limit_time(options.limit);
      const std::string wrong = built.refusal().empty() ? built.difference(device, p) : built.refusal();
      limit_time(0);
      const std::string called = name(key_of(options, work.place));
      if (options.cost)
        std::printf("%s %.3f\n", called.c_str(), static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC);
      ++(wrong.empty() ? tally.same : tally.wrong);
      if (!wrong.empty()) std::printf("%s: %s\n", called.c_str(), wrong.c_str());
      std::fflush(stdout);
      work.differs = !wrong.empty() && options.shrink;
      ++work.place;
      if (work.differs) break;
    }
    work.together = std::min(2 * work.together, options.batch);
  }
  _exit(0);
}

/// Does a job: takes programs until there are none left. Gives the exit code: 0, or 2 where OpenCL fails.
int do_job(const Options& options, Tally& tally, std::uint64_t count) {
  auto* at = shared<Work>();
  const Said said;
  for (;;) {
    at->began = false;
    const pid_t child = fork();
    if (child == 0) work(options, tally, *at, count, said);
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) != 0) return 2;
    if (WIFSIGNALED(status)) {
      if (!at->began || at->place == at->end) return 2;
      if (std::exchange(at->building, false) && at->halve()) continue;
      std::printf("%s: signal %d%s", name(key_of(options, at->place)).c_str(), WTERMSIG(status),
                  is_limit(WTERMSIG(status)) ? " (out of time)" : "");
      const std::string words = said.last_line();
      std::printf("%s%s\n", words.empty() ? "" : ": ", words.c_str());
      std::fflush(stdout);
      ++tally.broken;
      ++at->place;
    } else if (!at->differs) {
      return 0;
    }
    if (options.shrink) shrink(options, at->place - 1);
    at->differs = false;
  }
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app("Runs drawn programs on a device and holds them against the interpreter.");
  app.add_option("key", options.keys, "names of programs, such as program.int.1d.4.17");
  app.add_option("--from", options.from, "the first seed");
  app.add_option("--count", options.count, "how many seeds");
  app.add_option("--types", options.types, "gentypes to draw programs of")->delimiter(',');
  app.add_option("--limit", options.limit, "seconds of processor time that a program may take");
  app.add_option("--time", options.time, "seconds after which no further program is begun");
  app.add_option("--batch", options.batch, "how many programs are built as one")->check(CLI::PositiveNumber);
  app.add_option("--jobs", options.jobs, "how many processes run programs")->check(CLI::PositiveNumber);
  app.add_option("--shrink-limit", options.shrink_limit, "seconds that making one program smaller may take");
  app.add_option("--lanes", options.lanes, "what is made smaller keeps so many work-items in a work-group");
  app.add_option("--build", options.build, "build options");
  app.add_flag("--print", options.print, "print each program");
  app.add_flag("--cost", options.cost, "print the seconds of processor time that each program took");
  app.add_flag("--shrink", options.shrink, "make what differs smaller");
  app.add_flag("--dodge-all", options.dodge_all, "write all(x) as !any(!x)");
  app.add_flag("--dodge-low-bit", options.dodge_low_bit, "pass predicates 0 and 1 only");
  CLI11_PARSE(app, argc, argv);
  if (options.cost) options.batch = 1;
  const std::uint64_t count = options.keys.empty() ? options.count : options.keys.size();
  auto* tally = shared<Tally>();
  tally->end = options.time > 0 ? Clock::now() + std::chrono::milliseconds(std::llround(1000 * options.time))
                                : Clock::time_point::max();
  std::setvbuf(stdout, nullptr, _IOFBF, 1 << 20);  // what is printed at once stays together
  for (unsigned job = 0; job < options.jobs; ++job)
    if (fork() == 0) _exit(do_job(options, *tally, count));
  bool failed = false;
  for (int status = 0; wait(&status) > 0;) failed |= status != 0;
  std::printf("%llu programs: %llu as expected, %llu differ, %llu crash or hang\n",
              static_cast<unsigned long long>(tally->done()), static_cast<unsigned long long>(tally->same),
              static_cast<unsigned long long>(tally->wrong), static_cast<unsigned long long>(tally->broken));
  if (failed) return std::puts("OpenCL failed, or the driver took a process down before any program"), 2;
  if (tally->next < count && options.keys.empty())
    std::printf("time was up: --from %llu --count %llu goes on\n",
                static_cast<unsigned long long>(options.from + tally->next),
                static_cast<unsigned long long>(count - tally->next));
  return tally->same == count ? 0 : 1;
}
