// Values and texts as C writes them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reference/program/type.hpp"

namespace wgcts::reports {

/// cl_int, cl_half, cl_uchar, ...
std::string c_type(Type type);

/// The value with these bits: "-1", "0x1p+3f", "INFINITY"; a half as its bits.
std::string c_literal(Type type, std::uint64_t bits);

/// "static const cl_int in[] = {1, 2, 3};\n", broken into lines that fit a page.
std::string c_array(std::string_view type, std::string_view name, const std::vector<std::string>& values);

/// "{65, 1, 0}, {2, 7, 1}, {0}": how many, the first, and what is added from one to the next; as few as will
/// do, for values of this type with these bits. A half's are its bits, which are alike or none are.
std::vector<std::string> c_runs(Type type, const std::vector<std::uint64_t>& bits);

/// A text as a string literal a line, each behind `indent`; the last without a line's end.
std::string c_string(std::string_view text, std::string_view indent);

/// A paragraph of a comment, a line each behind " * ", the first begun with `label`.
std::string c_comment(std::string_view label, std::string_view text);

}  // namespace wgcts::reports
