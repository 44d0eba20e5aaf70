// One work-group at work: the interpreter's inside. Users call run().
#pragma once

#include <optional>

#include "reference/program/local_memory.hpp"
#include "reference/program/rows.hpp"
#include "reference/program/run.hpp"

namespace wgcts::reference {

/// Work-items in lockstep. A mask holds for each of them whether it is active; a statement takes those that
/// jump away out of the mask that it was given, and whoever made the mask puts them back where they land.
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
    const std::size_t* rows;  ///< where each variable begins, counted from first_row
    Word* result;             ///< what the function returns; none if void
  };
  /// Where break and continue put work-items.
  struct Landing {
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
  void block(const Block& statements, Mask* active, Landing landing);
  void statement(const Stmt& s, Mask* active, Landing landing);
  void branch(const Stmt& s, Mask* active, Landing landing);
  void choice(const Stmt& s, Mask* active, Landing landing);
  void loop(const Stmt& s, Mask* active);
  void assign_element(const Stmt& s, const Mask* mask);
  void update(const Stmt& s, const Mask* mask);
  void meet(const Mask* mask, const char* what) const;

  void evaluate(const Expr& e, const Mask* mask, Word* out);
  void read_element(const Expr& e, const Mask* mask, Word* out);
  void logical(const Expr& e, const Mask* mask, Word* out);
  void conditional(const Expr& e, const Mask* mask, Word* out);
  void collective(const Expr& e, const Mask* mask, Word* out);
  std::size_t broadcaster(const Expr& e, const Mask* mask);
  Word asked(const Expr& e, std::size_t lane) const;
  /// Takes those for which the expression is false out of the mask.
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
  /// Switches around this place into which work-items came by different labels.
  std::size_t mixed_ = 0;
  Frame* frame_ = nullptr;
};

}  // namespace wgcts::reference
