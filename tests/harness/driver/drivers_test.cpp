// Drivers that are used without an OpenCL loader.
#include "harness/driver/drivers.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

namespace wgcts::harness {
namespace {

namespace fs = std::filesystem;

/// A folder that is deleted with the test.
class Folder {
 public:
  Folder() : path_(fs::path(testing::TempDir()) / "wgcts_drivers_XXXXXX") {
    std::string name = path_.string();
    path_ = mkdtemp(name.data());
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { fs::remove_all(path_); }
  std::string path() const { return path_.string(); }
  std::string file(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name) << text;
    return (path_ / name).string();
  }

 private:
  fs::path path_;
};

std::string refusal_of(const std::string& file) {
  try {
    const Drivers drivers(file);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "taken";
}

/// The driver's name, queried through its table.
std::string first_name(const Drivers& drivers) {
  cl_platform_id platform = nullptr;
  if (drivers.platform_ids(1, &platform, nullptr) != CL_SUCCESS) return "no platform";
  const auto info = drivers.function("clGetPlatformInfo", &cl_icd_dispatch::clGetPlatformInfo, platform);
  char name[100] = {};
  if (info == nullptr || info(platform, CL_PLATFORM_NAME, sizeof name - 1, name, nullptr) != CL_SUCCESS)
    return "no name";
  return name;
}

cl_uint count_of(const Drivers& drivers) {
  cl_uint count = 99;
  EXPECT_EQ(drivers.platform_ids(0, nullptr, &count), CL_SUCCESS);
  return count;
}

TEST(Drivers, ALibraryIsUsedByItsTable) {
  const Drivers stub(WGCTS_STUB_OPENCL);
  EXPECT_EQ(stub.kind(), Drivers::Kind::DriverWithTable);
  EXPECT_EQ(stub.exporting_file(), "");
  EXPECT_EQ(count_of(stub), 1U);
  EXPECT_NE(first_name(stub).find("Stub"), std::string::npos) << first_name(stub);
}

TEST(Drivers, AnIcdFileAndAFolderOfThem) {
  const Folder folder;
  const std::string icd = folder.file("stub.icd", std::string(WGCTS_STUB_OPENCL) + " \r\n");
  EXPECT_EQ(count_of(Drivers(icd)), 1U);
  folder.file("again.icd", WGCTS_STUB_OPENCL);
  folder.file("readme.txt", "no driver");
  EXPECT_EQ(count_of(Drivers(folder.path())), 2U);
}

// A driver for cl_khr_icd 2.0 has a tag in two places of its table. The others may be empty.
TEST(Drivers, ATableOfIcd2IsUsedIfItHasFunctions) {
  const Drivers stub(WGCTS_STUB_OPENCL);
  cl_platform_id platform = nullptr;
  ASSERT_EQ(stub.platform_ids(1, &platform, nullptr), CL_SUCCESS);
  auto*& table = *reinterpret_cast<const cl_icd_dispatch**>(platform);
  const auto* const whole = table;

  constexpr auto tag = static_cast<std::uintptr_t>(0x4F50454E434C3331U);
  cl_icd_dispatch tagged = *whole;
  // The names of the types differ between versions of the headers.
  const auto set = []<class Function>(Function& function) { function = reinterpret_cast<Function>(tag); };
  set(tagged.clGetPlatformIDs);
  set(tagged.clUnloadCompiler);
  table = &tagged;
  EXPECT_EQ(refusal_of(WGCTS_STUB_OPENCL), "taken");
  EXPECT_NE(first_name(Drivers(WGCTS_STUB_OPENCL)).find("Stub"), std::string::npos);

  cl_icd_dispatch empty{};
  empty.clGetPlatformIDs = tagged.clGetPlatformIDs;
  empty.clUnloadCompiler = tagged.clUnloadCompiler;
  table = &empty;
  EXPECT_NE(refusal_of(WGCTS_STUB_OPENCL).find("needs a loader that supports cl_khr_icd 2.0"),
            std::string::npos);
  table = whole;
}

// Loaders export OpenCL's functions, and so do drivers that are installed in place of a loader: what these
// lack is the driver's fault.
TEST(Drivers, ALibraryIsUsedByItsExports) {
  EXPECT_EQ(Drivers().kind(), Drivers::Kind::Loader);
  EXPECT_EQ(Drivers(WGCTS_STUB_EXPORTING).kind(), Drivers::Kind::DriverWithExports);
  const Drivers loader("libOpenCL.so.1");
  EXPECT_EQ(loader.kind(), Drivers::Kind::Loader) << "--driver may name a loader";
  EXPECT_NE(loader.exporting_file().find("libOpenCL"), std::string::npos);
  EXPECT_NE(loader.function("clFinish", &cl_icd_dispatch::clFinish, cl_command_queue{}), nullptr);
  EXPECT_EQ(loader.function("clNoSuchFunction", &cl_icd_dispatch::clFinish, cl_command_queue{}), nullptr);
}

TEST(Drivers, ANullObjectHasNoFunctions) {
  const Drivers stub(WGCTS_STUB_OPENCL);
  EXPECT_EQ(stub.function("clFinish", &cl_icd_dispatch::clFinish, cl_command_queue{}), nullptr);
}

// A worker that opened a named pipe would wait, and the driver would get the verdict timeout.
TEST(Drivers, OnlyFilesAreOpened) {
  const Folder folder;
  for (const std::string pipe : {folder.path() + "/pipe.so", folder.path() + "/pipe.icd"}) {
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_NE(refusal_of(pipe).find("a driver must be a library"), std::string::npos);
  }
  EXPECT_NE(refusal_of(folder.file("names_pipe.icd", folder.path() + "/pipe.so\n")).find("pipe.so: a driver"),
            std::string::npos);
  const std::string loop = folder.path() + "/loop";
  fs::create_symlink(loop, loop);
  EXPECT_NE(refusal_of(loop).find("it cannot be read: Too many levels"), std::string::npos);
}

TEST(Drivers, OtherFilesAreRefused) {
  const Folder folder;
  EXPECT_NE(refusal_of(folder.path()).find("has no .icd files"), std::string::npos);
  EXPECT_NE(refusal_of(folder.path() + "/none.so").find("none.so: cannot open shared object"),
            std::string::npos);
  EXPECT_NE(refusal_of(folder.file("text.so", "no library")).find("text.so"), std::string::npos);
  EXPECT_NE(refusal_of(folder.file("empty.icd", "")).find("must name a driver's library"), std::string::npos);
  EXPECT_NE(
      refusal_of(folder.file("long.icd", std::string(200000, 'x'))).find("must name a driver's library"),
      std::string::npos);
  EXPECT_NE(refusal_of("libm.so.6").find("libm.so.6: not an OpenCL driver"), std::string::npos);
}

}  // namespace
}  // namespace wgcts::harness
