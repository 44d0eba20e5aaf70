// A developer's tool: writes the names of launches to the files of a folder, which is suites/launches, after
// a change of forms, variants, sizes or plan rows. Launches that are still legal stay, so that a change adds
// few launches. Without the files, the search begins anew.
//
//     cmake --build build --target launches
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "suites/plan.hpp"
#include "tests/suites/covering/search.hpp"

using namespace wgcts::suites;

namespace {

/// The launches of the file that are still legal.
std::vector<Case> read(const std::filesystem::path& file) {
  std::vector<Case> launches;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);)
    if (const auto c = parse_case(line); c && is_legal(*c)) launches.push_back(*c);
  return launches;
}

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
  std::vector<Case> standard = read(folder / "standard.txt"), full = read(folder / "full.txt");
  // Of 300 drawn faults with three conditions, standard shows 80 to 87 % with this number (eight seeds), and
  // 60 to 72 % without such launches (six seeds). docs/evaluation.md has the cost.
  const std::size_t further = standard.empty() ? 1000 : 0;
  std::vector<Case> cases = cases_of_rows(Profile::Standard);
  const auto add = [](const std::vector<Case>& more, std::vector<Case>& to) {
    to.insert(to.end(), more.begin(), more.end());
  };
  add(cases_of_launches(standard), cases);
  const std::vector<Case> more = launches_for_standard(cases, further);
  add(more, standard);
  add(cases_of_launches(more), cases);
  add(cases_of_rows(Profile::Full), cases);
  add(cases_of_launches(full), cases);
  add(launches_for_full(cases), full);
  write(folder / "standard.txt", standard);
  write(folder / "full.txt", full);
}
