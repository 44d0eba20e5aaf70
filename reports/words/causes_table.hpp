// The table of faults as documents have it.
#pragma once

#include <string>

namespace wgcts::reports {

/// In Markdown, a row for each code: the table of docs/causes.md.
std::string causes_markdown();

}  // namespace wgcts::reports
