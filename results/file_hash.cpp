#include "results/file_hash.hpp"

#include <sha2.h>

#include <array>
#include <cstdint>
#include <filesystem>

namespace wgcts::results {

std::string sha256_of(const std::string& path) {
  std::error_code error;
  // Hashing a pipe would consume its content.
  if (!std::filesystem::is_regular_file(path, error)) return {};
  std::array<char, SHA256_DIGEST_STRING_LENGTH> digest{};
  return SHA256File(path.c_str(), digest.data()) != nullptr ? digest.data() : "";
}

std::string sha256_of_text(std::string_view text) {
  std::array<char, SHA256_DIGEST_STRING_LENGTH> digest{};
  return SHA256Data(reinterpret_cast<const std::uint8_t*>(text.data()), text.size(), digest.data());
}

}  // namespace wgcts::results
