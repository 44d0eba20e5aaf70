#include "results/evidence.hpp"

#include <charconv>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace wgcts::results {
namespace {

using nlohmann::json;

std::string hex_text(const std::vector<std::byte>& bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  text.reserve(2 * bytes.size());
  for (const std::byte b : bytes)
    (text += digits[std::to_integer<unsigned>(b) >> 4]) += digits[std::to_integer<unsigned>(b) & 15];
  return text;
}

std::vector<std::byte> from_hex_text(const std::string& text) {
  std::vector<std::byte> bytes(text.size() / 2);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::uint8_t value = 0;
    const auto [end, error] = std::from_chars(&text[2 * i], &text[2 * i] + 2, value, 16);
    if (error != std::errc{} || end != &text[2 * i] + 2) throw std::invalid_argument("not hexadecimal");
    bytes[i] = std::byte{value};
  }
  return bytes;
}

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
      outputs.push_back({{"group", output.group}, {"bytes", hex_text(output.bytes)}});
    sites.push_back({{"wrong", marks_text(site.wrong)}, {"outputs", std::move(outputs)}});
  }
  return {{"local", evidence.local},
          {"groups", evidence.groups},
          {"poison", hex_text(evidence.poison)},
          {"members", evidence.members},
          {"sites", std::move(sites)}};
}

Evidence evidence_from_json(const json& object) {
  Evidence evidence{
      object.at("local"), object.at("groups"), from_hex_text(object.at("poison")), object.at("members"), {}};
  for (const json& item : object.at("sites")) {
    SiteEvidence site{marks_from(item.at("wrong")), {}};
    for (const json& output : item.at("outputs"))
      site.outputs.push_back({output.at("group"), from_hex_text(output.at("bytes"))});
    evidence.sites.push_back(std::move(site));
  }
  return evidence;
}

}  // namespace wgcts::results
