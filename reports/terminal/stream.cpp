#include "reports/terminal/stream.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "suites/parse.hpp"
#include "system/streams.hpp"

namespace wgcts::reports {
namespace {

constexpr double bar_interval = 0.1;  // seconds
constexpr double line_interval = 5.0;
constexpr double first_guess = 1.0;  // seconds before the first estimate of the remaining time
constexpr std::size_t bar_width = 20;

std::string minutes(double seconds) {
  const auto whole = static_cast<long>(std::ceil(seconds));
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

}  // namespace

void print_now(std::FILE* stream, const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), stream) == text.size()) std::fflush(stream);
}

bool is_terminal(std::FILE* stream) {
  const char* kind = std::getenv("TERM");
  return system::is_interactive(stream) && kind != nullptr && std::string_view(kind) != "dumb";
}

bool wants_colour(std::FILE* stream) { return is_terminal(stream) && std::getenv("NO_COLOR") == nullptr; }

std::size_t width_of(std::FILE* stream) {
  constexpr std::size_t least = 20, most = 1000, usual = 100;
  const auto sane = [](std::size_t width) { return least <= width && width <= most; };
  if (const char* columns = std::getenv("COLUMNS")) {
    if (const auto width = whole_number<std::size_t>(columns); width && sane(*width)) return *width;
  }
  if (const std::size_t width = system::terminal_width(stream); sane(width)) return width;
  return system::is_interactive(stream) ? usual : unlimited_width;
}

Progress::Progress(std::size_t total, std::FILE* out, bool terminal, Clock clock)
    : total_(total), out_(out), terminal_(terminal), clock_(std::move(clock)), start_(clock_()) {}

void Progress::add(Verdict verdict) {
  ++done_;
  if (verdict == Verdict::NotRun)
    ++given_up_;
  else if (!info(verdict).good)
    ++failures_;
  const double elapsed = std::chrono::duration<double>(clock_() - start_).count();
  if (terminal_)
    show_bar(elapsed);
  else
    show_line(elapsed);
}

Progress::~Progress() {
  if (terminal_ && shown_at_ >= 0) print_now(out_, "\r\x1b[K");
}

void Progress::show_bar(double elapsed) {
  if (shown_at_ >= 0 && elapsed - shown_at_ < bar_interval) return;
  shown_at_ = elapsed;
  const std::size_t filled = std::min(bar_width, done_ * bar_width / std::max(total_, std::size_t{1}));
  print_now(out_,
            fmt::format("\r[{:#<{}}{:-<{}}] {}\x1b[K", "", filled, "", bar_width - filled, counts(elapsed)));
}

void Progress::show_line(double elapsed) {
  const std::size_t tenth = done_ * 10 / std::max(total_, std::size_t{1});
  if (tenth == shown_tenth_ && elapsed - std::max(shown_at_, 0.0) < line_interval) return;
  shown_at_ = elapsed;
  shown_tenth_ = tenth;
  print_now(out_, counts(elapsed) + "\n");
}

std::string Progress::counts(double elapsed) const {
  auto text = fmt::format("{}/{} cases, {} failing", done_, total_, failures_);
  if (given_up_ != 0) text += fmt::format(", {} not run", given_up_);
  if (elapsed >= first_guess && done_ < total_) {
    const double left = elapsed / static_cast<double>(done_) * static_cast<double>(total_ - done_);
    text += fmt::format(", {} left", minutes(left));
  }
  return text;
}

}  // namespace wgcts::reports
