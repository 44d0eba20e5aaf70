// A local array with its accesses since the last barrier.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "reference/program/arithmetic.hpp"

namespace wgcts::reference {

/// Elements record their accesses since the last barrier, so that a race is detected in any order of the
/// work-items.
class LocalArray {
 public:
  explicit LocalArray(const Variable& variable) : type_(variable.type), elements_(variable.length) {}

  Word read(std::size_t index, std::uint32_t lane, std::uint32_t epoch) {
    Element& e = elements_[index];
    if (!e.defined) throw IllegalProgram("Local memory is read before it is written.");
    if (e.written == epoch && e.writer != lane) race();
    e.reader = e.read == epoch && e.reader != lane ? many : lane;
    e.read = epoch;
    return e.value;
  }
  void write(std::size_t index, std::uint32_t lane, std::uint32_t epoch, Word value) {
    Element& e = elements_[index];
    if (e.written == epoch && e.writer != lane) race();
    if (e.read == epoch && e.reader != lane) race();
    e = {value, epoch, lane, e.read, e.reader, Operator::None, true};
  }
  /// The same atomic operation by many work-items gives the same value in every order.
  void update(Operator op, std::size_t index, std::uint32_t lane, std::uint32_t epoch, Word value) {
    Element& e = elements_[index];
    if (!e.defined) throw IllegalProgram("Local memory is read before it is written.");
    if (e.written == epoch && e.writer != lane && e.atomic != op) race();
    if (e.read == epoch && e.reader != lane) race();
    const bool first = e.written != epoch;
    const bool alone = first || e.writer == lane;
    // After a plain write, the work-item's own atomic still races with those of others.
    const Operator atomic = first || e.atomic == op ? op : Operator::None;
    e = {apply(op, type_, e.value, value), epoch, alone ? lane : many, e.read, e.reader, atomic, true};
  }

 private:
  static constexpr std::uint32_t many = std::numeric_limits<std::uint32_t>::max();

  struct Element {
    Word value = 0;
    std::uint32_t written = 0;  ///< epoch of the last write, counted from 1
    std::uint32_t writer = 0;
    std::uint32_t read = 0;  ///< epoch of the last read
    std::uint32_t reader = 0;
    Operator atomic = Operator::None;  ///< the atomic operation of the last write
    bool defined = false;
  };

  [[noreturn]] static void race() {
    throw IllegalProgram(
        "Two work-items access the same element of local memory without a barrier in between.");
  }

  Type type_;
  std::vector<Element> elements_;
};

}  // namespace wgcts::reference
