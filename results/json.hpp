// Structs as JSON objects, with one table of members for writing and reading. Reading checks the exact type,
// and writing gives valid UTF-8, even if a driver printed other bytes.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "reference/geometry.hpp"
#include "reference/lists.hpp"
#include "reference/program/tree.hpp"
#include "results/case_result.hpp"
#include "results/device_facts.hpp"
#include "results/timing.hpp"
#include "system/processor_time.hpp"

namespace wgcts::results {

/// The value, if it has exactly this type; otherwise these functions throw std::exception, also for a missing
/// member.
const nlohmann::json::array_t& array_from(const nlohmann::json& value);
const std::string& text_from(const nlohmann::json& value);
const std::string& text_from(const nlohmann::json& object, const char* key);

/// The text of a JSON value, in one line unless `indent` is given. Bytes that are not valid UTF-8 become
/// U+FFFD.
template <class Json>
std::string utf8_dump(const Json& value, int indent = -1) {
  return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

/// The value with U+FFFD instead of bytes that are not valid UTF-8.
nlohmann::json with_valid_utf8(const nlohmann::json& value);
std::string valid_utf8(std::string_view text);

/// A driver's text in valid UTF-8, shortened in the middle if it is too long for a report: compilers print
/// the cause first, and a crashing process prints it last. A second call does not shorten the text again.
std::string bounded(std::string_view raw);

/// Two hexadecimal digits for each byte.
std::string hex(const std::vector<std::byte>& bytes);

/// The inverse. Throws std::invalid_argument for other characters.
std::vector<std::byte> bytes_from_hex(const std::string& text);

/// A member of a struct or of its base, with its name in JSON. An optional one is left out of the JSON if it
/// has no value, or is empty, false or 0; with `is_used`, if the struct does not use it.
template <class T, class Member>
struct Field {
  const char* key;
  Member T::*member;
  bool optional = false;
  bool (*is_used)(const T&) = nullptr;
};
/// Clang 16 has no deduction for aggregates.
template <class T, class Member>
Field(const char*, Member T::*) -> Field<T, Member>;

template <class T, class Member>
constexpr Field<T, Member> optional_field(const char* key, Member T::*member,
                                          bool (*is_used)(const T&) = nullptr) {
  return {key, member, true, is_used};
}

/// A struct with members in JSON has a function fields_of(Of<T>) that returns a std::tuple of Field.
template <class T>
struct Of {};
template <class T>
concept HasFields = requires {
  fields_of(Of<T>());
};

/// The names of an enumeration's values, in their order: a specialization is an array.
template <class T>
inline constexpr std::array<std::string_view, 0> word_list{};
template <class T>
concept HasWords = !word_list<T>.empty();

/// The last value of an enumeration that is written as a number. Other layers add functions for their own.
constexpr Phase last_value(Phase /*phase*/) { return Phase::Launch; }
constexpr Situation last_value(Situation /*situation*/) { return Situation::Brimful; }
template <class T>
concept HasLast = requires(T value) {
  last_value(value);
};

template <class Member>
bool is_absent(const Member& member) {
  if constexpr (requires { member.has_value(); })
    return !member.has_value();
  else if constexpr (requires { member.empty(); })
    return member.empty();
  else if constexpr (std::is_arithmetic_v<Member> || HasWords<Member>)
    return member == Member{};
  else
    return false;
}

template <class Json, class T, class... F>
void write_fields(Json& object, const T& value, const std::tuple<F...>& list);

template <class T>
inline constexpr bool is_vector = false;
template <class T>
inline constexpr bool is_vector<std::vector<T>> = true;

template <class Json, class T>
void write(Json& to, const T& value) {
  if constexpr (requires { value.has_value(); }) {
    write(to, *value);
  } else if constexpr (HasFields<T>) {
    write_fields(to, value, fields_of(Of<T>()));
  } else if constexpr (HasWords<T>) {
    to = word_list<T>[static_cast<std::size_t>(value)];
  } else if constexpr (std::is_same_v<T, std::vector<std::byte>>) {
    to = hex(value);
  } else if constexpr (std::is_same_v<T, Collective>) {
    to = find_row(builtins, value, &Builtin::collective)->name;
  } else if constexpr (std::is_same_v<T, const Builtin*>) {
    to = value->name;
  } else if constexpr (std::is_same_v<T, Case>) {
    to = name(value);
  } else if constexpr (is_vector<T>) {
    to = Json::array();
    for (const auto& item : value) write(to.emplace_back(), item);
  } else if constexpr (std::is_floating_point_v<T>) {
    to = value;
    // JSON has no INF and NaN; they are written as the C library prints them.
    if (!std::isfinite(value)) to = std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
  } else {
    to = value;
  }
}

template <class Json, class T, class Owner, class Member>
void write_member(Json& object, const T& value, const Field<Owner, Member>& field) {
  const Member& member = value.*field.member;
  const bool is_used = field.is_used != nullptr ? field.is_used(value) : !is_absent(member);
  if (!field.optional || is_used) write(object[field.key], member);
}

template <class Json, class T, class... F>
void write_fields(Json& object, const T& value, const std::tuple<F...>& list) {
  std::apply([&](const F&... field) { (write_member(object, value, field), ...); }, list);
}

/// For nlohmann, which also calls it for the elements of lists.
template <class Json, HasFields T>
void to_json(Json& object, const T& value) {
  write_fields(object, value, fields_of(Of<T>()));
}

// read() throws std::exception if the value does not have exactly the type of `to`, or exceeds it: for
// example if a 32-bit board reads a report of a 64-bit machine. nlohmann's get() converts -1 to
// 18446744073709551615 and true to 1.
template <HasFields T>
void read(const nlohmann::json& object, T& to);

inline void read(const nlohmann::json& value, bool& to) {
  to = value.get_ref<const nlohmann::json::boolean_t&>();
}
inline void read(const nlohmann::json& value, std::string& to) { to = text_from(value); }
inline void read(const nlohmann::json& value, std::vector<std::byte>& to) {
  to = bytes_from_hex(text_from(value));
}
/// A builtin is written as its name.
inline void read(const nlohmann::json& value, const Builtin*& to) {
  to = builtin_named(text_from(value));
  if (to == nullptr) throw std::invalid_argument("unknown collective: " + text_from(value));
}
/// A collective is written as the name of its function.
inline void read(const nlohmann::json& value, Collective& to) {
  const Builtin* builtin = nullptr;
  read(value, builtin);
  to = builtin->collective;
}
/// A case is written as its name.
inline void read(const nlohmann::json& value, Case& to) {
  const auto parsed = parse_case(text_from(value));
  if (!parsed) throw std::invalid_argument("not a case: " + text_from(value));
  to = *parsed;
}
inline void read(const nlohmann::json& value, double& to) {
  using Limits = std::numeric_limits<double>;
  if (value.is_number())
    to = value.get<double>();
  else if (value == "nan")
    to = Limits::quiet_NaN();
  else if (value == "inf" || value == "-inf")
    to = value == "inf" ? Limits::infinity() : -Limits::infinity();
  else
    throw std::invalid_argument("not a number: " + utf8_dump(value));
}
template <std::integral Number>
void read(const nlohmann::json& value, Number& to) {
  // Compared as JSON, because an unsigned number may exceed every signed type.
  using Limits = std::numeric_limits<Number>;
  if (!value.is_number_integer() || value < nlohmann::json(Limits::min()) ||
      value > nlohmann::json(Limits::max()))
    throw std::invalid_argument("not an integer, or out of range: " + utf8_dump(value));
  to = value.get<Number>();
}

template <HasWords T>
void read(const nlohmann::json& value, T& to) {
  const auto word = std::ranges::find(word_list<T>, text_from(value));
  if (word == word_list<T>.end()) throw std::invalid_argument("unknown word '" + text_from(value) + "'");
  to = static_cast<T>(word - word_list<T>.begin());
}

template <HasLast T>
void read(const nlohmann::json& value, T& to) {
  std::size_t number = 0;
  read(value, number);
  if (number > static_cast<std::size_t>(last_value(to)))
    throw std::invalid_argument("there is no value " + std::to_string(number));
  to = static_cast<T>(number);
}

template <class T, std::size_t size>
void read(const nlohmann::json& value, std::array<T, size>& to) {
  const auto& list = array_from(value);
  if (list.size() != size)
    throw std::invalid_argument("the list does not have " + std::to_string(size) + " numbers");
  for (std::size_t i = 0; i < size; ++i) read(list[i], to[i]);
}

template <class T>
void read(const nlohmann::json& value, std::vector<T>& to) {
  to = std::vector<T>(array_from(value).size());
  for (std::size_t i = 0; i < to.size(); ++i) read(value[i], to[i]);
}

// nlohmann's get() is exact for lists and objects of texts.
inline void read(const nlohmann::json& value, std::set<std::string>& to) { value.get_to(to); }
inline void read(const nlohmann::json& value, std::map<std::string, std::string>& to) { value.get_to(to); }

template <class T>
void read(const nlohmann::json& value, std::optional<T>& to) {
  read(value, to.emplace());
}
template <class T>
void read(const nlohmann::json& value, Boxed<T>& to) {
  to = T{};
  read(value, *to);
}

template <class T, class Owner, class Member>
void read_member(const nlohmann::json& object, T& value, const Field<Owner, Member>& field) {
  if (object.contains(field.key))
    read(object[field.key], value.*field.member);
  else if (!field.optional)
    throw std::invalid_argument("the member \"" + std::string(field.key) + "\" is missing");
}

template <class T, class... F>
void read_fields(const nlohmann::json& object, T& value, const std::tuple<F...>& list) {
  std::apply([&](const F&... field) { (read_member(object, value, field), ...); }, list);
}

template <HasFields T>
void read(const nlohmann::json& object, T& to) {
  read_fields(object, to, fields_of(Of<T>()));
}

// The types that several files share.

template <class Row, std::size_t size>
constexpr auto names_of(const std::array<Row, size>& table) {
  std::array<std::string_view, size> names;
  std::ranges::transform(table, names.begin(), &Row::name);
  return names;
}
template <>
inline constexpr auto word_list<Type> = names_of(types);
template <>
inline constexpr auto word_list<Verdict> = names_of(verdicts);
template <>
inline constexpr auto word_list<Stage> = names_of(stages);

constexpr auto fields_of(Of<NDRange>) {
  return std::tuple(Field{"dim", &NDRange::dim}, Field{"local", &NDRange::local},
                    Field{"global", &NDRange::global}, optional_field("offset", &NDRange::offset));
}

constexpr auto fields_of(Of<Reason>) {
  return std::tuple(Field{"query", &Reason::query}, Field{"answer", &Reason::answer});
}

constexpr auto fields_of(Of<Value>) {
  return std::tuple(Field{"text", &Value::text}, Field{"bits", &Value::bits});
}

constexpr auto fields_of(Of<DeviceIdentity>) {
  return std::tuple(Field{"platform", &DeviceIdentity::platform}, Field{"name", &DeviceIdentity::name},
                    Field{"driver", &DeviceIdentity::driver}, Field{"hardware", &DeviceIdentity::hardware},
                    Field{"twin", &DeviceIdentity::twin}, Field{"twins", &DeviceIdentity::twins});
}

/// The seconds of each activity, by its name.
template <class Json>
void to_json(Json& object, const Timing& timing) {
  for (const ActivityInfo& a : activities) object[std::string(a.name)] = timing[a.activity];
}

inline void read(const nlohmann::json& object, Timing& timing) {
  for (const ActivityInfo& a : activities) read(object.at(std::string(a.name)), timing[a.activity]);
}

constexpr auto fields_of(Of<system::ProcessorTime>) {
  return std::tuple(Field{"running", &system::ProcessorTime::running},
                    Field{"waiting", &system::ProcessorTime::waiting});
}

constexpr auto fields_of(Of<LaneRow>) {
  return std::tuple(Field{"lane", &LaneRow::lane}, Field{"input", &LaneRow::input},
                    Field{"expected", &LaneRow::expected}, Field{"got", &LaneRow::got});
}

template <class Json>
void to_json(Json& list, const LaneRun& run) {
  list = {run.first, run.last};
}

/// Runs must be in order and within the largest work-group, because readers draw and count their lanes.
inline void read(const nlohmann::json& list, std::vector<LaneRun>& runs) {
  constexpr std::size_t largest_lane = 0x7fffffff;  // no work-group is larger, and sums fit into 32 bits
  std::size_t next = 0;
  for (const nlohmann::json& pair : array_from(list)) {
    std::array<std::size_t, 2> ends{};
    read(pair, ends);
    if (ends[0] < next || ends[1] < ends[0] || ends[1] > largest_lane)
      throw std::invalid_argument("the runs of wrong lanes are not in order");
    next = ends[1] + 1;
    runs.push_back({ends[0], ends[1]});
  }
}

/// Shortens these members, which are a driver's texts, if the object has them.
inline void bound(nlohmann::json& object, std::initializer_list<const char*> keys) {
  for (const char* key : keys)
    if (object.contains(key)) object[key] = bounded(text_from(object, key));
}

}  // namespace wgcts::results
