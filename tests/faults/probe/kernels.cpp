// The kernels of the probe: places that a collective can stand in.
#include <algorithm>
#include <functional>
#include <utility>

#include "probe.hpp"

namespace probe {
namespace {

struct Form {
  const char* name;
  const char* body;  // CALL(v) is the builtin; x and y are two inputs, o and p the places of two results
};

// The first is `plain`, which has variants that require their size.
const std::vector<Form> forms = {
    {"plain", "o = CALL(x);"},
    {"two", "o = CALL(x); p = CALL(y);"},
    {"twice_same", "o = CALL(x); p = CALL(x); "},
    {"three", "o = CALL(x); T q = CALL(y); p = CALL(q);"},
    {"third", "o = CALL(x); p = CALL(y); p = CALL(x);"},
    {"loop",
     "for (int k = 0; k < trips; ++k) { T r = CALL(k == 0 ? x : y); if (k == 1) o = r; if (k == 2) p = r; }"},
    {"nested",
     "for (int j = 0; j < 2; ++j)\n for (int k = 0; k < 2; ++k) { T r = CALL(j + k ? y : x); if (k) p = r; "
     "else o = r; }"},
    {"halving",
     "for (int k = trips; k > 0; k >>= 1) { T r = CALL(k > 1 ? x : y); if (k > 1) o = r; else p = r; }"},
    {"branch", "if (trips > 1) { o = CALL(x); } else { p = CALL(y); }"},
    {"helper", "o = help(x, src); if (trips > 1) p = help(y, src);"},
    {"literal", "o = CALL(LITERAL);"},
    {"ids", "o = CALL((T)get_local_id(0));"},
    {"never", "if (trips < 0) return; o = CALL(x); p = CALL(y); o = o;"},
};

std::string call(const std::string& builtin, const std::string& argument, int arity) {
  std::string text = "work_group_" + builtin + "(" + argument;
  for (int i = 0; i < arity; ++i) {
    const std::string d = std::to_string(i);
    text += ", src[" + d + "] % get_local_size(" + d + ")";
  }
  return text + ")";
}

std::string expand(std::string text, const std::string& builtin, int arity) {
  for (size_t at; (at = text.find("CALL(")) != std::string::npos;) {
    size_t end = at + 5;
    for (int depth = 1; depth > 0; ++end) depth += text[end] == '(' ? 1 : text[end] == ')' ? -1 : 0;
    text.replace(at, end - at, call(builtin, text.substr(at + 5, end - at - 6), arity));
  }
  return text;
}

}  // namespace

Text program(const std::string& builtin, const Type& type, const std::vector<std::string>& wanted) {
  const auto is_wanted = [&](const std::string& form) {
    return wanted.empty() || std::find(wanted.begin(), wanted.end(), form) != wanted.end();
  };
  Text text;
  text.source =
      "#ifdef __opencl_c_work_group_collective_functions\n"
      "#define FEATURE (__opencl_c_work_group_collective_functions + 0)\n#else\n#define FEATURE 2\n#endif\n"
      "#ifdef cl_khr_fp16\n#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n#endif\ntypedef " +
      type.name + " T;\n";
  const auto add_kernel = [&](const std::string& attribute, const std::string& name,
                              const std::string& body) {
    text.source +=
        attribute + "kernel void " + name +
        "(global const T* in, global const int* sources, global T* out, int trips, int total) {\n"
        "  int i = get_global_linear_id();\n"
        "  int g = get_group_id(0) + get_num_groups(0) * (get_group_id(1) + get_num_groups(1) * "
        "get_group_id(2));\n"
        "  int src[3] = {sources[3 * g], sources[3 * g + 1], sources[3 * g + 2]};\n"
        "  T x = in[i], y = in[total + i], o = (T)42, p = (T)(43 + FEATURE + get_global_id(0) % 8);\n  " +
        body + "\n  out[i] = o; out[total + i] = p;\n}\n";
    text.kernels.push_back(name);
  };
  const bool broadcast = builtin == "broadcast";
  for (int arity = broadcast ? 1 : 0; arity <= (broadcast ? 3 : 0); ++arity) {
    const std::string suffix = broadcast ? "_" + std::to_string(arity) : "";
    for (const auto& form : forms) {
      if (form.name != std::string("plain") && !is_wanted(form.name)) continue;
      const std::string name = form.name + suffix;
      const bool helper = form.name == std::string("helper");
      if (arity > 1 && !helper && form.name != std::string("plain") && form.name != std::string("two"))
        continue;
      std::string body = expand(form.body, builtin, arity);
      if (const size_t at = body.find("LITERAL"); at != std::string::npos) body.replace(at, 7, type.literal);
      if (helper) {
        text.source +=
            "T help" + suffix + "(T x, const int* src) { return " + call(builtin, "x", arity) + "; }\n";
        for (size_t at = 0; (at = body.find("help(", at)) != std::string::npos; at += 6 + suffix.size())
          body.replace(at, 4, "help" + suffix);
      }
      add_kernel("", name, body);
    }
  }
  if (!is_wanted("reqd")) return text;
  for (int dims = 1; dims <= 3; ++dims) {
    const auto [x, y, z] = required_sizes[dims - 1];
    add_kernel("__attribute__((reqd_work_group_size(" + std::to_string(x) + ", " + std::to_string(y) + ", " +
                   std::to_string(z) + "))) ",
               "reqd_" + std::to_string(dims), expand(forms.front().body, builtin, broadcast ? dims : 0));
  }
  return text;
}

}  // namespace probe
