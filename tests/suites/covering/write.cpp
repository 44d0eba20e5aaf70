// A developer's tool: writes the names of launches to the files of a folder, which is suites/launches, after
// a change of forms, variants, sizes or plan rows.
//
//     cmake --build build --target launches
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

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
  // Of 300 drawn faults with three conditions, standard shows 80 to 87 % with this number (eight seeds), and
  // 60 to 72 % without such launches (six seeds). docs/evaluation.md has the cost.
  constexpr std::size_t further = 1000;
  const auto for_standard = launches_for_standard(cases, further);
  std::ranges::move(cases_of_launches(for_standard), std::back_inserter(cases));
  std::ranges::move(cases_of_rows(Profile::Full), std::back_inserter(cases));
  write(folder / "standard.txt", for_standard);
  write(folder / "full.txt", launches_for_full(cases));
}
