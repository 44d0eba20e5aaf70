#include "cli/run/implementation_file.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <system_error>

#include "cli/options/options.hpp"
#include "results/file_hash.hpp"

namespace wgcts::cli {
namespace {

/// More than any library of builtins: /dev/zero has no end.
constexpr std::size_t largest_implementation = std::size_t{16} << 20;

[[noreturn]] void refuse(const std::string& file, const std::string& why) {
  throw UsageError(fmt::format("--implementation {}: {}", file, why));
}

std::string all_of(const std::string& file) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream(std::fopen(file.c_str(), "rbe"), std::fclose);
  const auto refuse_unread = [&] {
    refuse(file, fmt::format("it cannot be read: {}", std::generic_category().message(errno)));
  };
  if (!stream) refuse_unread();
  std::string text;
  std::array<char, 65536> piece{};
  while (const std::size_t n = std::fread(piece.data(), 1, piece.size(), stream.get())) {
    text.append(piece.data(), n);
    if (text.size() > largest_implementation)
      refuse(file, fmt::format("it is larger than {} MiB", largest_implementation >> 20));
  }
  if (std::ferror(stream.get()) != 0) refuse_unread();
  return text;
}

}  // namespace

harness::Implementation read_implementation(const std::string& file) {
  std::error_code error;
  if (std::filesystem::is_directory(file, error)) refuse(file, "this is a folder, not a file of OpenCL C");
  std::string text = all_of(file);
  if (text.empty()) refuse(file, "there is nothing in it");
  // A driver would take it for the end, and judge what stands before it.
  if (text.find('\0') != std::string::npos) refuse(file, "it holds a NUL byte, which no OpenCL C does");
  std::string digest = sha256_of_text(text);
  return {file, std::move(digest), std::move(text)};
}

}  // namespace wgcts::cli
