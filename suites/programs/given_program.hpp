// Programs that are given by their content instead of a number: reduced programs.
#pragma once

#include <memory>
#include <string>

#include "suites/case.hpp"

namespace wgcts::suites {

/// A hash of the program's text, its NDRange and its arguments.
std::uint64_t content_hash(const LegalProgram& program);

std::string text_of(const GivenProgram& given);

/// The case of a program. Its name contains a hash of the content, and the case contains the content. Its
/// type is the program's type with the highest requirements on a device.
Case given_case(const LegalProgram& program, const Variant* variant = plain_variant);

}  // namespace wgcts::suites
