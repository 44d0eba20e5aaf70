
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "reports/terminal/terminal.hpp"

namespace wgcts::reports {
namespace {

class ProgressTest : public testing::Test {
 protected:
  ProgressTest() : out_(open_memstream(&text_, &size_)) {}
  ~ProgressTest() override {
    std::fclose(out_);
    std::free(text_);
  }

  Progress progress(std::size_t total, bool terminal) {
    return Progress(total, out_, terminal, [this] {
      return std::chrono::steady_clock::time_point{} + std::chrono::milliseconds(now_);
    });
  }

  std::string written() {
    std::fflush(out_);
    return {text_, size_};
  }

  long now_ = 1000000;  // milliseconds; no clock starts at 0

 private:
  char* text_ = nullptr;
  std::size_t size_ = 0;
  std::FILE* out_;
};

// A case that was not run is not a failure.
TEST_F(ProgressTest, NotRunIsNotAFailure) {
  auto lines = progress(2, false);
  lines.add(Verdict::Timeout);
  lines.add(Verdict::NotRun);
  EXPECT_EQ(written(), "1/2 cases, 1 failing\n2/2 cases, 1 failing, 1 not run\n");
}

TEST_F(ProgressTest, BarIsRewrittenInPlace) {
  {
    auto bar = progress(8, true);
    bar.add(Verdict::Pass);
    now_ += 2000;
    bar.add(Verdict::Crash);
  }
  EXPECT_EQ(written(),
            "\r[##------------------] 1/8 cases, 0 failing\x1b[K"
            "\r[#####---------------] 2/8 cases, 1 failing, 0:06 left\x1b[K"
            "\r\x1b[K");
}

TEST_F(ProgressTest, BarTenTimesASecondAtMost) {
  auto bar = progress(1000, true);
  for (int i = 0; i < 1000; ++i, ++now_) bar.add(Verdict::Pass);
  const auto text = written();
  EXPECT_EQ(std::count(text.begin(), text.end(), '\r'), 10);
}

TEST_F(ProgressTest, DestructorClears) {
  { progress(1, true).add(Verdict::Pass); }
  EXPECT_TRUE(written().ends_with("\r\x1b[K"));
}

TEST_F(ProgressTest, NothingToShow) {
  for (const bool terminal : {true, false}) (void)progress(0, terminal);
  EXPECT_EQ(written(), "");
}

TEST_F(ProgressTest, PlainLinesEachTenth) {
  auto lines = progress(20, false);
  for (int i = 0; i < 20; ++i) lines.add(i < 2 ? Verdict::Fail : Verdict::Skip);
  EXPECT_EQ(written(),
            "2/20 cases, 2 failing\n4/20 cases, 2 failing\n6/20 cases, 2 failing\n8/20 cases, 2 failing\n"
            "10/20 cases, 2 failing\n12/20 cases, 2 failing\n14/20 cases, 2 failing\n16/20 cases, 2 failing\n"
            "18/20 cases, 2 failing\n20/20 cases, 2 failing\n");
}

TEST_F(ProgressTest, PlainLinesEachFiveSeconds) {
  auto lines = progress(1000, false);
  for (int i = 0; i < 12; ++i) {
    now_ += 1000;
    lines.add(Verdict::Pass);
  }
  EXPECT_EQ(written(), "5/1000 cases, 0 failing, 16:35 left\n10/1000 cases, 0 failing, 16:30 left\n");
}

TEST_F(ProgressTest, MoreCasesThanAnnounced) {
  auto bar = progress(1, true);
  for (int i = 0; i < 3; ++i, now_ += 5000) bar.add(Verdict::Pass);
  EXPECT_NE(written().find("[####################] 3/1 cases, 0 failing\x1b[K"), std::string::npos);
}

}  // namespace
}  // namespace wgcts::reports
