// What there is to say of a bug: plain text, of one line each.
#pragma once

#include <string>

#include "reports/model/bugs.hpp"

namespace wgcts::reports {

/// "restarts every=32 where size>32", "inverted, always"; of a bug that is not always told right, also how
/// often: ", fits 90 %".
std::string cause_text(const Bug& bug);

/// "reduce_add; int, long; 1d; branch: 2 of 5 cases": what shows it, and of how many cases of that kind that
/// were judged. Where everything of the report does, "every type" stands for the list.
std::string extent_text(const Report& report, const Bug& bug);

/// The minimal case and its first wrong lane, or what came instead; empty where there is none.
std::string minimal_text(const Bug& bug);

/// "reduce_add.int.1d.4.chain passes: form chain instead of branch"; empty where there is none.
std::string neighbour_text(const Bug& bug);

/// The command that shows it again: of the minimal case, or else of the example.
std::string bug_command(const Report& report, const Bug& bug);

/// The command that writes a program which shows it, where none was written yet and one may be; else empty.
std::string reproduce_command(const Report& report, const Bug& bug);

/// "bugs/restarts.c: its kernel showed the bug in wgcts; not compiled as C". Empty where no
/// program was written.
std::string reproducer_text(const Bug& bug);

/// "bug 8fb4af79: scans begin anew every 32 work-items".
std::string bug_headline(const Bug& bug);

/// Whether the baseline knows it: none of its cases accuses the device of anything new.
bool is_known(const Report& report, const Bug& bug);

/// Cases that are not good, and how many of them a bug explains.
struct ExplainedCount {
  std::size_t failing = 0, explained = 0;
};
ExplainedCount explained_count(const Report& report);

}  // namespace wgcts::reports
