#include "reference/causes/cause.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstdlib>
#include <limits>
#include <set>

#include "reference/causes/models.hpp"
#include "reference/causes/wrong_model.hpp"

namespace wgcts::reference {
namespace {

using Kind = LaneSet::Kind;

/// A lane of a work-group, and the set's number.
struct LaneAt {
  std::size_t lane, lanes, n;
  const Extents& size;
};

struct KindInfo {
  Kind kind;
  std::string_view name;    ///< "tail" or "all_but_first"
  std::string_view number;  ///< name of its number: "W", "n", or empty
  std::string_view phrase;  ///< {} stands for the number
  bool (*holds)(const LaneAt&);
  bool from_end = false;  ///< the number is reported with a minus sign
};

constexpr std::array<KindInfo, 23> kinds{{
    {Kind::None, "none", "", "no lane", [](const LaneAt&) { return false; }},
    {Kind::First, "first", "", "the first lane", [](const LaneAt& p) { return p.lane == 0; }},
    {Kind::Last, "last", "", "the last lane", [](const LaneAt& p) { return p.lane + 1 == p.lanes; }},
    {Kind::AllButFirst, "all_but_first", "", "all lanes except the first",
     [](const LaneAt& p) { return p.lane != 0; }},
    {Kind::Lane, "lane", "n", "lane {}", [](const LaneAt& p) { return p.lane == p.n; }},
    {Kind::Middle, "middle", "", "the middle lane", [](const LaneAt& p) { return p.lane == p.lanes / 2; }},
    {Kind::From, "from", "n", "the lanes from {} on", [](const LaneAt& p) { return p.lane >= p.n; }},
    {Kind::Below, "below", "n", "the lanes before {}", [](const LaneAt& p) { return p.lane < p.n; }},
    {Kind::LastN, "last", "n", "the last {} lanes", [](const LaneAt& p) { return p.lane + p.n >= p.lanes; }},
    {Kind::FromEnd, "lane", "n", "lane {} from the end",
     [](const LaneAt& p) { return p.lane + p.n == p.lanes; }, true},
    {Kind::FromEndOrFirst, "lane", "n", "lane {} from the end",
     [](const LaneAt& p) { return p.lanes < p.n ? p.lane == 0 : p.lane + p.n == p.lanes; }, true},
    {Kind::Tail, "tail", "W", "the lanes after the last multiple of {}",
     [](const LaneAt& p) { return p.lane >= p.lanes / p.n * p.n; }},
    {Kind::BeyondPowerOfTwo, "tail_power2", "", "the lanes from the largest power of two on",
     [](const LaneAt& p) { return p.lane >= std::bit_floor(p.lanes); }},
    {Kind::LastOfEach, "last_of_each", "W", "the last of each {} lanes",
     [](const LaneAt& p) { return p.lane % p.n == p.n - 1 && p.lane + 1 < p.lanes; }},
    {Kind::LastOfEachAndEnd, "last_of_each", "W", "the last of each {} lanes",
     [](const LaneAt& p) { return p.lane % p.n == p.n - 1; }},
    {Kind::FirstOfEach, "first_of_each", "W", "the first of each {} lanes",
     [](const LaneAt& p) { return p.lane >= p.n && p.lane % p.n == 0; }},
    {Kind::FirstOfEachAndStart, "first_of_each", "W", "the first of each {} lanes",
     [](const LaneAt& p) { return p.lane % p.n == 0; }},
    {Kind::Rows, "rows", "", "the rows after the first",
     [](const LaneAt& p) { return p.lane / p.size[0] % p.size[1] != 0; }},
    {Kind::BehindFirstRow, "rows", "", "the rows after the first",
     [](const LaneAt& p) { return p.lane >= p.size[0]; }},
    {Kind::Planes, "planes", "", "the planes after the first",
     [](const LaneAt& p) { return p.lane / p.size[0] / p.size[1] != 0; }},
    {Kind::Odd, "odd", "", "the lanes with odd numbers", [](const LaneAt& p) { return p.lane % 2 != 0; }},
    {Kind::Even, "even", "", "the lanes with even numbers", [](const LaneAt& p) { return p.lane % 2 == 0; }},
    {Kind::RowEnds, "row_ends", "", "the last lane of each row",
     [](const LaneAt& p) { return p.lane % p.size[0] + 1 == p.size[0]; }},
}};

const KindInfo& info(Kind kind) { return kinds[static_cast<std::size_t>(kind)]; }

/// The texts of a row are the same for every type.
const FaultModel<std::int32_t>& texts_of(What what) { return row_of<std::int32_t>(what); }

/// The shortest text from which the value can be read back.
std::string number_text(const ExactNumber& value) {
  if (value.is_infinite()) return value < 0 ? "-inf" : "inf";
  if (value.is_whole() && value >= std::numeric_limits<std::int64_t>::min() &&
      value <= std::numeric_limits<std::uint64_t>::max())
    return value < 0 ? std::to_string(value.to<std::int64_t>()) : std::to_string(value.to<std::uint64_t>());
  // A value that a float holds prints with the digits of a float: 0.1.
  char text[64];
  const auto narrow = value.to<float>();
  const auto [end, error] = narrow == value ? std::to_chars(text, text + sizeof text, narrow)
                                            : std::to_chars(text, text + sizeof text, value.to<double>());
  return {text, end};
}

/// The text of a parameter. `shown` is the table's placeholder for it, or the text itself.
std::string text_of(std::string_view shown, const Cause& c) {
  if (shown == "N") return std::to_string(c.n);
  if (shown == "K-N") return std::to_string(c.n & 255) + "-" + std::to_string(c.n >> 8);
  if (shown == "V") return number_text(c.value);
  if (shown == "SET") return std::string(info(c.lanes.kind).name);
  return std::string(shown);
}

/// The phrase with the text in place of every {}.
std::string filled(std::string_view phrase, std::string_view text) {
  std::string all(phrase);
  for (std::size_t at = 0; (at = all.find("{}", at)) != std::string::npos; at += text.size())
    all.replace(at, 2, text);
  return all;
}

/// Cause::n of the number "16", of lane "-2" (from the end), and of the bits "8-32".
std::int64_t number_in(const std::string& text) {
  char* end = nullptr;
  const long long first = std::strtoll(text.c_str(), &end, 10);
  return *end == '-' ? first | std::strtoll(end + 1, nullptr, 10) << 8 : std::abs(first);
}

/// The text's value in each type. Types round it differently.
std::set<ExactNumber> values_in(const std::string& text) {
  std::set<ExactNumber> values{std::strtod(text.c_str(), nullptr), std::strtof(text.c_str(), nullptr)};
  const auto insert_whole = [&]<class Whole>(Whole whole) {
    const char* end = text.data() + text.size();
    if (std::from_chars(text.data(), end, whole).ptr == end) values.insert(whole);
  };
  insert_whole(std::int64_t{0});
  insert_whole(std::uint64_t{0});
  std::erase_if(values, [](const ExactNumber& value) { return value != value; });
  return values;
}

/// The causes of this form that may have the given parameters. The caller compares the parameters.
std::vector<Cause> completed(Cause cause, const FaultForm& form, const CauseParameters& parameters) {
  if (parameters.empty()) return {cause};
  const std::string& first = parameters.front().second;
  const std::string second = parameters.size() > 1 ? parameters[1].second : "";
  if (form.value.ends_with('N')) cause.n = number_in(first);
  if (form.further.second == "N") cause.n = std::strtoll(second.c_str(), nullptr, 10);
  if (form.value == "SET") cause.lanes.n = number_in(second);
  std::vector<Cause> all;
  const auto add_with = [&](auto& member, const auto& value) {
    member = value;
    all.push_back(cause);
  };
  if (form.value == "SET")
    for (const KindInfo& row : kinds) add_with(cause.lanes.kind, row.kind);
  else if (form.value == "V")
    for (const ExactNumber& value : values_in(first)) add_with(cause.value, value);
  else
    all.push_back(cause);
  for (const std::int64_t number : form.unnamed) add_with(cause.n, number);
  return all;
}

}  // namespace

std::vector<char> lanes_in(const LaneSet& set, const Extents& size) {
  std::vector<char> in(volume(size));
  for (std::size_t lane = 0; lane < in.size(); ++lane)
    in[lane] =
        static_cast<char>(info(set.kind).holds({lane, in.size(), static_cast<std::size_t>(set.n), size}));
  return in;
}

int complexity(const LaneSet& set) {
  if (set.kind <= Kind::AllButFirst) return 0;
  return info(set.kind).number.empty() ? 1 : 2;
}

bool has_inferred_width(const LaneSet& set) {
  const KindInfo& row = info(set.kind);
  const bool has_width = row.number == "W" || row.from_end || set.kind == Kind::LastN;
  return set.n > 1 && has_width && !causes::is_usual(set.n);
}

std::string_view code_of(What what) { return texts_of(what).code; }

CauseParameters parameters_of(const Cause& c) {
  const FaultForm& form = texts_of(c.what).forms[c.choice];
  CauseParameters parameters;
  if (!form.name.empty()) parameters.emplace_back(form.name, text_of(form.value, c));
  if (!form.further.first.empty())
    parameters.emplace_back(form.further.first, text_of(form.further.second, c));
  if (const KindInfo& set = info(c.lanes.kind); form.value == "SET" && !set.number.empty())
    parameters.emplace_back(set.number, std::to_string(set.from_end ? -c.lanes.n : c.lanes.n));
  return parameters;
}

std::string phrase_of(const Cause& c) {
  const auto& row = texts_of(c.what);
  const FaultForm& form = row.forms[c.choice];
  const std::string_view phrase = form.phrase.empty() ? row.phrase : form.phrase;
  return filled(phrase, form.value == "SET" ? filled(info(c.lanes.kind).phrase, std::to_string(c.lanes.n))
                                            : text_of(form.value, c));
}

std::vector<Cause> causes_named(std::string_view code, const CauseParameters& parameters) {
  std::vector<Cause> found;
  // Every type has the same rows, so float stands for all types.
  for (const FaultModel<float>& row : wrong_models<float>()) {
    if (row.code != code) continue;
    for (std::uint8_t choice = 0; choice < row.forms.size() && row.forms[choice].reported; ++choice)
      for (Cause cause : completed({.what = row.what, .choice = choice}, row.forms[choice], parameters))
        if (parameters_of(cause) == parameters)
          for (cause.variant = 0; cause.variant < row.variants; ++cause.variant) found.push_back(cause);
  }
  std::ranges::sort(found, [](const Cause& a, const Cause& b) { return a < b; });
  return found;
}

}  // namespace wgcts::reference
