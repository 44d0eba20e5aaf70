#include "reports/terminal/stream.hpp"

#include <cstdlib>

#include "suites/parse.hpp"
#include "system/streams.hpp"

namespace wgcts::reports {

void print_now(std::FILE* stream, const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), stream) == text.size()) std::fflush(stream);
}

bool is_terminal(std::FILE* stream) {
  const char* kind = std::getenv("TERM");
  return system::is_interactive(stream) && kind != nullptr && std::string_view(kind) != "dumb";
}

bool wants_colour(std::FILE* stream) { return is_terminal(stream) && std::getenv("NO_COLOR") == nullptr; }

std::size_t width_of(std::FILE* stream) {
  constexpr std::size_t least = 20, most = 1000, usual = 100;
  const auto sane = [](std::size_t width) { return least <= width && width <= most; };
  if (const char* columns = std::getenv("COLUMNS")) {
    if (const auto width = whole_number<std::size_t>(columns); width && sane(*width)) return *width;
  }
  if (const std::size_t width = system::terminal_width(stream); sane(width)) return width;
  return system::is_interactive(stream) ? usual : unlimited_width;
}

}  // namespace wgcts::reports
