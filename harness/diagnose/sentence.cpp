#include "harness/diagnose/sentence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <regex>
#include <set>
#include <string_view>
#include <vector>

#include "suites/builtin.hpp"

namespace wgcts::harness {
namespace {

std::string parameter(const CauseWord& word, std::string_view name) {
  const auto found = std::ranges::find(word.parameters, name, [](const auto& p) { return p.first; });
  return found == word.parameters.end() ? std::string() : found->second;
}

/// "a", "a and b", "a, b and c".
std::string listed(const std::vector<std::string>& items) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i)
    text += (i == 0 ? "" : i + 1 == items.size() ? " and " : ", ") + items[i];
  return text;
}

std::vector<std::string> pieces(const std::string& text) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('|', at), text.size());
    parts.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

/// Who does it: "work_group_all", "work_group_broadcast of half", "every collective", "a whole program".
std::string subject(const Bug& bug) {
  std::string who;
  if (bug.builtins.size() == builtins.size()) {
    who = "every collective";
  } else if (bug.builtins.size() > 4) {
    who = fmt::format("{} of the {} collectives", bug.builtins.size(), builtins.size());
  } else {
    std::vector<std::string> names;
    for (const std::string& b : bug.builtins) names.push_back(doer(b));
    who = listed(names);
  }
  const auto typed = std::ranges::find(bug.where, "type", &CauseWord::code);
  if (typed != bug.where.end() && parameter(*typed, "=").size() != 0)
    who += " of " + listed(pieces(parameter(*typed, "=")));
  return who;
}

std::string lanes_in(const CauseWord& word) {
  const std::string set = parameter(word, "set"), n = parameter(word, "n"), w = parameter(word, "W");
  if (set == "lane")
    return n.starts_with('-') ? fmt::format("lane {} from the end", n.substr(1)) : "lane " + n;
  if (set == "last" && !n.empty()) return fmt::format("the last {} lanes", n);
  if (set == "from") return fmt::format("the lanes from {} on", n);
  if (set == "below") return fmt::format("the lanes before {}", n);
  if (set == "tail") return fmt::format("the lanes behind the last full {}", w);
  if (set == "last_of_each") return fmt::format("the last of each {} lanes", w);
  if (set == "first_of_each") return fmt::format("the first of each {} lanes but the first {}", w, w);
  static const std::map<std::string, std::string> plain{
      {"first", "the first lane"},
      {"last", "the last lane"},
      {"middle", "the middle lane"},
      {"all_but_first", "all lanes but the first"},
      {"odd", "the lanes of odd number"},
      {"even", "the lanes of even number"},
      {"tail_power2", "the lanes beyond the largest power of two"},
      {"rows", "the rows behind the first"},
      {"planes", "the planes behind the first"},
      {"row_ends", "the last lane of each row"}};
  const auto found = plain.find(set);
  return found == plain.end() ? set : found->second;
}

/// What it does, to follow the subject.
std::string deed(const CauseWord& what, const std::string& words) {
  const std::string& code = what.code;
  const auto p = [&](std::string_view name) { return parameter(what, name); };
  if (code == "constant") return fmt::format("gives {} whatever the input", p("value"));
  if (code == "unwritten") return "writes no result";
  if (code == "inverted")
    return p("as").empty() ? "gives the opposite of the right answer"
                           : fmt::format("gives the opposite of what work_group_{} would", p("as"));
  if (code == "input") return "gives each work-item its own value";
  if (code == "lane_value")
    return std::isdigit(static_cast<unsigned char>(p("lane")[0])) != 0
               ? fmt::format("gives the value of lane {} in place of the result", p("lane"))
               : fmt::format("gives the value of the {} lane in place of the result", p("lane"));
  if (code == "identity") return "gives the identity in place of the result";
  if (code == "wrong_identity") return fmt::format("takes {} for the identity", p("value"));
  if (code == "own_value_first") return "gives the first lane its own value in place of the identity";
  if (code == "other_builtin") {
    const std::string which = p("which");
    const bool shape = which == "reduce" || which == "inclusive" || which == "exclusive";
    return shape ? fmt::format("does the work of {} {}", which == "reduce" ? "a" : "an",
                               which == "reduce" ? which : which + " scan")
                 : fmt::format("does the work of {}", which);
  }
  if (code == "lanes_ignored") return fmt::format("leaves the values of {} out", lanes_in(what));
  if (code == "lanes_doubled")
    return fmt::format("counts the values of {} another number of times than once", lanes_in(what));
  if (code == "result_missing_on") return fmt::format("gives no right result to {}", lanes_in(what));
  if (code == "restarts") {
    const std::string every = p("every");
    return std::isdigit(static_cast<unsigned char>(every[0])) != 0
               ? fmt::format("begins anew every {} lanes", every)
               : fmt::format("begins anew in every {}", every);
  }
  if (code == "carry_partial")
    return fmt::format("carries only the {} lanes before over each boundary", p("W"));
  if (code == "order") return fmt::format("takes the lanes in another order ({})", p("as"));
  if (code == "coordinates") return fmt::format("takes another work-item than the one named ({})", p("as"));
  if (code == "source_limited") return fmt::format("cannot name lane {} and those beyond", p("n"));
  if (code == "compared_as") return fmt::format("compares values by another order ({})", p("as"));
  if (code == "narrowed") {
    const std::string of = p("of") == "count" ? "the number of true values" : "values";
    if (p("as") == "low_bit") return fmt::format("looks at the lowest bit of {} alone", of);
    if (p("as") == "sign_bit") return fmt::format("looks at the sign of {} alone", of);
    if (p("as") == "saturates") return "stops at the largest number in place of going on";
    if (!p("via").empty()) return fmt::format("passes values through {}", p("via"));
    return fmt::format("keeps {} bits of {}", p("bits"), of);
  }
  if (code == "aggregated_as") return fmt::format("combines raw values by {}", p("as"));
  if (code == "value_lost") return fmt::format("loses a value: {}", p("value"));
  if (code == "inexact") return "gives floating-point results outside their bound, yet near it";
  if (code == "other_group")
    return fmt::format("gives the result of another work-group, the {} one", p("which"));
  if (code == "other_call")
    return fmt::format("gives the result of another call of the kernel ({})", p("which"));
  if (code == "nondeterministic") return "fails at some times and not at others, on the same input";
  const std::string at = p("stage").empty() ? "" : fmt::format(" (stage: {})", p("stage"));
  const std::string why = !p("signal").empty()  ? " by " + p("signal")
                          : !p("error").empty() ? " with " + p("error")
                                                : "";
  const std::string said = p("words").empty() ? "" : fmt::format(": \"{}\"", p("words"));
  if (code == "crash") return fmt::format("takes the process down{}{}{}", why, at, said);
  // How long it was waited for: none can say that it would never have come.
  if (code == "hang")
    return fmt::format("gives {}{}", words.empty() ? "no answer within the time limit" : words, at);
  if (code == "build") return fmt::format("does not build{}{}", why, said);
  if (code == "launch") return fmt::format("cannot be launched{}{}{}", why, at, said);
  return words.empty() ? "goes wrong in a way that no known cause gives" : "goes wrong: " + words;
}

/// "take", where one "takes".
std::string of_several(const std::string& deed) {
  const auto end = std::min(deed.find(' '), deed.size());
  std::string verb = deed.substr(0, end);
  if (verb.ends_with("oes") || verb.ends_with("sses"))
    verb.resize(verb.size() - 2);
  else if (verb.ends_with("s"))
    verb.pop_back();
  return verb + deed.substr(end);
}

std::string number_words(const std::string& n) {
  static const std::map<std::string, std::string> small{
      {"1", "one"}, {"2", "two"}, {"3", "three"}, {"4", "four"}};
  const auto found = small.find(n);
  return found == small.end() ? n : found->second;
}

std::string phrase_of(const CauseWord& c) {
  const std::string& code = c.code;
  const std::string relation = c.parameters.empty() ? "" : c.parameters.front().first;
  const std::string value = c.parameters.empty() ? "" : c.parameters.front().second;
  const bool size = code == "size";
  if (size || code.starts_with("extent")) {
    const std::string of = size ? "of" : "whose extent in " + code.substr(code.find('.') + 1) + " is";
    const std::string unit = size ? " work-items" : "";
    if (value == "power2")
      return fmt::format("in work-groups {} {}a power of two{}", of, relation == "=" ? "" : "not ", unit);
    if (relation == "=") return fmt::format("in work-groups {} {}{}", of, listed(pieces(value)), unit);
    if (relation == ">") return fmt::format("in work-groups {} more than {}{}", of, value, unit);
    if (relation == "<" && size && value == "3") return "in every work-group of one or two work-items";
    if (relation == "<" && size && value == "2") return "in every work-group of one work-item";
    if (relation == "<")
      return fmt::format("in work-groups {} fewer than {}{}", of, number_words(value), unit);
    return fmt::format("in work-groups {} {}a multiple of {}{}", of, value == "=0" ? "" : "not ",
                       relation.substr(1), unit);
  }
  if (code == "dimension")
    return relation == "=" ? "in " + listed(pieces(value)) + " dimensions"
                           : "but in " + value + " dimensions";
  if (code == "form")
    return relation == "=" ? "in the form " + listed(pieces(value))
                           : "but in the form " + listed(pieces(value));
  if (code == "variant")
    return relation == "=" ? "launched as " + listed(pieces(value))
                           : "but launched as " + listed(pieces(value));
  if (code == "option") {
    const std::string built = value == "default" ? "with the usual options" : "with " + listed(pieces(value));
    return relation == "=" ? "built " + built : "unless built " + built;
  }
  if (code.starts_with("remainder")) return "in the smaller work-groups at an NDRange's end";
  if (code.starts_with("offset")) return "with a global offset";
  if (code == "group" && relation == "!=") return "in every work-group but the first";
  if (code == "group" && relation == "=")
    return value == "last" ? "in the last work-group" : "in work-groups of odd number";
  if (code == "group") return fmt::format("from work-group {} on", value);
  if (code.starts_with("group.")) return fmt::format("in work-groups behind the first in {}", code.substr(6));
  if (code == "call") return fmt::format("from the kernel's call number {} on", value);
  if (code == "source")
    return value == "last" ? "from the last lane" : fmt::format("from lane {} or beyond", value);
  if (code == "value") return fmt::format("where the input is of this kind: {}", value);
  if (code == "company") return "only beside other collectives";
  if (code == "alone") return "only without other collectives";
  return {};
}

}  // namespace

std::string doer(std::string_view builtin) {
  return builtin == whole_program.name ? "a whole program" : fmt::format("work_group_{}", builtin);
}

std::string silence_in(const std::string& text) {
  std::smatch found;
  return std::regex_search(text, found, std::regex("no answer within [0-9.e+]+ s")) ? found.str() : "";
}

std::string sentence_of(const Bug& bug, const std::string& words) {
  std::vector<std::string> phrases;
  const bool of_programs = bug.builtins == std::set<std::string>{std::string(whole_program.name)};
  for (const CauseWord& c : bug.where) {
    const std::string phrase = phrase_of(c);
    if (!phrase.empty() && !(of_programs && c.code == "form")) phrases.push_back(phrase);
  }
  std::string where;
  for (const std::string& phrase : phrases) where += ", " + phrase;
  if (bug.where.empty() && bug.what.code != "nondeterministic") where = ", always";
  const std::string done = deed(bug.what, words);
  const bool several = bug.builtins.size() > 1 && bug.builtins.size() != builtins.size();
  return fmt::format("{} {}{}", subject(bug), several ? of_several(done) : done, where);
}

}  // namespace wgcts::harness
