#include "harness/diagnose/sentence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

#include "reference/causes/cause.hpp"
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
  const auto typed = std::ranges::find(bug.where, Feature::Type, &Predicate::feature);
  if (typed != bug.where.end() && typed->relation == Relation::Is) who += " of " + listed(typed->names);
  return who;
}

/// What it does, to follow the subject.
std::string verb_phrase(const CauseWord& what, const std::string& words) {
  if (const auto causes = causes_named(what.code, what.parameters); !causes.empty())
    return phrase_of(causes.front());
  const std::string& code = what.code;
  const auto p = [&](std::string_view name) { return parameter(what, name); };
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
std::string of_several(const std::string& verb_phrase) {
  const auto end = std::min(verb_phrase.find(' '), verb_phrase.size());
  std::string verb = verb_phrase.substr(0, end);
  if (verb.ends_with("oes") || verb.ends_with("sses"))
    verb.resize(verb.size() - 2);
  else if (verb.ends_with("s"))
    verb.pop_back();
  return verb + verb_phrase.substr(end);
}

std::string number_words(const std::string& n) {
  static const std::map<std::string, std::string> small{
      {"1", "one"}, {"2", "two"}, {"3", "three"}, {"4", "four"}};
  const auto found = small.find(n);
  return found == small.end() ? n : found->second;
}

/// The phrase of a condition on the number of work-items, or on one extent.
std::string size_phrase(const Predicate& p) {
  const bool size = p.feature == Feature::Size;
  const std::string of = size ? "of" : "whose extent in " + std::string(code_of(p.feature)).substr(7) + " is";
  const std::string unit = size ? " work-items" : "";
  const std::string n = p.numbers.empty() ? "" : std::to_string(p.numbers.front());
  const auto phrase = [&](std::string_view relation, const std::string& number) {
    return fmt::format("in work-groups {} {}{}{}", of, relation, number, unit);
  };
  switch (p.relation) {
    case Relation::PowerOfTwo:
      return phrase("a power of two", "");
    case Relation::NotPowerOfTwo:
      return phrase("not a power of two", "");
    case Relation::Above:
      return phrase("more than ", n);
    case Relation::Below:
      if (size && n == "3") return "in every work-group of one or two work-items";
      if (size && n == "2") return "in every work-group of one work-item";
      return phrase("fewer than ", number_words(n));
    case Relation::MultipleOf:
      return phrase("a multiple of ", n);
    case Relation::NotMultipleOf:
      return phrase("not a multiple of ", n);
    default: {
      std::vector<std::string> numbers;
      for (const std::size_t number : p.numbers) numbers.push_back(std::to_string(number));
      return phrase("", listed(numbers));
    }
  }
}

std::string phrase_of(const Predicate& p) {
  const bool is = p.relation == Relation::Is;
  const std::string n = p.numbers.empty() ? "" : std::to_string(p.numbers.front());
  switch (p.feature) {
    case Feature::Size:
    case Feature::ExtentX:
    case Feature::ExtentY:
    case Feature::ExtentZ:
      return size_phrase(p);
    case Feature::SubGroups:
      return fmt::format("in work-groups of at least {} sub-groups", n);
    case Feature::SubGroupSize:
      return fmt::format("in work-groups with at least {} work-items in the first sub-group", n);
    case Feature::UnequalSubGroups:
      return "in work-groups that sub-groups of one size do not fill";
    case Feature::ManySubGroups:
      return "in work-groups with more sub-groups than their first one has work-items";
    case Feature::Dimension: {
      std::vector<std::string> numbers;
      for (const std::size_t number : p.numbers) numbers.push_back(std::to_string(number));
      return (is ? "in " : "but in ") + listed(numbers) + " dimensions";
    }
    case Feature::Form:
      return (is ? "in the form " : "but in the form ") + listed(p.names);
    case Feature::Variant:
      return (is ? "launched as " : "but launched as ") + listed(p.names);
    case Feature::Option:
      return (is ? "built " : "unless built ") + (p.names == std::vector<std::string>{"default"}
                                                      ? "with the usual options"
                                                      : "with " + listed(p.names));
    case Feature::Remainder:
    case Feature::RemainderX:
    case Feature::RemainderY:
    case Feature::RemainderZ:
      return "in the smaller work-groups at an NDRange's end";
    case Feature::Offset:
    case Feature::OffsetX:
    case Feature::OffsetY:
    case Feature::OffsetZ:
      return "with a global offset";
    case Feature::Group:
    case Feature::LastRow:
      if (!n.empty()) return "from work-group " + n + " on";
      if (!is) return "in every work-group but the first";
      return p.names.front() == "last" ? "in the last work-group" : "in work-groups of odd number";
    case Feature::GroupX:
    case Feature::GroupY:
    case Feature::GroupZ:
      return "in work-groups behind the first in " + std::string(code_of(p.feature)).substr(6);
    case Feature::Call:
    case Feature::CallSite:
      return "from the kernel's call number " + n + " on";
    case Feature::Source:
      return is ? "from the last lane" : "from lane " + n + " or beyond";
    case Feature::Value:
      return "where the input is of this kind: " + listed(p.names);
    case Feature::Company:
      return "only beside other collectives";
    case Feature::Alone:
      return "only without other collectives";
    default:
      return {};
  }
}

/// "a whole program writes wrong results if it has a do-while loop whose condition is work_group_all and a
/// break"
std::string sentence_of_program(const Bug& bug, const std::string& words) {
  std::vector<std::string> phrases;
  for (const Ingredient& i : bug.ingredients) phrases.push_back(i.phrase);
  const std::string done = bug.what.code == "unknown" ? "writes wrong results" : verb_phrase(bug.what, words);
  return fmt::format("{} {}{}{}", subject(bug), done, phrases.empty() ? "" : " if it has ", listed(phrases));
}

}  // namespace

std::string doer(std::string_view builtin) {
  return builtin == whole_program.name ? "a whole program" : fmt::format("work_group_{}", builtin);
}

std::string sentence_of(const Bug& bug, const std::string& words) {
  const bool wordless = bug.what.code == "unknown" && words.empty();
  if (!bug.ingredients.empty() || (is_of_programs(bug) && wordless)) return sentence_of_program(bug, words);
  std::vector<std::string> phrases;
  const bool of_programs = is_of_programs(bug);
  for (const Predicate& p : bug.where) {
    const std::string phrase = phrase_of(p);
    if (!phrase.empty() && !(of_programs && p.feature == Feature::Form)) phrases.push_back(phrase);
  }
  std::string where;
  for (const std::string& phrase : phrases) where += ", " + phrase;
  if (bug.where.empty() && bug.what.code != "nondeterministic") where = ", always";
  const std::string done = verb_phrase(bug.what, words);
  const bool several = bug.builtins.size() > 1 && bug.builtins.size() != builtins.size();
  return fmt::format("{} {}{}", subject(bug), several ? of_several(done) : done, where);
}

}  // namespace wgcts::harness
