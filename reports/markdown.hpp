// The report as Markdown, for a pull request or a CI job page.
#pragma once

#include "reports/model/report.hpp"
#include "reports/model/text.hpp"

namespace wgcts::reports {

/// The maximum size of a summary in bytes, however many cases fail. Job pages and comments allow about 64
/// KiB.
inline constexpr std::size_t longest_markdown = 60 * 1024;

/// Verdict, device, counts, bugs, matrix, other failures by group, skips. Driver texts are escaped: they
/// break no table, make no HTML or link, and mention no user.
void markdown_text(const Report& report, const TextSink& sink);

}  // namespace wgcts::reports
