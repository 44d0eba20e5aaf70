// wgcts report FILE in every format. The JSON is a valid report, the JUnit XML is XML.
#include <pugixml.hpp>

#include "cli/commands/commands.hpp"
#include "reports/model/json.hpp"
#include "tests/fuzz/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace wgcts::cli;
  static const fuzz::OutputFolder folder;
  const fuzz::InputFile file(fuzz::text_of(data, size));
  Options options;
  options.report = file.path();
  options.json = folder.path("report.json");
  options.junit = folder.path("report.xml");
  options.html = folder.path("report.html");
  options.markdown = folder.path("report.md");
  const bool written = fuzz::succeeds([&] { report_command.run(options); });
  folder.require_files(written ? 4 : 0);
  if (written) {
    (void)validated_report(options.json);
    pugi::xml_document document;
    const auto read = document.load_file(options.junit.c_str());
    fuzz::require(read, std::string("JUnit: ") + read.description());
  }
  folder.clear();
  return 0;
}
