// Texts about a bug, one line each.
#pragma once

#include <cstdint>
#include <string>

#include "reports/model/bugs.hpp"

namespace wgcts::reports {

/// The cause and its conditions: "restarts every=32 where size>32", "inverted, always". Includes the share of
/// predicted results if that is not all: ", fits 90 %".
std::string cause_text(const Bug& bug);

/// The builtins, types, dimensions and forms that show the bug, and the share of failing cases among the
/// tested cases with these: "reduce_add; int, long; 1d; branch: 2 of 5 cases". "every type" stands for all
/// types of the report.
std::string extent_text(const Report& report, const Bug& bug);

/// The minimal case with its first wrong lane or its message; empty if there is none.
std::string minimal_text(const Bug& bug);

/// The nearest passing case: "reduce_add.int.1d.4.chain passes: form chain instead of branch". Empty if there
/// is none.
std::string neighbour_text(const Bug& bug);

/// The command that runs the minimal case again, or the example if there is no minimal case.
std::string bug_command(const Report& report, const Bug& bug);

/// The command that writes a C program for the bug; empty if it has one, or cannot have one.
std::string reproduce_command(const Report& report, const Bug& bug);

/// The C program and the result of running it: "bugs/restarts.c: its kernel shows the bug in wgcts; not
/// compiled as C". Empty if no program was written.
std::string reproducer_text(const Bug& bug);

/// The maximum size in bytes of a program that a text or a page includes. Reproducers have less than 120
/// lines.
inline constexpr std::uintmax_t longest_program = 32768;

/// The text of the bug's C program; empty if it cannot be read. The report may come from an untrusted source
/// and the text may be published, so only C files of this machine may get into it.
std::string c_program_of(const Bug& bug);

/// The kernel of the bug's smallest case, in OpenCL C; empty if there is none, or if it is too long.
std::string smallest_kernel(const Bug& bug);

/// "bug 8fb4af79: scans restart every 32 work-items".
std::string bug_headline(const Bug& bug);

/// Whether the baseline expects all failures of the bug.
bool is_known(const Report& report, const Bug& bug);

}  // namespace wgcts::reports
