// The interpreter: the results of a program, and whether it is legal.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "reference/geometry.hpp"
#include "reference/judge.hpp"
#include "reference/program/tree.hpp"

namespace wgcts::reference {

struct Judging {
  FloatRules half, single, twice;  ///< for the types half, float and double
  // Properties that build options leave open (WGC.U.11).
  bool any_rounding = false;   ///< the accuracy of sums and products
  bool any_zero_sign = false;  ///< the sign of a zero, also of broadcasts

  const FloatRules& of(Type type) const {
    return type == Type::Half ? half : type == Type::Float ? single : twice;
  }
};

/// The legal results of a work-item, as in Expectation. Under Rule::Observed, any result is legal.
struct Legal {
  Rule rule = Rule::Exact;
  Word low = 0, high = 0;  ///< equal if one value is legal
  bool operator==(const Legal&) const = default;
};

struct ProgramLaunch {
  NDRange range;
  std::vector<Word> arguments;                  ///< [argument]
  std::vector<std::vector<Word>> inputs;        ///< [input][global linear id]
  std::vector<std::vector<Word>> group_inputs;  ///< [input][linear group id]
  /// The rules for stored results. Without them, all results must be exact, and results of predicates may
  /// only be tested.
  std::optional<Judging> judging{};
};

/// The contents of an output buffer, by global linear id. Elements without a store keep the host's value.
struct OutputBuffer {
  std::vector<Legal> values;
  std::vector<std::uint8_t> written;
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

/// The results that replace the correct ones. Nothing if the model does not apply.
using WrongModel = std::function<std::optional<std::vector<Word>>(const CollectiveCall&)>;

struct ProgramOutcome {
  std::vector<OutputBuffer> outputs;
  std::size_t longest = 0;      ///< statements and expressions evaluated by the longest work-group
  std::size_t collectives = 0;  ///< calls, in all work-groups
};

struct RunOptions {
  std::size_t step_limit = 200'000;  ///< of one work-group
  /// Replaces the results of every call, unless empty, to simulate a device with this bug.
  WrongModel wrong = {};
};

/// Throws IllegalProgram unless the tree is well formed: types agree, names exist, helpers use only their
/// parameters, functions call only earlier ones (so never recurse), and jumps have a loop to leave. The
/// result of all and any may only be tested, because its non-zero value is the device's choice (WGC.U.7). If
/// results are `judged`, it may also be stored and passed on.
void check(const Program& program, bool judged = false);

/// Runs every work-group in lockstep, with a mask of active work-items, and returns the expected outputs.
/// Throws IllegalProgram unless the program is well formed (see check) and, with these inputs, has exactly
/// one meaning:
/// - all work-items of the work-group reach every collective and barrier, in the same iteration of every
///   loop (WGC.CF.1);
/// - the coordinates of a broadcast are the same in all work-items and name a work-item (WGC.BC.2), and their
///   number is that of the NDRange's dimensions;
/// - indices lie within their arrays, local memory is written before it is read, and no two work-items touch
///   the same element between two barriers unless they only read, or use the same atomic. A collective orders
///   no memory (WGC.MO.1);
/// - arithmetic is exact (see apply), and sums by collectives are exact in every order unless the launch has
///   `judging`;
/// - it ends within the limit of steps.
ProgramOutcome run(const Program& program, const ProgramLaunch& launch, const RunOptions& options = {});

/// The calls of the program's run, in order, with their correct results. They point into the program.
std::vector<CollectiveCall> collective_calls_of(const Program& program, const ProgramLaunch& launch);

/// Runs one work-group of an accepted program and launch again and replaces its outputs. Throws like run(),
/// and then leaves the work-group's part of `outputs` undefined.
void run_again(const Program& program, const ProgramLaunch& launch, std::size_t group,
               std::vector<OutputBuffer>& outputs, const RunOptions& options);

}  // namespace wgcts::reference
