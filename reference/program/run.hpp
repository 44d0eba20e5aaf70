// The interpreter: the results of a program, and whether it is legal.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "reference/geometry.hpp"
#include "reference/program/legal_results.hpp"
#include "reference/program/tree.hpp"

namespace wgcts::reference {

/// The launch of a program's kernel.
struct ProgramLaunch {
  NDRange range;
  std::vector<Word> arguments;                  ///< [argument]
  std::vector<std::vector<Word>> inputs;        ///< [input][global linear id]
  std::vector<std::vector<Word>> group_inputs;  ///< [input][linear group id]
  /// Results that are stored are judged as those of single calls are. Without, all must be exact, and those
  /// of predicates are tested alone.
  std::optional<Judging> judging{};
};

/// The contents of an output buffer, by global linear id. Elements without a store keep the host's value.
struct OutputBuffer {
  std::vector<Word> values;
  std::vector<std::uint8_t> written;
  std::map<std::size_t, Legal>
      several{};  ///< slots of which several values are legal; `values` has the lowest
  bool operator==(const OutputBuffer&) const = default;
};

/// One call of a collective by a work-group: its arguments and results, by local linear id.
struct CollectiveCall {
  std::size_t group;
  const Expr* site;    ///< in the program
  std::size_t source;  ///< the local linear id of a broadcast's source
  std::vector<Word> passed;
  std::vector<Word> returned;
};

/// The results that replace the right ones; nothing if the model does not apply.
using WrongModel = std::function<std::optional<std::vector<Word>>(const CollectiveCall&)>;

struct ProgramOutcome {
  std::vector<OutputBuffer> outputs;
  std::size_t steps = 0;        ///< statements and expressions evaluated, in all work-groups
  std::size_t longest = 0;      ///< steps of the longest work-group
  std::size_t collectives = 0;  ///< calls, in all work-groups
};

struct RunOptions {
  std::size_t step_limit = 200'000;                         ///< of one work-group
  std::vector<CollectiveCall>* collective_calls = nullptr;  ///< records every call, unless null
  /// Replaces the results of every call, unless empty, to simulate a device with this bug.
  WrongModel wrong = {};
};

/// Throws IllegalProgram, with a sentence, unless the tree is well formed: types agree, names exist, helpers
/// see their parameters alone, calls go backwards and so never recurse, jumps have a loop to leave. The
/// result of all and any may only be tested, since which non-zero value it has is the device's choice
/// (WGC.U.7); where results are `judged`, it may be stored and passed on as well.
void check(const Program& program, bool judged = false);

/// Runs every work-group in lockstep, with a mask of active work-items, and returns the expected outputs.
/// Throws IllegalProgram unless the program is well formed (see check) and, with these inputs, has exactly
/// one meaning:
/// - all work-items of the work-group reach every collective and barrier, in the same iteration of every
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

/// Runs one work-group again, of a program and launch that run() has accepted, and replaces its outputs.
/// Throws like run(). The work-group's part of `outputs` is undefined then.
void run_again(const Program& program, const ProgramLaunch& launch, std::size_t group,
               std::vector<OutputBuffer>& outputs, const RunOptions& options);

}  // namespace wgcts::reference
