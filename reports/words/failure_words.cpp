#include "reports/words/failure_words.hpp"

#include <fmt/format.h>

#include "reports/model/printable.hpp"
#include "suites/parse.hpp"

namespace wgcts::reports {

bool blames_a_lane(const Failure& failure) { return volume(failure.local_size) != 0; }

std::string id_text(const Extents& id, unsigned dim) {
  return dim == 1   ? fmt::format("{}", id[0])
         : dim == 2 ? fmt::format("({},{})", id[0], id[1])
                    : fmt::format("({},{},{})", id[0], id[1], id[2]);
}

// What reads alike and is not (two NaNs, two sums of one shortest text) is told apart by its bits.
std::string value_text(const Value& value, bool with_bits) {
  return with_bits ? fmt::format("{} [{}]", value.text, value.bits) : value.text;
}

std::string lane_text(const Failure& f, unsigned dim) {
  if (!blames_a_lane(f)) return printable(f.check);
  const bool with_bits = f.expected.text == f.got.text;
  const std::string place = dim == 1 ? "" : fmt::format(" at {}", id_text(f.local_id, dim));
  return printable(fmt::format("{}: group {}, lane {}{} of {}: input {}, expected {}, got {}", f.check,
                               id_text(f.group, dim), f.lane, place, to_string(f.local_size, dim),
                               f.input.text, value_text(f.expected, with_bits),
                               value_text(f.got, with_bits)));
}

std::string telling_line(std::string_view log) {
  std::string last;
  for (const auto line : split(log, '\n')) {
    auto words = printable(line);
    if (words.find("error") != std::string::npos) return words;
    if (!words.empty()) last = std::move(words);
  }
  return last;
}

std::string sentence_of(const CaseResult& result) {
  return result.failure ? failure_message(result) : result.message;
}

std::string replay_command(const Report& report, const Case& c) {
  const std::size_t device = report.device.index;
  return fmt::format("wgcts run --filter {} --seed {}{}", name(c), report.run.seed,
                     device == 0 ? "" : fmt::format(" --device {}", device));
}

}  // namespace wgcts::reports
