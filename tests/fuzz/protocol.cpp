// A line that a worker printed, which may be an event, and a line that was sent to a worker. A parsed line is
// written again with the same content.
#include "harness/process/protocol.hpp"

#include "tests/fuzz/fuzz.hpp"

namespace {

using namespace wgcts::cli;

void event(std::string_view line) {
  const auto event = parse_event(line);
  if (!event) return;
  const std::string said = to_line(*event);
  const auto again = parse_event(said);
  fuzz::require(again && to_line(*again) == said, "another event: " + said);
}

void order(std::string_view line) {
  Order order;
  try {
    order = parse_order(line);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception&) {
    return;  // the worker prints the reason, and ends
  }
  const std::string said = to_line(order);
  fuzz::require(to_line(parse_order(said)) == said, "another order: " + said);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  event(fuzz::text_of(data, size));
  order(fuzz::text_of(data, size));
  return 0;
}
