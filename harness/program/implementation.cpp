#include "harness/program/implementation.hpp"

#include <fmt/format.h>

#include <charconv>
#include <regex>
#include <set>
#include <stdexcept>

#include "suites/parse.hpp"
#include "suites/programs/visit.hpp"

namespace wgcts::harness {
namespace {

/// Redirects each builtin's name to the file's own function, even if the preceding text redefined it.
std::string renamings() {
  std::string text;
  for (const Builtin& b : builtins)
    text += fmt::format("#undef work_group_{0}\n#define work_group_{0} wgcts_{0}\n", b.name);
  return text;
}

/// For a #line directive.
std::string in_quotes(std::string_view file) {
  std::string text = "\"";
  for (const char c : file) {
    if (c == '"' || c == '\\') text += '\\';
    text += c == '\n' ? ' ' : c;
  }
  return text + '"';
}

constexpr std::string_view probe_name = "wgcts_is_defined_";

/// More than any device has. Catches typing errors.
constexpr std::size_t most_local_memory = std::size_t{1} << 24;

/// The numbers that follow the mark in a text.
void collect_numbers(std::string_view text, std::string_view mark, std::set<std::size_t>& numbers) {
  for (std::size_t at = 0; (at = text.find(mark, at)) != std::string_view::npos;) {
    at += mark.size();
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), number);
    if (error == std::errc{}) numbers.insert(number);
  }
}

/// The call with a zero of each argument's type.
std::string sample_call(const Prototype& p, bool takes_local_memory) {
  std::string text = fmt::format("work_group_{}(({})0", p.builtin->name, info(p.type).name);
  for (std::size_t d = 0; d < p.coordinates; ++d) text += ", (size_t)0";
  return text + (takes_local_memory ? ", (__local void *)0)" : ")");
}

}  // namespace

void read_local_memory_request(Implementation& implementation) {
  static const std::regex comment("[ \t\r]*(//[ \t\r]*wgcts:.*?)[ \t\r]*");
  static const std::regex request("//[ \t\r]*wgcts:[ \t\r]*local memory[ \t\r]+([0-9]+)( per work-item)?");
  for (const std::string_view line : split(implementation.text, '\n')) {
    std::cmatch found, parts;
    if (!std::regex_match(line.data(), line.data() + line.size(), found, comment)) continue;
    std::regex_match(found[1].first, found[1].second, parts, request);
    const auto bytes = whole_number(parts[1].str());
    if (!bytes || *bytes == 0 || *bytes > most_local_memory)
      throw std::invalid_argument(
          fmt::format("the line '{}' is not understood: write '// wgcts: local memory BYTES', with or "
                      "without 'per work-item' at its end, and BYTES from 1 to {}",
                      found[1].str(), most_local_memory));
    implementation.local_memory = static_cast<std::size_t>(*bytes);
    implementation.local_memory_per_item = parts[2].matched;
    return;
  }
}

Implementation for_device(Implementation implementation, const DeviceFacts& facts) {
  if (implementation.local_memory_per_item) implementation.local_memory *= facts.max_work_group_size;
  implementation.local_memory_per_item = false;
  return implementation;
}

std::string prelude(const Implementation& implementation) {
  std::string text = renamings();
  if (implementation.local_memory != 0)
    text += fmt::format("#define {} {}\n", local_memory_macro, implementation.local_memory);
  text += fmt::format("#line 1 {}\n{}\n", in_quotes(implementation.file), implementation.text);
  return fmt::format("{}{}{}#line 1 \"kernels\"\n", text, renamings(), feature_macro_of_implementation);
}

std::string text_of(const Prototype& p) {
  std::string text = fmt::format("work_group_{}({}", p.builtin->name, info(p.type).name);
  for (std::size_t d = 0; d < p.coordinates; ++d) text += ", size_t";
  return text + ")";
}

Prototype prototype_of(const Case& c) {
  return {c.builtin, c.type, c.builtin->collective.family == Family::Broadcast ? c.dim : 0U};
}

const Answer* feature_for(GenType type, const DeviceFacts& facts) {
  if (type == GenType::Half) return &facts.half;
  if (type == GenType::Double) return &facts.fp64;
  return type == GenType::Long || type == GenType::ULong ? &facts.int64 : nullptr;
}

std::vector<Prototype> prototypes_called(const Program& program) {
  std::vector<Prototype> called;
  const auto add = [&](const Expr& e) {
    if (e.kind != ExprKind::Collective) return;
    const Collective c = e.collective;
    const auto type = is_predicate(c.family) ? GenType::Int : e.type;
    add_once(called, Prototype{find_row(builtins, c, &Builtin::collective), type, e.operands.size() - 1});
  };
  visit_parts(program, add);
  return called;
}

std::vector<Prototype> every_prototype() {
  std::vector<Prototype> all;
  for (const auto& type : gentypes)
    for (const Builtin& b : builtins) {
      if (!takes(b, type.type)) continue;
      if (b.collective.family != Family::Broadcast)
        all.push_back({&b, type.type});
      else
        for (const std::size_t coordinates : {1U, 2U, 3U}) all.push_back({&b, type.type, coordinates});
    }
  return all;
}

std::vector<Prototype> prototypes(const DeviceFacts& facts) {
  return picked(every_prototype(), [&](const Prototype& p) {
    const Answer* feature = feature_for(p.type, facts);
    return feature == nullptr || feature->yes;
  });
}

std::string definition_probe(const Implementation& implementation, std::span<const Prototype> prototypes) {
  // A log has a maximum length, and the file's warnings could displace the errors.
  std::string text = "#pragma clang diagnostic ignored \"-Weverything\"\n";
  text += extension_pragmas;
  // An undeclared function would return int by old C rules. It must not count as a definition for int.
  text += prelude(implementation) +
          fmt::format("#pragma clang diagnostic error \"-Wimplicit-function-declaration\"\n#line 1 \"{}\"\n",
                      probe_file);
  // A definition for another type would convert the argument and return its own type.
  for (std::size_t i = 0; i < prototypes.size(); ++i)
    text += fmt::format("typedef char {}{}[__builtin_types_compatible_p(__typeof__({}), {}) ? 1 : -1];\n",
                        probe_name, i, sample_call(prototypes[i], implementation.local_memory != 0),
                        info(prototypes[i].type).name);
  return text + "__kernel void wgcts_probe(__global int *out) { out[get_global_id(0)] = 0; }\n";
}

std::vector<std::size_t> undefined_in(std::string_view log, std::size_t count) {
  // The log has a line number if the compiler supports #line. Otherwise the name is in the message or in the
  // source line below it.
  const std::string mark = fmt::format("{}:", probe_file);
  std::set<std::size_t> lines, places;
  bool below_an_error = false;
  for (const std::string_view line : split(log, '\n')) {
    const bool is_error = line.find("error") != std::string_view::npos;
    if (is_error) collect_numbers(line, mark, lines);
    if (is_error || below_an_error) collect_numbers(line, probe_name, places);
    below_an_error = is_error;
  }
  for (const std::size_t line : lines)
    if (line != 0) places.insert(line - 1);
  std::erase_if(places, [&](std::size_t place) { return place >= count; });
  return {places.begin(), places.end()};
}

DeviceFacts with_implementation(DeviceFacts facts, const Implementation& implementation) {
  facts.implementation = ImplementationFacts{
      implementation.file,    implementation.sha256,      {}, !implementation.module.empty(),
      implementation.options, implementation.local_memory};
  facts.collectives = {true, {"--implementation", implementation.file}};
  // Collectives came with 2.0, but a file may define them for any version.
  if (facts.usual_cl_std == 0 && !facts.cl_std.empty()) facts.usual_cl_std = facts.cl_std.back();
  return facts;
}

bool defines(const DeviceFacts& facts, const Prototype& prototype) {
  return !facts.implementation || is_in(text_of(prototype), facts.implementation->defines);
}

}  // namespace wgcts::harness
