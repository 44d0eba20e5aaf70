// Shared by the fuzz targets: the input as files, a folder for the outputs of commands, and the check of
// error messages.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <typeinfo>
#include <vector>

#include "cli/options/options.hpp"
#include "reports/model/text.hpp"

namespace wgcts::cli::fuzz {

/// Stops the fuzzer, which saves the input, unless `holds`.
inline void require(bool holds, const std::string& what) {
  if (holds) return;
  std::fprintf(stderr, "%s\n", what.c_str());
  std::abort();
}

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// The parts of an input that contains several files or words.
inline std::vector<std::string> parts_of(std::string_view input, std::string_view separator) {
  std::vector<std::string> parts;
  for (std::size_t end; (end = input.find(separator)) != std::string_view::npos;) {
    parts.emplace_back(input.substr(0, end));
    input.remove_prefix(end + separator.size());
  }
  parts.emplace_back(input);
  return parts;
}

/// Between files; unlikely inside of one.
inline constexpr std::string_view next_file = "\n%%\n";

/// Bytes that can be opened by a path, in memory alone.
class InputFile {
 public:
  explicit InputFile(std::string_view bytes) : descriptor_(memfd_create("input", MFD_CLOEXEC)) {
    const auto written = write(descriptor_, bytes.data(), bytes.size());
    require(written == static_cast<ssize_t>(bytes.size()), "cannot make an input file");
  }
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  ~InputFile() { close(descriptor_); }

  std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

/// A folder for the outputs of commands, for this process only. A normal end removes it.
class OutputFolder {
 public:
  OutputFolder() {
    std::string name = std::filesystem::temp_directory_path() / "wgcts-fuzz-XXXXXX";
    require(mkdtemp(name.data()) != nullptr, "cannot make " + name);
    folder_ = name;
  }
  OutputFolder(const OutputFolder&) = delete;
  OutputFolder& operator=(const OutputFolder&) = delete;
  ~OutputFolder() { std::filesystem::remove_all(folder_); }

  std::string path(const char* name) const { return folder_ / name; }

  /// After an error there is no file; after success there are the requested files and no temporary one.
  void require_files(std::ptrdiff_t wanted) const {
    const std::filesystem::directory_iterator files(folder_);
    const auto found = std::distance(begin(files), end(files));
    require(found == wanted, "files: " + std::to_string(found) + ", not " + std::to_string(wanted));
  }
  void clear() const {
    for (const auto& file : std::filesystem::directory_iterator(folder_)) remove(file);
  }

 private:
  std::filesystem::path folder_;
};

/// The message that main prints has words, and is short enough to be read.
inline void require_sentence(std::string_view text) {
  const std::string line = printable(text);
  require(line.size() < 2000 && line.find(' ') != std::string::npos, "no sentence: " + line);
}

/// Whether `work` completed. An error with exit code 2 is a sentence in an exception of one of three types.
/// Any other exception, such as one of a library, stops the fuzzer.
template <class Work>
bool succeeds(Work&& work) {
  const auto require_refusal = [](const std::exception& error) {
    const std::type_info& type = typeid(error);
    require(type == typeid(std::runtime_error) || type == typeid(UsageError) ||
                type == typeid(std::invalid_argument),
            std::string(type.name()) + ": " + error.what());
    require_sentence(error.what());
    return false;
  };
  try {
    work();
    return true;
  } catch (const std::runtime_error& error) {
    return require_refusal(error);
  } catch (const std::invalid_argument& error) {
    return require_refusal(error);
  }
}

}  // namespace wgcts::cli::fuzz
