// Writes programs at random that are legal by construction: the generator's inside. Users call draw().
#pragma once

#include <limits>
#include <vector>

#include "reference/program/build.hpp"
#include "suites/programs/key.hpp"
#include "suites/random.hpp"

namespace wgcts::suites {

using namespace reference;

/// How the host fills a buffer or an argument: integers from -bound (0 if unsigned) to bound, quarters of
/// them for floating-point types.
struct Filling {
  double bound = 0;
  bool same = false;  ///< the same for all work-items of a work-group, which the compiler cannot know
};

/// A program with what its data may be. A legal choice of data is any that keeps to the fillings.
struct Manuscript {
  Program program;
  std::vector<Filling> arguments;
  std::vector<Filling> inputs;
  std::vector<Filling> group_inputs;
};

/// An expression of which the author knows that its magnitude never passes `bound`, and, where
/// floating-point, that it is a multiple of a quarter or infinite.
struct Known {
  Expr expr;
  double bound = 0;
};

/// What an expression may be.
struct Want {
  bool uniform = false;      ///< the same in every work-item
  bool collectives = false;  ///< all work-items evaluate it together, so it may hold collectives
  int depth = 2;
};

class Author {
 public:
  Author(const ProgramKey& key, std::uint64_t seed);
  Manuscript write();

 private:
  /// What the author knows of a variable of the function at hand.
  struct Note {
    Type type;
    double bound;
    bool uniform = false;
    bool reserved = false;  ///< counts a loop: read, but assigned by the loop alone
    std::uint32_t length = 0;
    bool hidden = false;  ///< arrays of local memory, read and written in their own phases only
  };
  struct Helper {
    std::uint32_t index;
    Type result;
    double bound;
    bool uniform;      ///< what it returns, where its uniform parameters are
    bool collectives;  ///< so it is called by all work-items together
    int forks;
    int depth;
    std::vector<Note> parameters;
  };
  /// Where the next statement stands.
  struct Here {
    bool uniform = true;  ///< all work-items come here together
    unsigned trips = 1;   ///< how often at most
    int depth = 0;
    bool uniform_loop = false;
    bool divergent_loop = false;
  };

  // Chance. C++ leaves open in which order arguments are evaluated, so no call has two that draw: a seed
  // gives the same program whatever compiler built the suite.
  bool chance(unsigned percent) { return random_.below(100) < percent; }
  std::uint64_t pick(std::uint64_t limit) { return random_.below(limit); }
  template <class List>
  const auto& one_of(const List& list) {
    return list[random_.below(std::size(list))];
  }
  Type some_type();

  // Expressions: author_expr.cpp.
  Known value(Type type, Want want);
  Known leaf(Type type, Want want);
  Known literal_value(Type type);
  Known arithmetic(Type type, Want want);
  Known choice(Type type, Want want);
  Known converted(Type type, Want want);
  Known called(Type type, Want want);
  Known disguised(Type type);
  Expr condition(Want want);
  Expr comparison(Want want);
  Known tame(Known v, double bound);
  Known cast_to(Type type, Known v);
  Expr small_index(std::uint32_t length, Want want);
  bool spend_fork();

  // Collectives: author_collective.cpp.
  Known met(Type type, Want want);
  Known met_extended(Type type, Family family, Want inside);
  Expr predicate_value(Want want);
  Expr predicate(Want want);
  Known chosen_by_all(Want want);
  Expr predicate_argument(Want want);
  std::vector<Expr> coordinates(Want want);
  Expr coordinate(unsigned d, Want want);

  // Statements: author_statement.cpp, author_loop.cpp and author_memory.cpp.
  Want wanted(const Here& here, bool uniform) const;
  void body(Block& block, Here here, unsigned statements);
  void uniform_statement(Block& block, const Here& here);
  void divergent_statement(Block& block, const Here& here);
  void assignment(Block& block, const Here& here);
  void observe(Block& block, const Here& here);
  void unused(Block& block, const Here& here);
  void uniform_branch(Block& block, const Here& here);
  void uniform_switch(Block& block, const Here& here);
  void uniform_jump(Block& block, const Here& here);
  void leave(Block& block, const Here& here);
  void uniform_loop(Block& block, const Here& here);
  void counted_loop(Block& block, const Here& here);
  void disguised_loop(Block& block, const Here& here);
  void halving_loop(Block& block, const Here& here);
  void any_loop(Block& block, const Here& here);
  void endless_loop(Block& block, const Here& here);
  void many_calls(Block& block, const Here& here);
  void many_values(Block& block, const Here& here);
  void divergent_branch(Block& block, const Here& here);
  void divergent_loop(Block& block, const Here& here);
  void divergent_jump(Block& block, const Here& here);
  void share(Block& block, const Here& here);
  void count_together(Block& block, const Here& here);
  void keep_in_array(Block& block, const Here& here);
  void call_kernel(Block& block, const Here& here);
  void store_variables(Block& block);
  Known trips(const Want& want);

  // Functions: author_function.cpp.
  void helper();
  void kernel(bool inner);
  std::uint32_t new_variable(const Note& note);
  std::uint32_t scalar_to_assign(bool uniform, Type* type);
  std::uint32_t new_output(Type type);
  std::uint32_t some_input(Type type, bool same);
  std::uint32_t some_group_input(Type type);

  ProgramKey key_;
  Random random_;
  double lanes_;
  std::vector<Type> palette_;
  Manuscript text_;
  std::vector<Helper> helpers_;
  std::vector<std::uint32_t> inner_kernels_;

  // Of the function at hand.
  Function function_;
  std::vector<Note> notes_;
  bool collectives_ = true;  ///< whether it may hold any
  bool local_memory_ = false;
  double result_bound_ = 0;  ///< of what a helper returns
  bool result_uniform_ = false;
  int forks_ = 0;        ///< how many more branches it may have with collectives inside
  int calls_depth_ = 0;  ///< how deep its calls of helpers go
  int size_ = 0;         ///< statements still to be written
};

/// The largest magnitude of which quarters are exact in a floating-point type, and the highest value of an
/// integer type that no sum of two reaches.
double cap(Type type);

}  // namespace wgcts::suites
