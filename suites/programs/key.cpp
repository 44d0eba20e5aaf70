#include "suites/programs/key.hpp"

#include "suites/case.hpp"
#include "suites/parse.hpp"

namespace wgcts::suites {

std::string name(const ProgramKey& key) {
  return "program." + std::string(info(key.type).name) + "." + std::to_string(key.dim) + "d." +
         reference::to_string(key.local, key.dim) + "." + std::to_string(key.seed);
}

std::optional<ProgramKey> parse_program_key(std::string_view text) {
  const auto parts = split(text, '.');
  if (parts.size() != 5 || parts[0] != "program") return std::nullopt;
  ProgramKey key;
  const auto type = gentype_named(parts[1]);
  const auto seed = whole_number(parts[4]);
  const bool has_dim = parts[2].size() == 2 && parts[2][0] >= '1' && parts[2][0] <= '3' && parts[2][1] == 'd';
  if (!type || !seed || !has_dim) return std::nullopt;
  key.dim = static_cast<unsigned>(parts[2][0] - '0');
  const auto local = parse_local_size(parts[3], key.dim);
  if (!local || local->is_max()) return std::nullopt;
  key.type = *type;
  key.local = local->extents;
  key.seed = *seed;
  return name(key) == text ? std::optional(key) : std::nullopt;
}

}  // namespace wgcts::suites
