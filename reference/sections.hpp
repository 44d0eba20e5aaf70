// The rules, and the sections of the public specification that they cite: the types of the table that
// reference/clauses.json contains.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "layers.hpp"

namespace wgcts::reference {

/// A document of the specification in the version that the sections refer to. All sources are in the public
/// repository KhronosGroup/OpenCL-Docs.
struct Document {
  std::string_view name, version;
};

/// A section, or a row of a table with its own anchor. Each is defined once and shared by its clauses.
/// Anchors of functions and CL_ names are not in the source: the build of the specification generates them.
struct Section {
  const Document* document;
  std::string_view title;
  std::string_view path;    ///< of its source in the repository
  std::string_view anchor;  ///< in the source and in the published page
};

/// A section in one line: document, version, title, and the path and anchor of its source.
inline std::string citation(const Section& section) {
  std::string line(section.document->name);
  line.append(" ").append(section.document->version).append(", ").append(section.title);
  return line.append(" (").append(section.path).append("#").append(section.anchor).append(")");
}

/// The basis of a rule: Written in the specification, Implied by it, or Undefined there. An Undefined rule
/// never fails a device. It is the reason why something is observed instead of judged.
enum class Tier : std::uint8_t { Written, Implied, Undefined };

struct Clause {
  std::string_view id;
  Tier tier;
  /// The sections that state or imply it, or leave it open, with the most important first: one to three. The
  /// rest is null.
  std::array<const Section*, 3> sections;
  std::string_view text;          ///< a paraphrase
  std::string_view uncited = {};  ///< why no case cites it; empty if some do
};

}  // namespace wgcts::reference
