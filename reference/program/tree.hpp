// Programs as trees: kernels in a small part of OpenCL C, where collectives may stand wherever the
// specification lets them. Plain values; what a tree means is said in run.hpp, what makes it well formed in
// check.hpp.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "reference/collective.hpp"
#include "reference/program/type.hpp"

namespace wgcts::reference {

/// A program that OpenCL C gives no meaning, or more than one. `what()` is a sentence that says why.
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

/// What a work-item may ask about itself. The first five have a dimension and give size_t; the others are
/// linear, of type uint.
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
  Argument,    ///< a scalar that the host passed: the same for every work-item
  Input,       ///< the work-item's value of an input buffer
  GroupInput,  ///< the work-group's value of a buffer of one value a group
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
  Store,          ///< the work-item's slot of output `index` = {value}
  Evaluate,       ///< {expression}, its result unused
  If,             ///< {condition}; then, and else unless it is left out
  Switch,         ///< {int}; a block for each label, and one more where there is a default; as in C, one runs
                  ///< on into the next unless it breaks
  For,            ///< variable `index`: {first value, condition, next value}; body
  While,          ///< {condition}; body
  DoWhile,        ///< {condition}; body
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

/// A scalar or an array. Private ones start at zero. Local ones, arrays of a kernel, start undefined.
struct Variable {
  Type type = Type::Int;
  std::uint32_t length = 0;  ///< elements of an array; 0 for a scalar
  bool local = false;
  bool operator==(const Variable&) const = default;
};

/// A helper sees its parameters alone; a kernel sees the program's buffers and arguments.
struct Function {
  bool kernel = false;
  bool noinline = false;
  Type result = Type::Void;
  std::uint32_t parameters = 0;  ///< the first so many variables
  std::vector<Variable> variables;
  Block body;
  bool operator==(const Function&) const = default;
};

/// A function calls only those before it; the last is the kernel that the host launches.
struct Program {
  std::vector<Type> arguments;     ///< scalars
  std::vector<Type> inputs;        ///< buffers of one value a work-item
  std::vector<Type> group_inputs;  ///< buffers of one value a work-group
  std::vector<Type> outputs;       ///< buffers of one value a work-item
  std::vector<Function> functions;
  std::string suffix{};  ///< of the functions' names, so that several programs can share a source
  /// Bytes of local memory that each collective is given a pointer to, as its last argument; 0: it takes none.
  std::size_t local_memory = 0;
  bool operator==(const Program&) const = default;
};

}  // namespace wgcts::reference
