// The edits by which a program shrinks.
#pragma once

#include <optional>

#include "reference/program/run.hpp"

namespace wgcts::suites {

using namespace reference;

/// A program and what is passed to it, legal or not.
struct Draft {
  Program program;
  ProgramLaunch launch;
};

/// What the n-th edit makes of the program, or nothing where there are not so many. In this order: statements
/// out, many at a time first; blocks in place of the statement around them; an expression alone in place of
/// its statement; the launch smaller; expressions replaced by a part of them, 0 or 1; literals nearer to
/// zero; types narrowed; helpers that may be inlined; inputs that are zero.
std::optional<Draft> edited(const Draft& draft, std::size_t n);

/// Takes out functions, variables, buffers and arguments that nothing mentions.
void tidy(Draft& draft);

/// The launch with a range of fewer work-groups or work-items; what remains keeps its values.
ProgramLaunch resized(const ProgramLaunch& launch, const NDRange& range);

}  // namespace wgcts::suites
