// A developer's tool: writes the names of launches to the files of a folder, which is suites/launches, after
// a change of forms, variants, sizes or plan rows.
//
//     cmake --build build --target launches
#include <filesystem>
#include <fstream>
#include <iostream>

#include "suites/plan.hpp"
#include "tests/suites/covering/search.hpp"

using namespace wgcts::suites;

namespace {

void write(const std::filesystem::path& file, const std::vector<Case>& launches) {
  std::ofstream out(file);
  for (const Case& c : launches) out << name(c) << '\n';
  if (!out.flush()) throw std::runtime_error("cannot write " + file.string());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: write_launches FOLDER\n";
    return 2;
  }
  const std::filesystem::path folder = argv[1];
  std::vector<Case> cases = cases_of_rows(Profile::Standard);
  const auto for_pairs = launches_for_pairs(cases);
  // Of 300 drawn faults with three conditions, this number of launches shows a fifth that the standard
  // profile does not.
  constexpr std::size_t for_triples = 1500;
  const auto add = [&](const std::vector<Case>& more) {
    cases.insert(cases.end(), more.begin(), more.end());
  };
  for (const Case& launch : for_pairs) add(cases_of_launch(launch));
  add(cases_of_rows(Profile::Full));
  write(folder / "triples.txt", launches_for_triples(cases, for_triples));
  write(folder / "pairs.txt", for_pairs);
}
