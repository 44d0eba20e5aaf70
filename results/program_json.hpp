// Whole programs as JSON: the syntax tree, the NDRange and the arguments, with the OpenCL C for readers.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "suites/programs/draw_program.hpp"

namespace wgcts::results {

/// An object: `name`, the case's name without its variant; `text`, the program's OpenCL C; `range`,
/// `arguments`, `inputs` and `group_inputs`, which the host passes; `program`, the syntax tree. Values are
/// 64-bit words: integers with sign extension, floating-point numbers as the bits of a double.
nlohmann::json to_json(const LegalProgram& program);

/// The inverse; ignores `name` and `text`. Throws std::exception for invalid JSON, and if the interpreter
/// finds that the program is not legal.
LegalProgram program_from_json(const nlohmann::json& json);

/// The same as a case. Also throws if the object's name is not the case's name.
Case given_case_from_json(const nlohmann::json& json);

}  // namespace wgcts::results
