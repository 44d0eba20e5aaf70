#include "results/evidence.hpp"

#include <stdexcept>

#include "results/fields.hpp"
#include "results/json_values.hpp"

namespace wgcts::results {
namespace {

using nlohmann::json;

std::vector<char> marks_from(const std::string& text) {
  std::vector<char> marks;
  for (const char c : text) marks.push_back(static_cast<char>(c == '1'));
  return marks;
}

std::string marks_text(const std::vector<char>& marks) {
  std::string text;
  for (const char mark : marks) text += mark ? '1' : '0';
  return text;
}

}  // namespace

json to_json(const Evidence& evidence) {
  json sites = json::array();
  for (const SiteEvidence& site : evidence.sites) {
    json outputs = json::array();
    for (const GroupOutput& output : site.outputs)
      outputs.push_back({{"group", output.group}, {"bytes", hex(output.bytes)}});
    sites.push_back({{"wrong", marks_text(site.wrong)}, {"outputs", std::move(outputs)}});
  }
  json buffers = json::array();
  for (const BufferEvidence& output : evidence.outputs)
    buffers.push_back({{"poison", hex(output.poison)}, {"bytes", hex(output.bytes)}});
  return {{"local", evidence.local},     {"groups", evidence.groups}, {"poison", hex(evidence.poison)},
          {"members", evidence.members}, {"sites", std::move(sites)}, {"outputs", std::move(buffers)}};
}

Evidence evidence_from_json(const json& object) {
  Evidence evidence{object.at("local"),
                    size_from(object.at("groups")),
                    bytes_from_hex(object.at("poison")),
                    object.at("members"),
                    {}};
  // The sizes decide how much memory is allocated.
  constexpr std::size_t most_items = std::size_t{1} << 16, most_groups = std::size_t{1} << 24;
  if (!is_volume_within(evidence.local, most_items) || evidence.groups > most_groups)
    throw std::invalid_argument("no work-items, or too many");
  for (const json& item : object.at("sites")) {
    SiteEvidence site{marks_from(item.at("wrong")), {}};
    for (const json& output : item.at("outputs"))
      site.outputs.push_back({output.at("group"), bytes_from_hex(output.at("bytes"))});
    evidence.sites.push_back(std::move(site));
  }
  for (const json& output : object.at("outputs"))
    evidence.outputs.push_back({bytes_from_hex(output.at("poison")), bytes_from_hex(output.at("bytes"))});
  return evidence;
}

}  // namespace wgcts::results
