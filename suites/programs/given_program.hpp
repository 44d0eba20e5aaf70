// Whole programs that are given by their content and not drawn from a number: those that were reduced.
#pragma once

#include <memory>
#include <string>

#include "suites/case.hpp"

namespace wgcts::suites {

/// A number of the program's text, its NDRange and all that is passed to it.
std::uint64_t content_hash(const LegalProgram& program);

/// The program's OpenCL C.
std::string text_of(const GivenProgram& given);

/// The case of a program: its name holds a hash of the content, and the case holds the content itself. Its
/// type is the one of the program's that asks most of a device. Its variant has the offset, the remainder and the
/// uniform arithmetic that the content has, and otherwise the rows of `variant`.
Case given_case(const LegalProgram& program, const Variant* variant = plain_variant);
/// The same of one that is at hand.
Case given_case(const GivenProgram& given, const Variant* variant = plain_variant);

}  // namespace wgcts::suites
