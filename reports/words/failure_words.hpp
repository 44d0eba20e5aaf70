// What there is to say of a case that does not do what it must: plain text, of one line each.
#pragma once

#include <string>
#include <string_view>

#include "reports/model/report.hpp"

namespace wgcts::reports {

/// Whether the failure names a work-item: memory behind the output, or contradicting queries, have none.
bool blames_a_lane(const Failure& failure);

/// "7", "(1,0)" or "(1,0,2)".
std::string id_text(const Extents& id, unsigned dim);

/// "5.9", or "nan [0x7e00]" where the bits are needed to tell values apart.
std::string value_text(const Value& value, bool with_bits);

/// "all_true: group 1, lane 0 of 64: input 1, expected non-zero, got 0"; of the first wrong lane.
std::string lane_text(const Failure& failure, unsigned dim);

/// The line of a log that most likely says why: a compiler's first error, a dying process's last words; the
/// place where it died, where it said nothing.
std::string telling_line(std::string_view log);

/// "same_bit: 31 of 32 work-groups, WGC.RD.1; walk: ...": the checks that did not pass; empty where one alone
/// says it all.
std::string broken_text(const Failure& failure);

/// What went wrong, in a sentence of the suite's: the failure's message, or the case's; what the driver was
/// at; and whether it was judged on less data than planned.
std::string sentence_of(const CaseResult& result);

/// How many cases were judged on less data than planned, in a sentence; empty for none.
std::string reduced_data_text(const Report& report);

/// The program as the report's last leg called it: "build/wgcts", or by its name where nobody knows.
std::string program_as_called(const Report& report);

/// A command of the program with these words, and with what the report's device was reached by: seed, kit or
/// launcher, `more`, device. For a shell to read.
std::string command_for(const Report& report, const std::vector<std::string>& words,
                        const std::vector<std::string>& more = {});

/// The command that runs exactly this case with this data again on this driver, for a shell to read:
/// "build/wgcts run --filter CASE --seed N", and what else the report's last leg was run with.
std::string replay_command(const Report& report, const Case& c);

}  // namespace wgcts::reports
