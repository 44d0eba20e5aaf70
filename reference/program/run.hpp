// The interpreter: what a program means, and whether it means anything.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "reference/geometry.hpp"
#include "reference/program/legal_results.hpp"
#include "reference/program/tree.hpp"

namespace wgcts::reference {

/// What the host passes to a program's kernel.
struct ProgramLaunch {
  NDRange range;
  std::vector<Word> arguments;                  ///< [argument]
  std::vector<std::vector<Word>> inputs;        ///< [input][global linear id]
  std::vector<std::vector<Word>> group_inputs;  ///< [input][linear group id]
  /// Results that are stored are judged as those of single calls are. Without, all must be exact, and those
  /// of predicates are tested alone.
  std::optional<Judging> judging{};
};

/// What an output buffer holds afterwards, by global linear id. A slot that no statement reached keeps what
/// the host put there.
struct OutputBuffer {
  std::vector<Word> values;
  std::vector<std::uint8_t> written;
  std::map<std::size_t, Legal>
      several{};  ///< slots of which several values are legal; `values` has the lowest
  bool operator==(const OutputBuffer&) const = default;
};

/// One collective that a work-group met: what it was given and gave, by local linear id.
struct Meeting {
  std::size_t group;
  const Expr* site;    ///< in the program that was run
  std::size_t source;  ///< the local linear id that a broadcast names
  std::vector<Word> passed;
  std::vector<Word> returned;
};

/// What work-items get in place of the right answer; nothing where this model has none.
using WrongModel = std::function<std::optional<std::vector<Word>>(const Meeting&)>;

struct ProgramOutcome {
  std::vector<OutputBuffer> outputs;
  std::size_t steps = 0;        ///< statements and expressions met, of all work-groups
  std::size_t longest = 0;      ///< steps of the work-group that took most
  std::size_t collectives = 0;  ///< met, of all work-groups
};

struct RunOptions {
  std::size_t step_limit = 200'000;          ///< of one work-group
  std::vector<Meeting>* meetings = nullptr;  ///< where to write down every collective that is met
  /// Asked at every collective, where set: what a program comes to on a device that is wrong in this way.
  WrongModel wrong = {};
};

/// Runs every work-group in lockstep, with a mask of active work-items, and says what each must write.
/// Throws IllegalProgram unless the program is well formed (see check) and, with these inputs, has one
/// meaning:
/// - every collective and barrier is met by all work-items of the work-group, in the same iteration of every
///   loop (WGC.CF.1);
/// - the coordinates of a broadcast are the same in all work-items, are those of a work-item (WGC.BC.2), and
///   are as many as the NDRange's dimensions;
/// - indices lie within their arrays, local memory is written before it is read, and no two work-items touch
///   the same element between two barriers unless they only read, or use the same atomic. A collective orders
///   no memory (WGC.MO.1);
/// - arithmetic is exact (see apply), sums by collectives in every order, unless the launch says how they are
///   judged;
/// - it ends within the limit of steps.
ProgramOutcome run(const Program& program, const ProgramLaunch& launch, const RunOptions& options = {});

/// Runs one work-group once more, of a program and a launch that run() has taken, and puts what it writes in
/// place of what it wrote. Throws like run(); what `outputs` has of the work-group is then undefined.
void run_again(const Program& program, const ProgramLaunch& launch, std::size_t group,
               std::vector<OutputBuffer>& outputs, const RunOptions& options);

}  // namespace wgcts::reference
