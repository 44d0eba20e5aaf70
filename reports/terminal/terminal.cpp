#include "reports/terminal/terminal.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <ranges>
#include <set>
#include <span>

#include "reference/clauses.hpp"
#include "reference/lists.hpp"
#include "reports/model/text.hpp"
#include "reports/words/words.hpp"
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

std::string paint(std::string_view text, std::string_view colour, bool wanted) {
  return wanted ? fmt::format("\x1b[{}m{}\x1b[0m", colour, text) : std::string(text);
}

std::string paint(std::string_view text, Verdict verdict, bool colour) {
  return paint(text, style_of(verdict).colour, colour);
}

/// `text` in the bug's colour, if wanted. Consecutive bugs have different colours, and none has the colour of
/// a pass.
std::string paint_bug(std::string_view text, std::size_t number, bool colour) {
  constexpr std::array<std::string_view, 5> colours{"1;31", "1;35", "1;36", "1;33", "1;34"};
  return paint(text, colours[(number - 1) % colours.size()], colour);
}

std::string clause_text(const std::set<std::string>& ids, std::size_t width) {
  if (ids.empty()) return {};
  const std::string text = printable(fmt::format("{}", fmt::join(ids, " ")));
  const Clause* clause = find_clause(*ids.begin());
  if (clause == nullptr) return text;
  const std::string cited = fmt::format("{}: {}", text, clause->text);
  return cited.size() <= width ? cited : text;
}

/// A bug of the report with its number, or a group of failures that no bug explains.
std::string paragraph(const Report& report, const Bug& bug, std::size_t number, const TerminalStyle& style) {
  const Verdict verdict = verdict_of(report, bug);
  const bool is_bug = is_diagnosed(bug);
  const std::string mark = is_bug ? fmt::format("bug {}", number) : std::string(info(verdict).name);
  const std::string signature = is_bug ? "  " + bug.signature + "  " : "  ";
  const std::size_t used = std::min(style.width, mark.size() + signature.size());
  std::string text = (is_bug ? paint_bug(mark, number, style.colour) : paint(mark, verdict, style.colour)) +
                     signature + shortened(printable(bug.sentence), style.width - used);
  const auto line = [&](std::string_view title, std::string_view words) {
    if (!words.empty()) text += "\n    " + shortened(fmt::format("{:<8} {}", title, words), style.width - 4);
  };
  line("cause", cause_text(bug));
  line("extent", extent_text(report, bug));
  line("clause", clause_text(bug.clauses, style.width - std::min<std::size_t>(style.width, 13)));
  line(is_bug ? "smallest" : "example", minimal_text(bug));
  line("passing", neighbour_text(bug));
  line("compiler", compiler_text(bug));
  line("log", log_text(report, bug));
  // Commands and reasons are not truncated.
  if (const std::string program = reproducer_text(bug); !program.empty()) text += "\n    program  " + program;
  if (const std::string rerun = bug_command(report, bug); !rerun.empty() && bug.reproducer.empty())
    text += "\n    rerun    " + rerun;
  return text + "\n";
}

std::string device_words(const DeviceFacts& device) {
  if (device.name.empty()) return "none";
  return printable(fmt::format("{}, {}, driver {}", device.name, device.version, device.driver));
}

std::string count_words(const Report& report, const TerminalStyle& style) {
  const Counts counts = count_verdicts(report.cases);
  std::string words;
  for (const auto& verdict : verdicts) {
    const std::size_t n = counts[verdict.verdict];
    if (n == 0) continue;
    words += words.empty() ? ": " : ", ";
    words += paint(fmt::format("{} {}", n, verdict.name), verdict.verdict, style.colour);
  }
  return fmt::format("{}{}", report.cases.size(), words);
}

std::string bug_count_words(const Report& report) {
  const auto is_failing = [](const CaseResult& result) { return is_device_failure(result.verdict); };
  const auto is_explained = [&](const CaseResult& result) {
    return is_failing(result) && !bugs_of(report, result).empty();
  };
  const auto failing = std::ranges::count_if(report.cases, is_failing);
  if (failing == 0) return fmt::format("{}, all in the baseline", report.bugs.size());
  const auto known =
      std::ranges::count_if(report.bugs, [&](const Bug& bug) { return is_known(report, bug); });
  const auto bugs = std::ssize(report.bugs) - known;
  return fmt::format("{} {} {} of {} failing cases", bugs, bugs == 1 ? "explains" : "explain",
                     std::ranges::count_if(report.cases, is_explained), failing) +
         (known == 0 ? "" : fmt::format("; {} more in the baseline", known));
}

std::string reason_text(std::string_view word, Verdict verdict, std::size_t cases, const std::string& reason,
                        const TerminalStyle& style) {
  const auto count = fmt::format("  {}: ", counted(cases, "case"));
  return paint(word, verdict, style.colour) + count +
         shortened(reason, style.width - std::min(style.width, word.size() + count.size())) + "\n";
}

constexpr std::size_t least_name_width = 20;
constexpr std::size_t cell_width = 8;  // three marks, the spaces between them, and the gap

/// The width of the longest shown name and a gap; at least the width for the core builtins, so that most runs
/// have the same columns.
std::size_t name_width_of(const std::vector<MatrixRow>& rows) {
  std::size_t width = least_name_width;
  for (const MatrixRow& row : rows) width = std::max(width, row.builtin->name.size() + 2);
  return width;
}

constexpr const char* no_case = "-";
bool is_empty(const MatrixCell& cell) { return !worst(cell.counts); }

std::string bug_letter(std::size_t number, const TerminalStyle& style) {
  return paint_bug(number <= 9 ? std::to_string(number) : "+", number, style.colour);
}

std::string verdict_letter(Verdict verdict, const TerminalStyle& style) {
  return paint(std::string(1, style_of(verdict).letter), verdict, style.colour);
}

std::string cell_text(const MatrixCell& cell, const TerminalStyle& style) {
  if (is_empty(cell)) return no_case;
  return cell.bug != nullptr ? bug_letter(cell.number, style) : verdict_letter(cell.verdict, style);
}

// Explains the marks that occur in the matrix.
std::string legend(const Report& report, const std::vector<MatrixRow>& rows, const TerminalStyle& style) {
  std::set<std::size_t> numbers;
  std::set<Verdict> shown;
  bool some_empty = false;
  for (const MatrixRow& row : rows)
    for (const MatrixCell& cell : row.cells)
      if (is_empty(cell))
        some_empty = true;
      else if (cell.bug != nullptr)
        numbers.insert(cell.number);
      else
        shown.insert(cell.verdict);
  std::string text = report.bugs.empty()
                         ? "1, 2 and 3 dimensions, with the worst verdict of each:"
                         : "1, 2 and 3 dimensions, with the most specific bug or the worst verdict of each:";
  std::size_t column = text.size();
  const auto add = [&](const std::string& mark, std::string_view meaning) {
    const std::size_t width = 2 + meaning.size();
    const bool fits = column + 2 + width <= style.width;
    text += fmt::format("{}{} {}", fits ? "  " : "\n  ", mark, meaning);
    column = (fits ? column : 0) + 2 + width;
  };
  for (const std::size_t number : numbers)
    add(bug_letter(number, style), "bug " + report.bugs[number - 1].signature);
  for (const Verdict verdict : shown) add(verdict_letter(verdict, style), info(verdict).name);
  if (some_empty) add(no_case, "no case");
  return text + "\n";
}

std::string block_text(const std::vector<MatrixRow>& rows, std::span<const GenType> types,
                       std::size_t name_width, const TerminalStyle& style) {
  // A gap is written only before a cell, so that no line ends in spaces.
  std::string text, gap(name_width, ' ');
  for (const GenType type : types) {
    text += gap + std::string(info(type).name);
    gap.assign(cell_width - info(type).name.size(), ' ');
  }
  text += "\n";
  for (const Builtin* subject : subjects) {
    std::string line{subject->name};
    gap.assign(name_width - std::min(name_width, subject->name.size()), ' ');
    bool some = false;
    for (const GenType type : types) {
      const MatrixRow* row = row_of(rows, subject, type);
      if (row == nullptr) {
        gap.append(cell_width, ' ');
        continue;
      }
      some = true;
      line += gap + joined(row->cells, " ", [&](const MatrixCell& cell) { return cell_text(cell, style); });
      gap.assign(cell_width - 5, ' ');
    }
    if (some) text += line + "\n";
  }
  return text;
}

std::string known_text(const Report& report, const TerminalStyle& style) {
  std::string text;
  for (const auto& [cases, reason, link] : known_failures(report))
    text += reason_text("known", Verdict::ExpectedFail, cases, link.empty() ? reason : reason + ", " + link,
                        style);
  return text;
}

/// The first failures outside of cases, with the main line of the worker's log.
std::string run_failures_text(const Report& report, const TerminalStyle& style) {
  constexpr std::size_t most = 10;
  const auto failures = run_failures(report);
  std::string text;
  for (const RunFailure& failure : failures | std::views::take(most)) {
    text += shortened(fmt::format("{}  {}", failure.kind, failure.sentence), style.width) + "\n";
    if (!failure.log.empty()) text += "    " + shortened(failure.log, style.width - 4) + "\n";
  }
  if (failures.size() > most) text += fmt::format("and {} more\n", failures.size() - most);
  return text;
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
  const std::size_t total = std::max(total_, std::size_t{1}), tenth = done_ * 10 / total;
  const bool is_due = terminal_
                          ? shown_at_ < 0 || elapsed - shown_at_ >= bar_interval
                          : tenth != shown_tenth_ || elapsed - std::max(shown_at_, 0.0) >= line_interval;
  if (!is_due) return;
  shown_at_ = elapsed;
  shown_tenth_ = tenth;
  const std::size_t filled = std::min(bar_width, done_ * bar_width / total);
  print_now(out_, terminal_ ? fmt::format("\r[{:#<{}}{:-<{}}] {}\x1b[K", "", filled, "", bar_width - filled,
                                          counts(elapsed))
                            : counts(elapsed) + "\n");
}

Progress::~Progress() {
  if (terminal_ && shown_at_ >= 0) print_now(out_, "\r\x1b[K");
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

std::string bugs_text(const Report& report, const TerminalStyle& style) {
  std::string text;
  std::size_t shown = 0, hidden = 0;
  for (std::size_t i = 0; i < report.bugs.size(); ++i) {
    if (is_known(report, report.bugs[i])) continue;
    if (++shown > style.groups)
      ++hidden;
    else
      text += paragraph(report, report.bugs[i], i + 1, style);
  }
  if (hidden != 0)
    text += fmt::format("... and {}; the JSON report lists all\n", counted(hidden, "more bug"));
  return text;
}

std::string matrix_text(const Report& report, const TerminalStyle& style) {
  const std::vector<MatrixRow> rows = matrix_of(report);
  if (rows.empty()) return {};
  const std::vector<GenType> types = types_of(rows);
  const std::size_t names = name_width_of(rows);
  // Blocks of as many types as fit.
  const std::size_t room = style.width > names + 3 ? style.width - names + 3 : cell_width;
  const std::size_t fit = std::max<std::size_t>(1, room / cell_width);
  std::string text;
  for (std::size_t first = 0; first < types.size(); first += fit)
    text +=
        (first == 0 ? "" : "\n") +
        block_text(rows, std::span(types).subspan(first, std::min(fit, types.size() - first)), names, style);
  return text + legend(report, rows, style);
}

std::string failures_text(const Report& report, const TerminalStyle& style) {
  const std::vector<Bug> groups = unexplained(report);
  std::string text;
  for (const Bug& group : groups | std::views::take(style.groups)) text += paragraph(report, group, 0, style);
  std::size_t hidden = 0;
  for (const Bug& group : groups | std::views::drop(style.groups)) hidden += group.cases.size();
  if (hidden != 0)
    text += fmt::format("... and {} of failures, {}; the JSON report lists all\n",
                        counted(groups.size() - style.groups, "more group"), counted(hidden, "case"));
  return text;
}

std::string skips_text(const Report& report, const TerminalStyle& style) {
  const auto skips = skip_reasons(report);
  std::string text;
  for (const auto& [cases, query, answer] : skips | std::views::take(style.groups))
    text += reason_text("skip", Verdict::Skip, cases, query + ": " + answer, style);
  std::size_t hidden = 0;
  for (const SharedReason& skip : skips | std::views::drop(style.groups)) hidden += skip.cases;
  if (hidden != 0)
    text += fmt::format("... and {} more for {}; the JSON report lists all\n", hidden,
                        counted(skips.size() - style.groups, "other reason"));
  return text;
}

std::string summary_text(const Report& report, std::string_view report_path, const TerminalStyle& style) {
  std::string text = fmt::format("device   {}\n", shortened(device_words(report.device), style.width - 9));
  if (const std::string file = judged_file(report.device); !file.empty())
    text += fmt::format("tested   {}\n         instead of the driver's own builtins\n", printable(file));
  if (const std::string words = sub_group_words(report.device); !words.empty())
    text += fmt::format("observed {}\n", words);
  text += fmt::format("cases    {}\n", count_words(report, style));
  if (!report.bugs.empty()) text += fmt::format("bugs     {}\n", bug_count_words(report));
  if (report.run.drawn != 0)
    text += fmt::format("soak     {} cases were drawn and tested; the report contains a sample\n",
                        report.run.drawn);
  if (const std::string less = reduced_data_text(report); !less.empty())
    text += fmt::format("data     {}\n", less);
  text += fmt::format("time     {:.1f} s, seed {}\n", report.run.seconds, report.run.seed);
  if (last_segment(report).driver_cache)
    text += "caches   on: drivers may have reused programs of earlier runs\n";
  if (!report_path.empty()) text += fmt::format("report   {}\n", report_path);
  if (report.run.interrupted && !report_path.empty())
    text += fmt::format("resume   {}\n",
                        shell_line({program_as_called(report), "run", "--resume", std::string(report_path)}));
  return text + verdict_text(report, style);
}

std::string verdict_text(const Report& report, const TerminalStyle& style) {
  return fmt::format("verdict  {}: {}\n",
                     paint(verdict_word(report), style_of(outcome_of(report)).colour, style.colour),
                     meaning(report));
}

std::string case_text(const CaseResult& result, const TerminalStyle& style) {
  const auto& verdict = info(result.verdict);
  const std::string why = result.failure  ? result.failure->clause + " " + sentence_of(result)
                          : result.reason ? result.reason->query + ": " + result.reason->answer
                                          : sentence_of(result);
  const std::string id = name(result.the_case);
  const std::size_t used = std::max<std::size_t>(12, verdict.name.size()) + 1 + id.size() + 2;
  return fmt::format(
      "{}{:{}} {}{}\n", paint(verdict.name, result.verdict, style.colour), "",
      12 - std::min<std::size_t>(12, verdict.name.size()), id,
      why.empty() ? "" : "  " + shortened(printable(why), style.width - std::min(style.width, used)));
}

std::string unexpected_text(const Report& report, const TerminalStyle& style) {
  constexpr std::size_t most = 10;
  std::string text;
  std::size_t count = 0;
  for (const CaseResult& result : report.cases)
    if (is_failure(result.verdict) && ++count <= most) text += case_text(result, style);
  return count <= most ? text : text + fmt::format("... and {}\n", counted(count - most, "more case"));
}

std::string terminal_text(const Report& report, std::string_view report_path, const TerminalStyle& style) {
  std::string text;
  for (const auto& section :
       {bugs_text(report, style), matrix_text(report, style), failures_text(report, style),
        run_failures_text(report, style), known_text(report, style), skips_text(report, style)})
    if (!section.empty()) text += section + "\n";
  return text + summary_text(report, report_path, style);
}

std::string timing_text(const std::vector<Timing>& workers) {
  const Timing sum = sum_of(workers);
  const double total = sum.total();
  std::string text = fmt::format("worker time  {:.1f} s in {} processes\n", total, workers.size());
  double driver = 0;
  for (const ActivityInfo& a : activities) {
    if (a.driver) driver += sum[a.activity];
    text += fmt::format("  {:9} {:8.2f} s {:5.1f} %  {}\n", a.name, sum[a.activity],
                        100 * sum[a.activity] / std::max(total, 1e-9), a.meaning);
  }
  return text + fmt::format("  in the driver: {:.1f} %\n", 100 * driver / std::max(total, 1e-9));
}

}  // namespace wgcts::reports
