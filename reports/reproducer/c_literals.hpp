// Values and texts as C literals.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reference/program/tree.hpp"

namespace wgcts::reports {

/// cl_int, cl_half, cl_uchar, ...
std::string c_type(Type type);

/// The literal of the value with these bits: "-1", "0x1p+3f", "INFINITY". A half is written as its bits.
std::string c_literal(Type type, std::uint64_t bits);

/// "static const cl_int in[] = {1, 2, 3};\n", with line breaks.
std::string c_array(std::string_view type, std::string_view name, const std::vector<std::string>& values);

/// The values with these bits as a few runs of count, first value and step: "{65, 1, 0}, {2, 7, 1}, {0}".
/// Halves are written as their bits, in runs of equal values.
std::vector<std::string> c_runs(Type type, const std::vector<std::uint64_t>& bits);

/// A text as indented string literals, one for each line; the last line has no newline.
std::string c_string(std::string_view text);

/// A paragraph of a comment: lines that start with " * ", the first with `label`.
std::string c_comment(std::string_view label, std::string_view text);

}  // namespace wgcts::reports
