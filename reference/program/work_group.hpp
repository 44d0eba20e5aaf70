// The execution of one work-group in the interpreter. Its interface is run().
#pragma once

#include <optional>

#include "reference/program/local_memory.hpp"
#include "reference/program/rows.hpp"
#include "reference/program/run.hpp"

namespace wgcts::reference {

/// Work-items run in lockstep. A mask contains for each whether it is active. A statement removes those that
/// jump away from its mask, and the creator of the mask adds them again at their destination.
class WorkGroupRun {
 public:
  WorkGroupRun(const Program& program, const ProgramLaunch& launch, const RunOptions& options,
               ProgramOutcome& outcome);
  /// Runs the work-group of that linear id.
  void run(std::size_t group);

 private:
  using Mask = std::uint8_t;

  struct Frame {
    const Function* function;
    std::size_t first_row;    ///< of its variables
    const std::size_t* rows;  ///< the first row of each variable, relative to first_row
    Word* result;             ///< the function's result; null if void
  };
  /// The masks that collect work-items after break and continue.
  struct JumpTargets {
    Mask* broken = nullptr;
    Mask* continued = nullptr;
  };

  void step();
  std::size_t count(const Mask* mask) const;
  bool any(const Mask* mask) const { return count(mask) != 0; }
  Word* row(std::uint32_t variable, std::size_t element = 0) {
    return words_[frame_->first_row + frame_->rows[variable] + element];
  }

  void function(const Expr& call, const Mask* mask, Word* out);
  void block(const Block& statements, Mask* active, JumpTargets targets);
  void statement(const Stmt& s, Mask* active, JumpTargets targets);
  void branch(const Stmt& s, Mask* active, JumpTargets targets);
  void choice(const Stmt& s, Mask* active, JumpTargets targets);
  void loop(const Stmt& s, Mask* active);
  void store(const Stmt& s, const Mask* mask);
  void change_element(const Stmt& s, const Mask* mask);
  void require_all_active(const Mask* mask, const char* what) const;

  /// Writes the values of the active work-items. Those of the others are undefined.
  void evaluate(const Expr& e, const Mask* mask, Word* out);
  /// Keeps what `out` has for the others.
  void assign(const Expr& e, const Mask* mask, Word* out);
  void read_element(const Expr& e, const Mask* mask, Word* out);
  void logical(const Expr& e, const Mask* mask, Word* out);
  void conditional(const Expr& e, const Mask* mask, Word* out);
  void collective(const Expr& e, const Mask* mask, Word* out);
  std::size_t broadcast_source(const Expr& e, const Mask* mask);
  Word query_value(const Expr& e, std::size_t lane) const;
  /// Removes the work-items for which the expression is false from the mask.
  void keep_true(const Expr& e, Mask* mask);
  std::size_t index_of(const Expr& e, Word value, std::uint32_t length) const;

  const Program& program_;
  const ProgramLaunch& launch_;
  const RunOptions& options_;
  ProgramOutcome& outcome_;
  std::vector<std::vector<std::size_t>> rows_of_;  ///< [function][variable], and the number of all behind
  Rows<Word> words_;
  Rows<Mask> masks_;

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
