// Reads OpenCL C text just far enough to know its functions and where each work-group collective is called.
#pragma once

#include <string>
#include <vector>

namespace wgfault {

struct Function {
  std::string name{};
  bool kernel = false;
  bool reqd = false;         // has reqd_work_group_size
  bool hint = false;         // has another attribute that speaks of sizes or types
  size_t begin = 0;          // of its header
  size_t body = 0, end = 0;  // just inside the braces
  int calls = 0;             // of collectives
};

// A call written `work_group_NAME(` outside of preprocessor lines.
struct Site {
  size_t offset = 0;  // of the name
  size_t length = 0;  // up to and with the parenthesis
  std::string builtin;
  int function = -1;
  int nth = 0;               // among the calls of its function
  int loop = 0, branch = 0;  // how deep inside
  bool literal = false;      // the first argument is a number
  bool ids = false;          // the first argument is made of get_..._id
};

struct Source {
  std::string text;
  std::vector<Function> functions;
  std::vector<Site> sites;
};

Source read_source(std::string text);

// A kernel with everything that it can call: what can run when it is launched.
std::string text_of(const Source& source, const std::string& kernel);

}  // namespace wgfault
