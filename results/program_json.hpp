// Whole programs as JSON: the tree, the NDRange and all that is passed to it, and the OpenCL C for readers.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "suites/programs/given_program.hpp"

namespace wgcts::results {

/// An object: `name`, the case's name without its variant; `text`, the program's OpenCL C; `range`,
/// `arguments`, `inputs` and `group_inputs`, what the host passes; `program`, the tree. Values are 64-bit
/// words: integers by their sign, floating-point numbers as the bits of a double.
nlohmann::json to_json(const LegalProgram& program);

/// The inverse, of which `name` and `text` are not read. Throws std::exception, with a sentence, on anything
/// that is no such object, and where the interpreter finds that the program is not legal.
LegalProgram program_from_json(const nlohmann::json& json);

/// The same as a case, which must have the object's name. Throws as above, and where the name is another's.
Case given_case_from_json(const nlohmann::json& json);

}  // namespace wgcts::results
