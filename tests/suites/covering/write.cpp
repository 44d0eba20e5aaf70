// A developer's tool: writes suites/launches.hpp after a change of forms, variants, sizes or plan rows.
//
//     cmake --build build --target launches
#include <cstdio>
#include <string>

#include "suites/plan.hpp"
#include "tests/suites/covering/search.hpp"

using namespace wgcts::suites;

namespace {

void write(const char* array, const char* comment, const std::vector<Case>& launches) {
  std::printf("%s\ninline constexpr auto %s = std::to_array<std::string_view>({\n", comment, array);
  for (const Case& c : launches) std::printf("    \"%s\",\n", name(c).c_str());
  std::puts("});\n");
}

}  // namespace

int main() {
  std::puts(
      "// Written by tests/suites/covering/write.cpp: do not edit.\n//\n"
      "// Launches, each named by one of its cases. The others are those of the builtins that share its "
      "kernel.\n"
      "#pragma once\n\n#include <array>\n#include <string_view>\n\nnamespace wgcts::suites {\n");
  std::vector<Case> cases = cases_of_rows(Profile::Standard);
  const auto for_pairs = launches_for_pairs(cases);
  write("launches_for_pairs",
        "/// Together with the standard profile's plan rows they meet every legal pair of values "
        "(suites/values.hpp)\n"
        "/// with its families, and every legal triple of a form, a row of a variant and a dimension.",
        for_pairs);
  // Of 300 drawn faults with three conditions, this number of launches shows a fifth that the standard
  // profile does not.
  constexpr std::size_t for_triples = 1500;
  for (const auto& more : {cases_of_launches(for_pairs), cases_of_rows(Profile::Full)})
    cases.insert(cases.end(), more.begin(), more.end());
  write("launches_for_triples",
        "/// Of the full profile: they meet most triples of values that nothing else meets.",
        launches_for_triples(cases, for_triples));
  std::puts("}  // namespace wgcts::suites");
}
