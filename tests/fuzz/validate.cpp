// wgcts validate FILE
#include "reports/model/json.hpp"
#include "tests/fuzz/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace wgcts::cli;
  const fuzz::InputFile file(fuzz::text_of(data, size));
  fuzz::succeeds([&] { (void)validated_report(file.path()); });
  return 0;
}
