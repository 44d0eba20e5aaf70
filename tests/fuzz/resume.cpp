// The report or journal of run --resume, up to the step that needs the device.
#include "cli/run/resume.hpp"

#include "cli/options/options.hpp"
#include "tests/fuzz/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace wgcts::cli;
  const fuzz::InputFile file(fuzz::text_of(data, size));
  Options options;
  options.resume = file.path();
  fuzz::succeeds([&] {
    const Report earlier = resumed(options);
    (void)kept_results(earlier, shard_of(selected_cases(options), options.shard.value()));
  });
  return 0;
}
