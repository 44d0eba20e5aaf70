// Generates random programs that are legal by construction. Its interface is draw_program().
#pragma once

#include <optional>
#include <vector>

#include "reference/program/build.hpp"
#include "suites/programs/draw_program.hpp"
#include "suites/random.hpp"

namespace wgcts::suites {

using namespace reference;

/// The values of a buffer or an argument: integers from -bound (0 if unsigned) to bound, or quarters of them
/// for floating-point types.
struct DataRange {
  double bound = 0;
  bool same = false;  ///< the same for all work-items of a work-group, which the compiler cannot see
};

/// A program with the ranges of its data. All data in the ranges is legal.
struct DraftProgram {
  Program program;
  std::vector<DataRange> arguments;
  std::vector<DataRange> inputs;
  std::vector<DataRange> group_inputs;
};

/// Whether sums and products of the type wrap instead of overflowing.
constexpr bool wraps(Type type) { return type == Type::UInt || type == Type::ULong; }

/// An expression with a magnitude of at most `bound`. If floating-point, it is a multiple of a quarter or
/// infinite.
struct BoundedExpr {
  Expr expr;
  double bound = 0;
};

/// Requirements on an expression.
struct ExprNeeds {
  bool uniform = false;      ///< the same in every work-item
  bool collectives = false;  ///< all work-items evaluate it together, so it may contain collectives
  int depth = 2;
};

class ProgramGenerator {
 public:
  ProgramGenerator(const ProgramKey& key, std::uint64_t seed);
  DraftProgram generate();

 private:
  /// A variable of the current function.
  struct VariableInfo {
    Type type;
    double bound;
    bool uniform = false;
    bool reserved = false;  ///< a loop counter: only the loop assigns it
    std::uint32_t length = 0;
    bool hidden = false;  ///< an array in local memory, which only share() and count_together() access
  };
  struct Helper {
    std::uint32_t index;
    Type result;
    double bound;
    bool uniform;      ///< the result, if its uniform parameters are
    bool collectives;  ///< contains collectives, so all work-items must call it together
    int forks;
    int depth;
    std::vector<VariableInfo> parameters;
  };
  /// The position of the next statement.
  struct Position {
    bool uniform = true;  ///< all work-items reach it together
    unsigned trips = 1;   ///< maximum number of executions
    int depth = 0;
    bool uniform_loop = false;
    bool divergent_loop = false;

    /// The position in the body of a loop at this position. A loop has a few iterations.
    Position in_loop(bool with_collectives) const {
      return {uniform && with_collectives, 4 * trips, depth, with_collectives,
              divergent_loop || !with_collectives};
    }
  };

  // Random choices. C++ does not define the evaluation order of arguments, so no call has two arguments that
  // draw: a seed gives the same program with every compiler.
  bool chance(unsigned percent) { return random_.below(100) < percent; }
  std::uint64_t pick(std::uint64_t limit) { return random_.below(limit); }
  template <class List>
  const auto& one_of(const List& list) {
    return list[random_.below(std::size(list))];
  }
  Type some_type();

  // Expressions: generate_expr.cpp.
  BoundedExpr value(Type type, ExprNeeds needs);
  BoundedExpr leaf(Type type, ExprNeeds needs);
  BoundedExpr literal_value(Type type);
  BoundedExpr arithmetic(Type type, ExprNeeds needs);
  BoundedExpr choice(Type type, ExprNeeds needs);
  BoundedExpr converted(Type type, ExprNeeds needs);
  BoundedExpr called(Type type, ExprNeeds needs);
  BoundedExpr hidden_uniform(Type type);
  Expr condition(ExprNeeds needs);
  Expr comparison(ExprNeeds needs);
  BoundedExpr limited(BoundedExpr v, double bound);
  BoundedExpr cast_to(Type type, BoundedExpr v);
  Expr small_index(std::uint32_t length, ExprNeeds needs);
  bool take_fork();

  // Collectives: generate_collective.cpp.
  BoundedExpr collective_value(Type type, ExprNeeds needs);
  BoundedExpr extended_collective(Type type, Family family, ExprNeeds inside);
  Expr predicate_value(ExprNeeds needs);
  Expr predicate(ExprNeeds needs);
  BoundedExpr chosen_by_all(ExprNeeds needs);
  Expr predicate_argument(ExprNeeds needs);
  std::vector<Expr> coordinates(ExprNeeds needs);
  Expr coordinate(unsigned d, ExprNeeds needs);

  // Statements: generate_statement.cpp and generate_loop.cpp.
  ExprNeeds needs_at(const Position& here, bool uniform) const;
  void body(Block& block, Position here, unsigned statements);
  void uniform_statement(Block& block, const Position& here);
  void divergent_statement(Block& block, const Position& here);
  void assignment(Block& block, const Position& here);
  void store_value(Block& block, const Position& here);
  void unused(Block& block, const Position& here);
  void uniform_branch(Block& block, const Position& here);
  void uniform_switch(Block& block, const Position& here);
  void uniform_jump(Block& block, const Position& here);
  void early_return(Block& block, const Position& here);
  void uniform_loop(Block& block, const Position& here);
  void counted_loop(Block& block, const Position& here);
  void hidden_uniform_loop(Block& block, const Position& here);
  void halving_loop(Block& block, const Position& here);
  void any_loop(Block& block, const Position& here);
  void endless_loop(Block& block, const Position& here);
  void many_calls(Block& block, const Position& here);
  void many_values(Block& block, const Position& here);
  void divergent_branch(Block& block, const Position& here);
  void divergent_loop(Block& block, const Position& here);
  void divergent_jump(Block& block, const Position& here);
  void share(Block& block, const Position& here);
  void count_together(Block& block, const Position& here);
  void keep_in_array(Block& block, const Position& here);
  void call_kernel(Block& block, const Position& here);
  void store_variables(Block& block);
  BoundedExpr trips(const ExprNeeds& needs);

  // Functions: generate_function.cpp.
  void helper();
  void kernel(bool inner);
  std::uint32_t new_variable(const VariableInfo& note);
  std::uint32_t scalar_to_assign(bool uniform, Type type);
  std::optional<std::uint32_t> array_of(Type type, bool hidden, std::uint32_t shortest,
                                        std::uint32_t longest) const;
  std::uint32_t new_output(Type type);
  std::uint32_t some_input(Type type, bool same);
  std::uint32_t some_group_input(Type type);

  ProgramKey key_;
  Random random_;
  double lanes_;
  std::vector<Type> palette_;
  DraftProgram draft_;
  std::vector<Helper> helpers_;
  std::vector<std::uint32_t> inner_kernels_;

  // The current function.
  Function function_;
  std::vector<VariableInfo> variables_;
  bool collectives_ = true;  ///< whether it may contain collectives
  bool local_memory_ = false;
  double result_bound_ = 0;  ///< of a helper's result
  bool result_uniform_ = false;
  int forks_ = 0;        ///< number of further branches with collectives inside
  int calls_depth_ = 0;  ///< nesting depth of its helper calls
  int size_ = 0;         ///< number of statements still to be generated
};

}  // namespace wgcts::suites
