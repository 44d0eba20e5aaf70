// Processes that crash, hang, fall silent and leave children behind. No driver is involved.
#include "harness/process/worker_process.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <malloc.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <memory>
#include <thread>
#include <utility>

#include "harness/process/worker_connection.hpp"
#include "harness/process/worker_process.hpp"
#include "system/processes.hpp"

namespace wgcts::harness {
namespace {

std::vector<std::string> shell(const std::string& script) { return {"/bin/sh", "-c", script}; }

const std::string hello = R"(echo '{"event": "hello"}'; )";
std::string at(const char* stage) {
  return std::string(R"(echo '{"event": "at", "stage": ")") + stage + "\"}'; ";
}

const std::string stays_alive = R"((while sleep 0.1; do echo '{"event": "alive"}'; done) & )";

/// The end of the script's process. Each stage has this limit in seconds. There is no limit before its first
/// line, because starting a process takes long on a busy machine.
Ending ending_of(const std::string& script, double limit = 20) {
  Loop loop;
  Ending ending;
  bool heard = false;
  WorkerProcess worker(loop.get(), shell(script),
                       {[&](WorkerProcess& w, const Event&) {
                          if (!std::exchange(heard, true)) w.allow(limit);
                        },
                        [&](WorkerProcess&, const Ending& end) { ending = end; }});
  worker.allow(20);
  uv_run(loop.get(), UV_RUN_DEFAULT);
  return ending;
}

TEST(WorkerProcess, DescribesItsEnd) {
  const Ending ended = ending_of(hello + "exit 3");
  EXPECT_TRUE(ended.greeted);
  EXPECT_EQ(ended.exit_code, 3);
  EXPECT_EQ(ended.describe(), "the worker ended with exit code 3");
  const Ending killed = ending_of(hello + at("build") + "echo last words >&2; kill -ABRT $$");
  EXPECT_EQ(killed.signal, SIGABRT);
  EXPECT_EQ(killed.stage, Stage::Build);
  EXPECT_EQ(killed.describe(), "the worker was killed by SIGABRT while building a program");
  EXPECT_EQ(killed.log, "last words\n");
  EXPECT_FALSE(killed.killed_from_outside);
  for (const char* sent : {"KILL", "TERM", "INT", "HUP", "XCPU", "USR1", "SYS"})
    EXPECT_TRUE(ending_of(fmt::format("kill -{} $$", sent)).killed_from_outside) << sent;
  for (const char* own : {"SEGV", "ABRT", "BUS", "FPE", "ILL"})
    EXPECT_EQ(ending_of(fmt::format("kill -{} $$", own)).verdict(), Verdict::Crash) << own;
  EXPECT_FALSE(ending_of("kill -KILL $$").greeted);
}

// A worker begins a new line for each event, because a launcher may print text without a newline.
TEST(WorkerProcess, AHelloCountsAfterALaunchersText) {
  for (const char* launcher :
       {"printf 'connected ... '; ", "printf '{'; ", "printf '{\"event\":\"hello\"} '; "}) {
    const Ending ended = ending_of(launcher + std::string(R"(printf '\n{"event":"hello"}\n'; exit 3)"));
    EXPECT_TRUE(ended.greeted) << launcher;
    EXPECT_EQ(ended.log.find("event\":\"hello\"}\n"), std::string::npos) << ended.log;
  }
  EXPECT_EQ(ending_of(R"(printf 'connected ... \n{"event":"hello"}\n\n')").log, "connected ... \n");
  EXPECT_FALSE(ending_of("echo 'connected ... '").greeted);
  // A line is either an event or other output.
  EXPECT_EQ(ending_of(hello + R"(echo 'x {"event":"hello"}')").log, "x {\"event\":\"hello\"}\n");
}

// The outputs of a kernel run, or a case with its program, may take many megabytes.
TEST(WorkerProcess, AnEventMayHaveManyMegabytes) {
  Loop loop;
  std::size_t bytes = 0;
  WorkerProcess worker(
      loop.get(),
      shell(hello +
            R"(printf '{"event": "ran", "outputs": ["'; head -c 9000000 /dev/zero | tr '\0' 0; echo '"]}')"),
      {[&](WorkerProcess&, const Event& event) {
         if (const auto* ran = std::get_if<Ran>(&event)) bytes = ran->outputs.at(0).size();
       },
       [](WorkerProcess&, const Ending&) {}});
  uv_run(loop.get(), UV_RUN_DEFAULT);
  EXPECT_EQ(bytes, 4500000U);
}

// A thread of a crashing worker may still send a verdict, for which the supervisor takes the log.
TEST(WorkerProcess, ATakenLogCounts) {
  Loop loop;
  Ending ending;
  const std::string last_words =
      "echo 'wgcts worker: it died in the suite'\\''s own work' >&2; echo backtrace: >&2; "
      "echo 'wgcts worker: it ended under a limit of the machine: memory' >&2; ";
  WorkerProcess worker(
      loop.get(),
      shell(hello + last_words +
            R"(sleep 0.3; echo '{"event": "examined", "defines": []}'; sleep 0.1; kill -ABRT $$)"),
      {[](WorkerProcess& w, const Event& event) {
         if (std::holds_alternative<Examined>(event)) EXPECT_NE(w.take_log(), "");
       },
       [&](WorkerProcess&, const Ending& end) { ending = end; }});
  uv_run(loop.get(), UV_RUN_DEFAULT);
  EXPECT_EQ(ending.limits, "memory");
  EXPECT_TRUE(ending.in_suites_work && ending.has_backtrace);
}

TEST(WorkerProcess, AnIdleWorkerHasNoStage) {
  EXPECT_FALSE(ending_of(at("build") + R"(echo '{"event": "done"}'; kill -ABRT $$)").stage);
}

TEST(WorkerProcess, SilenceIsLimited) {
  const Ending ended = ending_of(hello + at("create") + stays_alive + "sleep 60", 0.3);
  EXPECT_TRUE(ended.timed_out);
  EXPECT_FALSE(ended.killed_from_outside);
  EXPECT_EQ(ended.describe(), "no answer within 0.3 s while creating a kernel; --timeout allows more");
  EXPECT_EQ(ended.verdict(), Verdict::Timeout);
}

// The message must not advise a longer --timeout if another limit applied.
TEST(WorkerProcess, AShorterLimitIsReported) {
  Loop loop;
  Ending ending;
  WorkerProcess worker(
      loop.get(), shell("sleep 60"),
      {[](WorkerProcess&, const Event&) {}, [&](WorkerProcess&, const Ending& end) { ending = end; }});
  worker.allow(0.2);
  uv_run(loop.get(), UV_RUN_DEFAULT);
  ending.short_limit = true;
  EXPECT_EQ(ending.describe(), "no answer within 0.2 s; the attempt was given less than --timeout");
}

// The driver is not at fault for the time that data and judging take.
TEST(WorkerProcess, TheSuitesOwnWorkHasMoreTime) {
  EXPECT_FALSE(ending_of(at("data") + "sleep 1; " + at("judge") + "sleep 1; exit 0", 0.5).timed_out);
  const Ending ended = ending_of(at("judge") + "sleep 60", 0.05);
  EXPECT_TRUE(ended.timed_out);
  EXPECT_TRUE(ended.describe().starts_with("no answer within 10 times 0.05 s while ")) << ended.describe();
  EXPECT_EQ(ended.verdict(), Verdict::NotRun);
}

// SIGSTOP and SIGCONT, Ctrl-Z and fg, a suspended container, a busy machine: when this process continues, the
// timer is overdue and the answer is in the pipe.
TEST(WorkerProcess, AnswersDuringAStopCount) {
  for (const double stop : {2.0, 1.2, 0.7})
    for (const bool answered : {true, false}) {
      Loop loop;
      Ending ending;
      const std::string remark = R"(echo '{"event": "examined", "defines": []}'; )";
      WorkerProcess worker(loop.get(),
                           shell(hello + "sleep 0.2; " + remark + "sleep 0.2; " +
                                 (answered ? at("build") + "exit 3" : "sleep 60")),
                           {[&](WorkerProcess& w, const Event& event) {
                              if (std::holds_alternative<Hello>(event)) w.allow(0.5);
                              // The last wait has begun.
                              if (std::holds_alternative<Examined>(event))
                                std::this_thread::sleep_for(std::chrono::duration<double>(stop));
                            },
                            [&](WorkerProcess&, const Ending& end) { ending = end; }});
      worker.allow(20);
      uv_run(loop.get(), UV_RUN_DEFAULT);
      EXPECT_EQ(ending.timed_out, !answered) << "the timer starts again only once";
      if (answered) EXPECT_EQ(ending.exit_code, 3) << stop;
    }
}

// The caller's work before the call does not count.
TEST(WorkerProcess, ALimitBeginsWithItsCall) {
  Loop loop;
  Ending ending;
  WorkerProcess worker(loop.get(), shell(hello + "sleep 2.5; " + at("build") + "exit 3"),
                       {[](WorkerProcess& w, const Event& event) {
                          if (!std::holds_alternative<Hello>(event)) return;
                          std::this_thread::sleep_for(std::chrono::milliseconds(1500));
                          w.allow(1.5);
                        },
                        [&](WorkerProcess&, const Ending& end) { ending = end; }});
  uv_run(loop.get(), UV_RUN_DEFAULT);
  EXPECT_EQ(ending.exit_code, 3) << ending.describe();
}

const std::string lives = R"(echo '{"event": "alive"}'; )";

// A disk may become full after the worker has started.
TEST(WorkerProcess, AHangUnderALimitIsNoVerdict) {
  const std::string on_full_disk =
      R"((while sleep 0.1; do echo '{"event": "alive", "limits": "the room in /tmp"}'; done) & )";
  const Ending hung = ending_of(hello + at("build") + on_full_disk + "sleep 60", 1);
  EXPECT_EQ(hung.verdict(), Verdict::NotRun);
  EXPECT_EQ(hung.limits, "the room in /tmp");
}

// A frozen board or container, or a lost power supply or connection, silences the worker as a whole.
TEST(WorkerProcess, AStoppedWorkerIsNoHang) {
  const Ending hung = ending_of(hello + at("build") + stays_alive + "sleep 60", 1);
  EXPECT_EQ(hung.verdict(), Verdict::Timeout);
  const Ending stopped = ending_of(hello + lives + at("build") + "kill -STOP $$", 1);
  EXPECT_TRUE(stopped.timed_out);
  EXPECT_EQ(stopped.verdict(), Verdict::NotRun);
  EXPECT_EQ(stopped.describe(),
            "no sign of life for 1 s while building a program: the worker was stopped, or its machine or "
            "its connection was lost");
  const Ending stopped_at_once = ending_of(hello + at("build") + "kill -STOP $$", 1);
  EXPECT_EQ(stopped_at_once.verdict(), Verdict::NotRun) << stopped_at_once.describe();
  const Ending continued =
      ending_of(hello + lives + at("build") + "(sleep 1.4; kill -CONT $$) & kill -STOP $$; exit 3", 1);
  EXPECT_FALSE(continued.timed_out);
  EXPECT_EQ(continued.exit_code, 3);
}

// The connection passes only a few Alive events.
TEST(WorkerProcess, FewSignsOfLifeAreNone) {
  const auto start = std::chrono::steady_clock::now();
  const Ending ended = ending_of(hello + lives + at("build") + "while sleep 4; do " + lives + "done", 3);
  EXPECT_EQ(ended.verdict(), Verdict::NotRun) << ended.describe();
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(3 * 3));
}

// A driver in the kernel may block the exit of a process that has crashed.
TEST(WorkerProcess, ACrashWithoutAnEndIsACrash) {
  const std::string crashes = hello + lives + at("build") + "echo backtrace: >&2; kill -STOP $$";
  const Ending ended = ending_of(crashes, 1);
  EXPECT_EQ(ended.verdict(), Verdict::Crash);
  EXPECT_EQ(ended.describe(), "the worker crashed while building a program, and its process did not end");
  EXPECT_FALSE(excuse_for(ended, {}, {}, {}));
  const Ending of_suite =
      ending_of("echo \"wgcts worker: it died in the suite's own work\" >&2; " + crashes, 1);
  EXPECT_EQ(of_suite.verdict(), Verdict::NotRun);
  const Ending of_child =
      ending_of(hello + at("build") + "echo backtrace: >&2; " + stays_alive + "sleep 60", 1);
  EXPECT_EQ(of_child.verdict(), Verdict::Timeout) << "a process of the driver crashed, and not the worker";
  const Ending stopped =
      ending_of(hello + lives + at("build") + "echo backtrace of a child process: >&2; kill -STOP $$", 1);
  EXPECT_EQ(stopped.verdict(), Verdict::NotRun) << stopped.describe();
}

/// Ends the process and takes its exit code, so that libuv never reports the exit. A process that is blocked
/// in a kernel call behaves like this.
void end_unseen(const std::string& file) {
  pid_t process = 0;
  std::ifstream(file) >> process;
  ASSERT_GT(process, 0);
  kill(process, SIGKILL);
  waitpid(process, nullptr, 0);
}

TEST(WorkerProcess, AProcessThatDoesNotEndIsLeftBehind) {
  const std::string file = testing::TempDir() + "wgcts_unended_" + std::to_string(getpid());
  const std::string script = hello + at("build") + stays_alive + "sleep 60 & echo $$ > " + file +
                             R"(; echo '{"event": "examined", "defines": []}'; wait)";
  for (const bool destroyed : {false, true}) {
    Loop loop;
    Ending ending;
    bool unseen = false;
    auto worker = std::make_unique<WorkerProcess>(
        loop.get(), shell(script),
        WorkerCallbacks{[&](WorkerProcess& w, const Event& event) {
                          if (!std::holds_alternative<Examined>(event)) return;
                          end_unseen(file);
                          unseen = true;
                          w.allow(1);
                        },
                        [&](WorkerProcess&, const Ending& end) { ending = end; }});
    worker->allow(20);
    while (worker->running() && !unseen) uv_run(loop.get(), UV_RUN_ONCE);
    if (destroyed) worker.reset();
    uv_run(loop.get(), UV_RUN_DEFAULT);  // ends
    std::filesystem::remove(file);
    if (destroyed) continue;
    EXPECT_EQ(ending.verdict(), Verdict::Timeout);
    EXPECT_EQ(ending.describe(),
              fmt::format("no answer within 1 s while building a program; --timeout allows more, and its "
                          "process {} did not end when it was killed",
                          ending.unended));
    EXPECT_FALSE(worker->running());
  }
}

// It may hold the device, so that other cases fail too.
TEST(Excuse, AProcessThatDoesNotEndExcusesOthers) {
  const pid_t left = fork();
  if (left == 0) {
    for (;;) pause();
  }
  system::note_unended(left);
  Ending crashed{.greeted = true, .has_backtrace = true, .signal = SIGSEGV};
  EXPECT_EQ(excuse_for(crashed, {}, {}, {}),
            fmt::format("and beside the process {}, which did not end when it was killed", left));
  crashed.unended = left;
  EXPECT_EQ(excuse_for(crashed, {}, {}, {}), std::nullopt) << "it is no excuse for itself";
  crashed.unended = 0;
  kill(left, SIGKILL);
  waitpid(left, nullptr, 0);
  EXPECT_EQ(excuse_for(crashed, {}, {}, {}), std::nullopt);
}

// The driver is responsible only for its own threads and calls.
TEST(WorkerProcess, ACrashInTheSuitesWorkIsNoVerdict) {
  const Ending ended = ending_of(hello + at("build") +
                                 "echo \"wgcts worker: it died in the suite's own work\" >&2; kill -SEGV $$");
  EXPECT_EQ(ended.verdict(), Verdict::NotRun);
  EXPECT_EQ(
      ended.describe(),
      "the worker was killed by SIGSEGV in the suite's own work, by a defect there or because the driver "
      "had damaged memory");
  const Ending of_driver = ending_of(hello + at("judge") + "echo backtrace: >&2; kill -SEGV $$");
  EXPECT_EQ(of_driver.verdict(), Verdict::Crash);
  EXPECT_EQ(of_driver.describe(), "the worker was killed by SIGSEGV in a thread of the driver");
}

// A backtrace may be longer than the kept part of the output.
TEST(WorkerProcess, WhatAWorkerSaysOfItsEndIsNotCutOff) {
  const std::string many_lines = "seq 10000 >&2; ";
  const Ending limited = ending_of(hello + at("build") +
                                   "echo 'wgcts worker: it ended under a limit of the machine: the room in "
                                   "/tmp' >&2; echo backtrace: >&2; " +
                                   many_lines + "kill -ABRT $$");
  EXPECT_EQ(limited.limits, "the room in /tmp");
  EXPECT_EQ(limited.verdict(), Verdict::NotRun);
  const Ending of_suite =
      ending_of(hello + at("build") + "echo \"wgcts worker: it died in the suite's own work\" >&2; " +
                many_lines + "kill -SEGV $$");
  EXPECT_TRUE(of_suite.in_suites_work);
  const Ending of_driver =
      ending_of(hello + at("judge") + "echo backtrace: >&2; " + many_lines + "kill -SEGV $$");
  EXPECT_EQ(of_driver.describe(), "the worker was killed by SIGSEGV in a thread of the driver");
  EXPECT_LT(of_driver.log.size(), 10000U);
}

// Other processes use the processors for three quarters of the time. The driver still gets the whole limit.
TEST(WorkerProcess, NoPartOfTheLimitIsLostOnABusyMachine) {
  const auto at_work = [](double seconds) {
    Loop loop;
    Ending ending;
    const std::string script = fmt::format(R"(import sys, time
print('{{"event": "hello"}}\n{{"event": "at", "stage": "build"}}', flush=True)
start = time.monotonic()
while (spent := time.monotonic() - start) < 4 * {}:
    print('{{"event": "alive", "spent": {{"running": %f, "waiting": %f}}}}' % (0.25 * spent, 0.75 * spent), flush=True)
    time.sleep(0.05)
sys.exit(3))",
                                           seconds);
    WorkerProcess worker(loop.get(), {"python3", "-c", script},
                         {[](WorkerProcess& w, const Event& event) {
                            if (std::holds_alternative<Hello>(event)) w.allow(1);
                          },
                          [&](WorkerProcess&, const Ending& end) { ending = end; }});
    uv_run(loop.get(), UV_RUN_DEFAULT);
    return ending;
  };
  EXPECT_EQ(at_work(0.95).exit_code, 3);
  EXPECT_EQ(at_work(3).verdict(), Verdict::Timeout);
}

/// A worker that reports, for four seconds, that each of its threads ran this share of the time and waited
/// for a processor during the rest. It then exits with 3. On a busy machine, the interpreter may take a
/// second to start.
std::string runs_for(double part, unsigned threads = 1) {
  return fmt::format(R"(exec python3 -c 'import sys, time
start = time.monotonic()
while time.monotonic() < start + 4:
    spent = time.monotonic() - start
    print("{{\"event\": \"alive\", \"spent\": {{\"running\": %f, \"waiting\": %f}}}}" % ({1} * {0} * spent, {1} * (1 - {0}) * spent), flush=True)
    time.sleep(0.05)
sys.exit(3)')",
                     part, threads);
}

// A busy machine is not the driver's fault. Only the worker itself can measure its times behind every
// launcher. Without these times, the limit does not change.
TEST(WorkerProcess, TimeWithoutAProcessorDoesNotCount) {
  EXPECT_EQ(ending_of(hello + at("build") + runs_for(0.1), 2).exit_code, 3);
  EXPECT_EQ(ending_of(hello + at("build") + runs_for(1), 2).verdict(), Verdict::Timeout);
  const Ending idle = ending_of(at("build") + "sleep 60", 0.5);
  EXPECT_EQ(idle.verdict(), Verdict::Timeout) << "only a worker sends Alive, and it begins with Hello";
}

// If each of four threads runs for a quarter of the time, four seconds give the work of one second. A driver
// with more threads than processors waits for itself.
TEST(WorkerProcess, ThreadsWithoutAProcessorHaveTheTimeOfOne) {
  const std::string hello_of_four = R"(echo '{"event": "hello", "processors": 4}'; )";
  EXPECT_EQ(ending_of(hello_of_four + at("build") + runs_for(0.25, 4), 2).exit_code, 3);
  EXPECT_EQ(ending_of(hello_of_four + at("build") + runs_for(1, 4), 2).verdict(), Verdict::Timeout);
  EXPECT_EQ(ending_of(hello + at("build") + runs_for(0.25, 4), 2).verdict(), Verdict::Timeout);
}

TEST(WorkerProcess, EachStageHasItsOwnTimeLimit) {
  EXPECT_FALSE(ending_of(at("build") + "sleep 2; " + at("create") + "sleep 2; " + at("launch") + "sleep 2", 5)
                   .timed_out);
}

/// Whether the children of a worker that ended like this are killed.
bool leaves_nothing(const std::string& end) {
  const std::string file = testing::TempDir() + "wgcts_left_" + std::to_string(getpid());
  ending_of("sleep 300 & echo $! > " + file + "; " + end);
  pid_t left = 0;
  std::ifstream(file) >> left;
  EXPECT_GT(left, 0);
  bool gone = left <= 0;
  for (int i = 0; i < 100 && !gone; ++i) {
    std::string state = "gone";
    std::ifstream status("/proc/" + std::to_string(left) + "/stat");
    std::string word;
    if (status >> word >> word) status >> state;
    gone = state == "gone" || state == "Z";
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  std::remove(file.c_str());
  return gone;
}

TEST(WorkerProcess, KillsTheChildrenOfAWorker) {
  EXPECT_TRUE(leaves_nothing("kill -SEGV $$"));
  EXPECT_TRUE(leaves_nothing("exit 0")) << "a launcher that ends well may leave others behind";
}

// A soak run on a bad driver may lose thousands of workers. They must leave no memory or handles behind.
TEST(WorkerProcess, DeadWorkersLeaveNothingBehind) {
  Loop loop;
  const auto bury = [&](int deaths) {
    for (int i = 0; i < deaths; ++i) {
      WorkerProcess worker(loop.get(), shell("echo dying >&2; kill -SEGV $$"),
                           {[](WorkerProcess&, const Event&) {}, [](WorkerProcess&, const Ending&) {}});
      worker.allow(20);
      uv_run(loop.get(), UV_RUN_DEFAULT);
    }
    return mallinfo2().uordblks;
  };
  const std::size_t before = bury(50);
  EXPECT_LE(bury(300), before + 8192);
}

TEST(WorkerProcess, ThrowsAtOnceIfTheProgramIsMissing) {
  Loop loop;
  EXPECT_THROW(WorkerProcess(loop.get(), {"/nonexistent/worker"},
                             {[](WorkerProcess&, const Event&) {}, [](WorkerProcess&, const Ending&) {}}),
               std::runtime_error);
}

// A supervisor starts workers in callbacks of other workers. A nested loop would call it again.
TEST(WorkerProcess, TheLoopIsNeverNested) {
  Loop loop;
  struct State {
    uv_loop_t* loop;
    bool inside = false, nested = false, threw = false;
  } state{loop.get()};
  uv_timer_t soon, start;
  for (uv_timer_t* timer : {&soon, &start}) {
    uv_timer_init(loop.get(), timer);
    timer->data = &state;
  }
  const auto on_start = [](uv_timer_t* timer) {
    State& s = *static_cast<State*>(timer->data);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));  // the other timer is due
    s.inside = true;
    try {
      const WorkerProcess worker(s.loop, {"/nonexistent/worker"},
                                 {[](WorkerProcess&, const Event&) {}, [](WorkerProcess&, const Ending&) {}});
    } catch (const std::runtime_error&) {
      s.threw = true;
    }
    s.inside = false;
  };
  uv_timer_start(&start, on_start, 1, 0);
  uv_timer_start(
      &soon,
      [](uv_timer_t* timer) {
        State& s = *static_cast<State*>(timer->data);
        s.nested |= s.inside;
      },
      5, 5);
  for (int i = 0; i < 10; ++i) uv_run(loop.get(), UV_RUN_ONCE);
  EXPECT_TRUE(state.threw);
  EXPECT_FALSE(state.nested);
  for (uv_timer_t* timer : {&soon, &start}) uv_close(reinterpret_cast<uv_handle_t*>(timer), nullptr);
}

TEST(WorkerProcess, MayBeDestroyedInItsLastCallbackAndWhileItRuns) {
  Loop loop;
  std::unique_ptr<WorkerProcess> worker;
  std::string how;
  worker = std::make_unique<WorkerProcess>(loop.get(), shell("exit 7"),
                                           WorkerCallbacks{[](WorkerProcess&, const Event&) {},
                                                           [&](WorkerProcess&, const Ending& ending) {
                                                             worker.reset();
                                                             how = ending.how;
                                                           }});
  {
    const WorkerProcess running(loop.get(), shell("sleep 300"),
                                {[](WorkerProcess&, const Event&) {}, [](WorkerProcess&, const Ending&) {}});
  }
  uv_run(loop.get(), UV_RUN_DEFAULT);  // ends because nothing is left on the loop
  EXPECT_EQ(how, "ended with exit code 7");
  EXPECT_FALSE(worker);
}

}  // namespace
}  // namespace wgcts::harness
