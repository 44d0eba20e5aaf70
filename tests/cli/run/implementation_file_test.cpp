// Reading the file of --implementation.
#include <gtest/gtest.h>

#include <filesystem>

#include "cli/options/options.hpp"
#include "cli/run/files.hpp"
#include "tests/reports/folder.hpp"

namespace wgcts::cli {
namespace {

class ImplementationFileTest : public reports::FolderTest {
 protected:
  static std::string why_not(const std::string& file) {
    try {
      (void)read_implementation(file, "");
    } catch (const UsageError& error) {
      const std::string said = error.what(), begin = "--implementation " + file + ": ";
      EXPECT_TRUE(said.starts_with(begin)) << said;
      return said.substr(begin.size());
    }
    return "";
  }
};

TEST_F(ImplementationFileTest, IsReadWithItsDigest) {
  put(path("my.cl"), "abc");
  const auto file = read_implementation(path("my.cl"), "");
  EXPECT_EQ(file.file, path("my.cl"));
  EXPECT_EQ(file.text, "abc");
  EXPECT_EQ(file.sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST_F(ImplementationFileTest, ACommentRequestsLocalMemory) {
  put(path("my.cl"), "// wgcts: local memory 4096\nint f(void);\n");
  EXPECT_EQ(read_implementation(path("my.cl"), "").local_memory, 4096U);
  EXPECT_FALSE(read_implementation(path("my.cl"), "").local_memory_per_item);
  put(path("items.cl"), "// wgcts: local memory 8 per work-item\r\n");
  EXPECT_EQ(read_implementation(path("items.cl"), "").local_memory, 8U);
  EXPECT_TRUE(read_implementation(path("items.cl"), "").local_memory_per_item);
  put(path("none.cl"), "int f(void); // wgcts: local memory 4096\n");
  EXPECT_EQ(read_implementation(path("none.cl"), "").local_memory, 0U);
  for (const char* line :
       {"  // wgcts: local memory 16", "//wgcts:local memory 16", "//\twgcts: local memory 16  "}) {
    put(path("blanks.cl"), std::string(line) + "\n");
    EXPECT_EQ(read_implementation(path("blanks.cl"), "").local_memory, 16U) << line;
  }
  for (const char* request :
       {"local memory", "local memory ", "local memory 0", "local memory -4", "local memory 4k",
        "local memory 99999999999", "local memory 16 bytes", "local memory per work-item", "Local memory 16",
        "localmemory 16", "scratch 16"}) {
    put(path("bad.cl"), std::string("int f(void);\n// wgcts: ") + request + "\n");
    EXPECT_NE(why_not(path("bad.cl")).find("is not understood: write '// wgcts: local memory BYTES'"),
              std::string::npos)
        << request;
  }
}

// A change of an included file changes the tested implementation. All files count, as macros can choose the
// included ones.
TEST_F(ImplementationFileTest, TheDigestCoversOptionsAndIncludedFiles) {
  put(path("my.cl"), "#include \"part.h\"\n");
  std::filesystem::create_directories(path("headers/deep"));
  put(path("headers/deep/part.h"), "one");
  Options options;
  options.implementation_includes = {path("headers")};
  options.implementation_options = {"-DA=1"};
  const std::string words = implementation_build_options(options);
  EXPECT_TRUE(words.starts_with("-I ")) << words;
  EXPECT_TRUE(words.ends_with("/headers -DA=1")) << words;
  const auto digest = [&](const std::string& build_options) {
    return read_implementation(path("my.cl"), build_options).sha256;
  };
  const std::string first = digest(words);
  EXPECT_EQ(first, digest(words));
  EXPECT_NE(first, digest(""));
  put(path("headers/deep/part.h"), "two");
  EXPECT_NE(first, digest(words));
  options.implementation_includes = {path("my.cl")};
  EXPECT_THROW(implementation_build_options(options), UsageError) << "not a folder";
}

TEST_F(ImplementationFileTest, RejectsOtherFiles) {
  EXPECT_EQ(why_not(path("nothing.cl")), "it cannot be read: No such file or directory");
  EXPECT_EQ(why_not(path(".")), "this is a folder; expected an OpenCL C file or a SPIR-V module");
  EXPECT_EQ(why_not("/proc/self/mem"), "it cannot be read: Input/output error");
  EXPECT_EQ(why_not("/dev/null"), "the file is empty");
  EXPECT_EQ(why_not("/dev/zero"), "it is larger than 16 MiB") << "it has no end";
  put(path("nul.cl"), std::string("int f(void);\0int g(void);", 25));
  EXPECT_EQ(why_not(path("nul.cl")),
            "the file is neither OpenCL C, as it contains a NUL byte, nor a SPIR-V module, as it lacks the "
            "magic number");
}

/// A header, and the memory model Physical64 OpenCL; the low byte of each word first.
const std::string module_bytes("\x03\x02\x23\x07\0\0\1\0\0\0\0\0\1\0\0\0\0\0\0\0\x0e\0\3\0\2\0\0\0\2\0\0\0",
                               32);

TEST_F(ImplementationFileTest, AcceptsAModule) {
  put(path("my.spv"), module_bytes);
  const auto file = read_implementation(path("my.spv"), "");
  EXPECT_EQ(file.text, "");
  EXPECT_EQ(file.module, (std::vector<std::uint32_t>{0x07230203, 0x10000, 0, 1, 0, 0x3000e, 2, 2}));
  EXPECT_EQ(file.sha256.size(), 64U);
  put(path("cut.spv"), module_bytes.substr(0, 28));
  EXPECT_TRUE(why_not(path("cut.spv")).starts_with("it is truncated")) << why_not(path("cut.spv"));
  put(path("byte.spv"), module_bytes + "x");
  EXPECT_NE(why_not(path("byte.spv")).find("33 bytes"), std::string::npos) << why_not(path("byte.spv"));
}

// A run that would skip every case is an error.
TEST_F(ImplementationFileTest, AModuleNeedsCasesInSpirv) {
  DeviceFacts device;
  const Case text = parse_case("all.int.1d.8.solo").value(),
             module = parse_case("all.int.1d.8.solo.il").value();
  require_modules(device, std::span(&text, 1));
  device.implementation = ImplementationFacts{"my.cl", "", {}};
  require_modules(device, std::span(&text, 1));
  device.implementation = ImplementationFacts{"my.spv", "", {}, true};
  require_modules(device, std::span(&module, 1));
  require_modules(device, {});
  EXPECT_THROW(require_modules(device, std::span(&text, 1)), UsageError);
}

}  // namespace
}  // namespace wgcts::cli
