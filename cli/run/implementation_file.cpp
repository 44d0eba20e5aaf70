#include "cli/run/implementation_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <system_error>

#include "cli/options/options.hpp"
#include "harness/program/il_library.hpp"
#include "harness/program/spirv_words.hpp"
#include "results/file_hash.hpp"
#include "suites/plan.hpp"

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
  std::error_code unseen;
  if (std::filesystem::is_directory(file, unseen))
    refuse(file, "this is a folder, not a file of OpenCL C, nor a SPIR-V module");
  std::string text = all_of(file);
  if (text.empty()) refuse(file, "there is nothing in it");
  std::string digest = sha256_of_text(text);
  try {
    if (auto module = harness::spirv_words(text)) {
      harness::require_sound_library(*module);
      return {file, std::move(digest), "", *std::move(module)};
    }
  } catch (const std::invalid_argument& error) {
    refuse(file, error.what());
  }
  // A driver would take it for the end, and judge what stands before it.
  if (text.find('\0') != std::string::npos)
    refuse(file,
           "it holds a NUL byte, which no OpenCL C does, and it does not begin as a SPIR-V module does");
  return {file, std::move(digest), std::move(text)};
}

void require_modules(const DeviceFacts& device, std::span<const Case> selected) {
  if (!device.implementation || !device.implementation->is_module || selected.empty()) return;
  if (std::ranges::any_of(selected, is_module)) return;
  refuse(device.implementation->file,
         "this is a SPIR-V module, which is linked to cases in SPIR-V alone, and none of those is selected: "
         "run --il selects them, and their names end in .il");
}

}  // namespace wgcts::cli
