// The report or journal that run --resume names, up to where the device would be asked.
#include "cli/run/resume.hpp"

#include "cli/options/option_groups.hpp"
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
