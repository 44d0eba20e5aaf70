// The report as Markdown for a pull request or a job's page.
#pragma once

#include "reports/model/report.hpp"
#include "reports/model/text_sink.hpp"

namespace wgcts::reports {

/// Job pages and comments take some 64 KiB; what fails never makes a summary longer than this, in bytes.
inline constexpr std::size_t longest_markdown = 60 * 1024;

/// Verdict, device, counts, bugs, matrix, other failures by kind, skips. The driver's texts stay texts: no
/// table breaks, no HTML or link comes of them, nobody is mentioned.
void markdown_text(const Report& report, const TextSink& sink);

}  // namespace wgcts::reports
