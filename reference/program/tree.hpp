// Programs as trees: kernels in a small subset of OpenCL C, with collectives in all legal places. Trees are
// plain values. run.hpp defines the well-formed ones and their meaning.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "reference/collective.hpp"
#include "reference/program/type.hpp"

namespace wgcts::reference {

/// OpenCL C gives the program no meaning, or more than one. `what()` is a sentence with the reason.
struct IllegalProgram : std::runtime_error {
  using std::runtime_error::runtime_error;
};

enum class Operator : std::uint8_t {
  None,
  Negate,
  Complement,
  Not,
  Add,
  Subtract,
  Multiply,
  Divide,
  Remainder,
  And,
  Or,
  Xor,
  ShiftLeft,
  ShiftRight,
  Min,
  Max,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  Equal,
  NotEqual,
  LogicalAnd,
  LogicalOr
};

constexpr bool is_unary(Operator op) { return op >= Operator::Negate && op <= Operator::Not; }
constexpr bool is_comparison(Operator op) { return op >= Operator::Less && op <= Operator::NotEqual; }
constexpr bool is_logical(Operator op) { return op >= Operator::LogicalAnd; }

/// The ids and sizes of a work-item. The first five have a dimension and give size_t. The others are linear,
/// of type uint.
enum class Query : std::uint8_t {
  LocalId,
  LocalSize,
  GroupId,
  NumGroups,
  GlobalId,
  Lane,   ///< local linear id
  Lanes,  ///< the number of work-items in this work-group
  Group   ///< linear group id
};

constexpr bool is_linear(Query query) { return query >= Query::Lane; }

enum class ExprKind : std::uint8_t {
  Literal,
  Variable,
  Element,     ///< of an array: {index}
  Argument,    ///< a scalar of the host, the same for every work-item
  Input,       ///< the work-item's value of an input buffer
  GroupInput,  ///< the work-group's value of a buffer with one value for each work-group
  Query,
  Unary,
  Binary,
  Conditional,  ///< {condition, if true, if false}
  Cast,
  Call,       ///< of a function: its arguments
  Collective  ///< {value}, or {value, coordinate...} for a broadcast
};

struct Expr {
  ExprKind kind = ExprKind::Literal;
  Type type = Type::Int;
  Operator op = Operator::None;
  Query query = Query::Lane;
  Collective collective{Family::All, Op::None};
  std::uint32_t index = 0;  ///< of the variable, argument, input, dimension or function
  Word literal = 0;
  std::vector<Expr> operands;
  bool operator==(const Expr&) const = default;
};

enum class StmtKind : std::uint8_t {
  Assign,         ///< variable `index` = {value}
  AssignElement,  ///< array `index`: {element, value}
  Store,          ///< the work-item's element of output `index` = {value}
  Evaluate,       ///< {expression}, its result unused
  If,             ///< {condition}; then, and optionally else
  /// {int}; a block for each label, and one more for a default. As in C, a block falls through unless it
  /// breaks.
  Switch,
  For,      ///< variable `index`: {first value, condition, next value}; body
  While,    ///< {condition}; body
  DoWhile,  ///< {condition}; body
  Break,
  Continue,
  Return,   ///< {} or {value}
  Barrier,  ///< barrier(CLK_LOCAL_MEM_FENCE)
  Atomic    ///< `op` on local array `index`: {element, value}; add, min, max, and, or, xor of int and uint
};

struct Stmt;
using Block = std::vector<Stmt>;

struct Stmt {
  StmtKind kind = StmtKind::Barrier;
  Operator op = Operator::None;
  std::uint32_t index = 0;
  std::vector<Expr> exprs;
  std::vector<Block> blocks;
  std::vector<std::int32_t> labels;
  bool operator==(const Stmt&) const = default;
};

/// A scalar or an array. Private variables start at zero. Local arrays, which only kernels have, start
/// undefined.
struct Variable {
  Type type = Type::Int;
  std::uint32_t length = 0;  ///< elements of an array; 0 for a scalar
  bool local = false;
  bool operator==(const Variable&) const = default;
};

/// A helper uses only its parameters. A kernel uses the program's buffers and arguments.
struct Function {
  bool kernel = false;
  bool noinline = false;
  Type result = Type::Void;
  std::uint32_t parameters = 0;  ///< the first variables
  std::vector<Variable> variables;
  Block body;
  bool operator==(const Function&) const = default;
};

/// A function calls only earlier ones. The last function is the kernel that the host launches.
struct Program {
  std::vector<Type> arguments;     ///< scalars
  std::vector<Type> inputs;        ///< buffers with one value for each work-item
  std::vector<Type> group_inputs;  ///< buffers with one value for each work-group
  std::vector<Type> outputs;       ///< buffers with one value for each work-item
  std::vector<Function> functions;
  std::string suffix{};  ///< of the functions' names, so that they are unique in a shared source
  /// Bytes of local memory. Each collective gets a pointer to it as its last argument. 0: none.
  std::size_t local_memory = 0;
  bool operator==(const Program&) const = default;
};

}  // namespace wgcts::reference
