// The execution of one work-group in the interpreter. Its interface is run().
#pragma once

#include <limits>

#include "reference/program/arithmetic.hpp"
#include "reference/program/run.hpp"

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
  /// A write or an atomic operation. The same operation by many work-items has one result in any order.
  void change(Operator op, std::size_t index, std::uint32_t lane, std::uint32_t epoch, Word value) {
    Element& e = elements_[index];
    const bool is_atomic = op != Operator::None;
    if (is_atomic && !e.defined) throw IllegalProgram("Local memory is read before it is written.");
    if (e.written == epoch && e.writer != lane && !(is_atomic && e.atomic == op)) race();
    if (e.read == epoch && e.reader != lane) race();
    const bool first = e.written != epoch;
    const bool alone = first || e.writer == lane;
    // After a plain write, the work-item's own atomic still races with those of others.
    const Operator atomic = first || e.atomic == op ? op : Operator::None;
    if (is_atomic) value = apply(op, type_, e.value, value);
    e = {value, epoch, alone ? lane : many, e.read, e.reader, atomic, true};
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

/// Work-items run in lockstep. A mask marks the active ones. A statement removes the work-items that jump
/// from its mask, and the creator of the mask adds them again at their destination.
class WorkGroupRun {
 public:
  WorkGroupRun(const Program& program, const ProgramLaunch& launch, const RunOptions& options,
               ProgramOutcome& outcome)
      : program_(program), launch_(launch), options_(options), outcome_(outcome) {}
  /// Runs the work-group of that linear id.
  void run(std::size_t group);

 private:
  // By local linear id.
  using Mask = std::vector<std::uint8_t>;
  using Values = std::vector<Word>;

  struct Frame {
    const Function* function;
    std::vector<std::vector<Values>> variables;  ///< [variable][element]
    Values* result;                              ///< null if void
  };
  /// The masks that collect work-items after break and continue.
  struct JumpTargets {
    Mask* broken = nullptr;
    Mask* continued = nullptr;
  };

  void step();
  static std::size_t count(const Mask& mask) { return static_cast<std::size_t>(std::ranges::count(mask, 1)); }
  static bool any(const Mask& mask) { return is_in(1, mask); }
  void for_each_active(const Mask& mask, auto f) const {
    for (std::size_t lane = 0; lane < lanes_; ++lane)
      if (mask[lane]) f(lane);
  }
  Values& variable(std::uint32_t number, std::size_t element = 0) {
    return frame_->variables[number][element];
  }

  void function(const Expr& call, const Mask& mask, Values* out);
  void block(const Block& statements, Mask& active, JumpTargets targets);
  void statement(const Stmt& s, Mask& active, JumpTargets targets);
  void branch(const Stmt& s, Mask& active, JumpTargets targets);
  void choice(const Stmt& s, Mask& active, JumpTargets targets);
  void loop(const Stmt& s, Mask& active);
  void store(const Stmt& s, const Mask& mask);
  void change_element(const Stmt& s, const Mask& mask);
  void require_all_active(const Mask& mask, const char* what) const;

  /// Writes the values of the active work-items. The other values are undefined.
  void evaluate(const Expr& e, const Mask& mask, Values& out);
  /// As evaluate(), but keeps the values of the other work-items.
  void assign(const Expr& e, const Mask& mask, Values& out);
  void read_element(const Expr& e, const Mask& mask, Values& out);
  void logical(const Expr& e, const Mask& mask, Values& out);
  void conditional(const Expr& e, const Mask& mask, Values& out);
  void collective(const Expr& e, const Mask& mask, Values& out);
  std::size_t broadcast_source(const Expr& e, const Mask& mask);
  Word query_value(const Expr& e, std::size_t lane) const;
  /// Removes the work-items for which the expression is false from the mask.
  void keep_true(const Expr& e, Mask& mask);
  std::size_t index_of(const Expr& e, Word value, std::uint32_t length) const;

  const Program& program_;
  const ProgramLaunch& launch_;
  const RunOptions& options_;
  ProgramOutcome& outcome_;

  std::size_t number_ = 0;  ///< the work-group's linear id
  WorkGroup group_;
  std::size_t lanes_ = 0;
  std::vector<std::size_t> items_;  ///< global linear ids of the lanes
  std::vector<LocalArray> local_;   ///< by the kernel's variables
  LegalResults legal_;
  std::uint32_t epoch_ = 0;  ///< counts barriers, from 1
  std::size_t steps_ = 0;
  /// Number of surrounding switches that work-items entered by different labels.
  std::size_t mixed_ = 0;
  Frame* frame_ = nullptr;
};

}  // namespace wgcts::reference
