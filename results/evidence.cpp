#include "results/evidence.hpp"

#include "results/fields.hpp"

namespace wgcts::results {

using nlohmann::json;

template <>
inline constexpr auto fields<GroupOutput> = std::tuple(Field{"group", &GroupOutput::group},
                                                       Field{"bytes", &GroupOutput::bytes});

template <>
inline constexpr auto fields<SiteEvidence> = std::tuple(Field{"wrong", &SiteEvidence::wrong},
                                                        Field{"outputs", &SiteEvidence::outputs});

template <>
inline constexpr auto fields<BufferEvidence> = std::tuple(Field{"poison", &BufferEvidence::poison},
                                                          Field{"bytes", &BufferEvidence::bytes});

template <>
inline constexpr auto fields<Evidence> = std::tuple(Field{"local", &Evidence::local},
                                                    Field{"groups", &Evidence::groups},
                                                    Field{"poison", &Evidence::poison},
                                                    Field{"members", &Evidence::members},
                                                    Field{"sites", &Evidence::sites},
                                                    Field{"outputs", &Evidence::outputs});

json to_json(const Evidence& evidence) {
  json object;
  write_fields(object, evidence, fields<Evidence>);
  return object;
}

Evidence evidence_from_json(const json& object) {
  Evidence evidence;
  read(object, evidence);
  // The sizes decide how much memory is allocated.
  constexpr std::size_t most_items = std::size_t{1} << 16, most_groups = std::size_t{1} << 24;
  if (!is_within(evidence.local, most_items) || evidence.groups > most_groups)
    throw std::invalid_argument("no work-items, or too many");
  return evidence;
}

}  // namespace wgcts::results
