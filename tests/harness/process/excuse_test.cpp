#include <gtest/gtest.h>

#include <csignal>

#include "harness/process/worker_process.hpp"

namespace wgcts::harness {
namespace {

Refused refused_with(int error, std::optional<Stage> stage = {}) {
  Refused refused;
  refused.error = error;
  refused.stage = stage;
  return refused;
}

const Refused build_program_failure = refused_with(-11);

// The system may have killed the driver's compiler process. The driver then refuses, crashes or waits.
// /proc/vmstat counts such kills. A launcher may start the worker on this machine, too.
TEST(Excuse, ADriverWhoseCompilerWasKilledIsNotToBlame) {
  const Ending refused{.greeted = true}, crashed{.greeted = true, .has_backtrace = true, .signal = SIGABRT},
      silent{.greeted = true, .timed_out = true, .signal = SIGKILL};
  const system::Memory before{.oom_kills = 3}, same{.oom_kills = 3}, more{.oom_kills = 4};
  WorkerSetup launched;
  launched.launcher = "ssh board";
  const std::pair<Ending, std::optional<Refused>> ends[] = {
      {refused, build_program_failure}, {crashed, std::nullopt}, {silent, std::nullopt}};
  for (const auto& [ending, refusal] : ends) {
    EXPECT_EQ(excuse_for(ending, {}, before, more, refusal),
              "and the system was killing processes because memory ran out");
    EXPECT_FALSE(excuse_for(ending, {}, before, same, refusal));
    EXPECT_FALSE(excuse_for(ending, {}, {}, {}, refusal)) << "a system that does not count kills";
    EXPECT_EQ(excuse_for(ending, launched, before, more, refusal),
              excuse_for(ending, {}, before, more, refusal));
  }
}

// Such a kill at the end of a worker counted against the driver, unlike one before its end.
TEST(Excuse, ADriverWhoseCompilerWasKilledIsNotToBlameAtTheEnd) {
  const Ending crashed{.greeted = true, .has_backtrace = true, .signal = SIGABRT},
      silent{.greeted = true, .timed_out = true, .signal = SIGKILL};
  const system::Memory before{.oom_kills = 3}, same{.oom_kills = 3}, more{.oom_kills = 4};
  for (const Ending& ending : {crashed, silent})
    for (const bool dismissed : {false, true}) {
      EXPECT_FALSE(ended_badly(ending, {}, before, more, dismissed, false)) << dismissed;
      EXPECT_TRUE(ended_badly(ending, {}, before, same, dismissed, false)) << dismissed;
    }
}

// At the end of a worker behind a launcher, an exit code may be that of valgrind. Before its end, it may be
// that of a launcher that lost its connection.
TEST(Excuse, AnExitCodeBehindALauncherCountsOnlyAtTheEnd) {
  WorkerSetup launched;
  launched.launcher = "valgrind";
  const Ending ending{.greeted = true, .exit_code = 99};
  EXPECT_TRUE(ended_badly(ending, launched, {}, {}, true, false));
  EXPECT_FALSE(ended_badly(ending, launched, {}, {}, false, false));
}

// A worker that was refused looks for reached limits before it ends. A file system may not answer.
TEST(Excuse, ARefusalForLackOfResourcesIsForgivenHoweverItsWorkerEnds) {
  for (const Ending& ending :
       {Ending{.greeted = true}, Ending{.greeted = true, .timed_out = true, .signal = SIGKILL}})
    EXPECT_EQ(excuse_for(ending, {}, {}, {}, refused_with(out_of_resources)), "");
}

// Queries and clCreateContext may return this error. After that, it counts.
TEST(Excuse, ADeviceThatIsNotAvailableIsForgivenInItsSetUpOnly) {
  const Ending ending{.greeted = true};
  EXPECT_EQ(excuse_for(ending, {}, {}, {}, refused_with(device_not_available, Stage::Context)),
            "and another program uses the device");
  EXPECT_FALSE(excuse_for(ending, {}, {}, {}, refused_with(device_not_available, Stage::Launch)));
}

// Another program may block the device, and a crash would count against all cases of a job.
TEST(Excuse, AnEndThatSetsUpTheDeviceIsForgivenOnce) {
  const Ending hung{.greeted = true, .timed_out = true, .signal = SIGKILL},
      crashed{.greeted = true, .has_backtrace = true, .signal = SIGSEGV};
  for (Ending ending : {hung, crashed}) {
    for (const Stage stage : {Stage::Devices, Stage::Context}) {
      ending.stage = stage;
      EXPECT_EQ(excuse_for(ending, {}, {}, {}), "");
      EXPECT_FALSE(excuse_for(ending, {}, {}, {}, build_program_failure)) << "a refusal before that end";
    }
    ending.stage = Stage::Build;
    EXPECT_FALSE(excuse_for(ending, {}, {}, {}));
  }
}

// A launcher in a separate process may crash. A driver that crashes without a backtrace crashes again.
TEST(Excuse, ALaunchersOwnCrashIsForgivenOnce) {
  WorkerSetup launched;
  launched.launcher = "ssh board";
  const Ending launchers{.greeted = true, .signal = SIGSEGV};
  Ending drivers = launchers;
  drivers.has_backtrace = true;
  EXPECT_EQ(excuse_for(launchers, launched, {}, {}, std::nullopt), "");
  EXPECT_FALSE(excuse_for(drivers, launched, {}, {}, std::nullopt));
  EXPECT_FALSE(excuse_for(launchers, {}, {}, {}, std::nullopt));
}

// Behind ssh or docker, a crash with a backtrace was forgiven like a lost connection, so a driver that
// crashes now and then passed. If the worker crashes at its end, ssh exits with 255, its code for a lost
// connection.
TEST(Excuse, ACrashWithABacktraceBehindALauncherIsTheDrivers) {
  WorkerSetup launched;
  launched.launcher = "ssh board";
  for (const int code : {128 + SIGSEGV, 256 - SIGSEGV, 1, 255}) {
    Ending crashed{.greeted = true, .has_backtrace = true, .exit_code = code};
    EXPECT_FALSE(excuse_for(crashed, launched, {}, {}, std::nullopt)) << code;
    EXPECT_FALSE(is_of_launcher(crashed, launched)) << code;
    crashed.has_backtrace = false;
    EXPECT_TRUE(excuse_for(crashed, launched, {}, {}, std::nullopt)) << code;
    EXPECT_EQ(is_of_launcher(crashed, launched), code == 255) << code;
  }
}

// Shells exit with 128 plus the signal. Python's sys.exit(subprocess.call(...)) exits with the negative
// signal.
TEST(Excuse, ALauncherMayPassOnASignalInTwoWays) {
  WorkerSetup launched;
  launched.launcher = "./launch.py";
  const auto passed_on = [](int code) { return Ending{.greeted = true, .exit_code = code}; };
  for (const int signal : {SIGTERM, SIGKILL})
    for (const int code : {128 + signal, 256 - signal}) {
      EXPECT_TRUE(is_of_launcher(passed_on(code), launched)) << code;
      EXPECT_NE(excuse_for(passed_on(code), launched, {}, {}, std::nullopt).value_or(""), "") << code;
    }
  for (const int code : {128 + SIGSEGV, 256 - SIGSEGV}) {
    EXPECT_FALSE(is_of_launcher(passed_on(code), launched)) << code;
    EXPECT_EQ(excuse_for(passed_on(code), launched, {}, {}, std::nullopt), "") << code;
  }
}

}  // namespace
}  // namespace wgcts::harness
