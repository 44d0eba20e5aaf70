#include "reports/stream.hpp"

#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace wgcts {

bool is_terminal(std::FILE* stream) {
  const char* kind = std::getenv("TERM");
  return isatty(fileno(stream)) != 0 && kind != nullptr && std::string_view(kind) != "dumb";
}

bool wants_colour(std::FILE* stream) { return is_terminal(stream) && std::getenv("NO_COLOR") == nullptr; }

}  // namespace wgcts
