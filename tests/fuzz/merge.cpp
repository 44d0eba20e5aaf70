// wgcts merge FILE... -o FILE, with and without --allow-gaps. Its output is a valid report.
#include "cli/commands/commands.hpp"
#include "reports/model/json.hpp"
#include "tests/fuzz/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace wgcts::cli;
  static const fuzz::OutputFolder folder;
  const auto parts = fuzz::parts_of(fuzz::text_of(data, size), fuzz::next_file);
  const fuzz::InputFile first(parts.front()), last(parts.back());
  Options options;
  options.reports = {first.path(), last.path()};
  options.output = folder.path("merged.json");
  for (const bool allow_gaps : {false, true}) {
    options.allow_gaps = allow_gaps;
    const bool merged = fuzz::succeeds([&] { merge_command.run(options); });
    folder.require_files(merged ? 1 : 0);
    if (merged) (void)validated_report(options.output);
    folder.clear();
  }
  return 0;
}
