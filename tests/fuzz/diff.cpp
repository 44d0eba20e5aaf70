// wgcts diff OLD NEW --json FILE --markdown FILE
#include <fstream>
#include <nlohmann/json.hpp>

#include "cli/commands/commands.hpp"
#include "tests/fuzz/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace wgcts::cli;
  static const fuzz::OutputFolder folder;
  const auto parts = fuzz::parts_of(fuzz::text_of(data, size), fuzz::next_file);
  const fuzz::InputFile before(parts.front()), after(parts.back());
  Options options;
  options.reports = {before.path(), after.path()};
  options.json = folder.path("diff.json");
  options.markdown = folder.path("diff.md");
  const bool compared = fuzz::succeeds([&] { diff_command.run(options); });
  folder.require_files(compared ? 2 : 0);
  if (compared) (void)nlohmann::json::parse(std::ifstream(options.json));
  folder.clear();
  return 0;
}
