// Programs as trees: kernels in a small subset of OpenCL C, with collectives in all legal places. Trees are
// plain values. run.hpp defines the well-formed ones and their meaning.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "reference/collective.hpp"

namespace wgcts::reference {

/// A value of any type. Integers are sign- or zero-extended to 64 bits. Floating-point numbers are the bits
/// of the equal double, because a program computes exactly.
using Word = std::uint64_t;

constexpr Word word(std::int64_t value) { return static_cast<Word>(value); }
constexpr Word word_of(double value) { return std::bit_cast<Word>(value); }
constexpr double real(Word value) { return std::bit_cast<double>(value); }

/// Converts words to the C++ type that models their type, and back.
template <class T>
T value_of_word(Word word) {
  if constexpr (is_float_v<T>)
    return static_cast<T>(real(word));
  else
    return static_cast<T>(word);
}
template <class T>
std::vector<T> values_of_words(std::span<const Word> words) {
  return mapped(words, value_of_word<T>);
}
template <class T>
Word word_of_value(T value) {
  if constexpr (is_float_v<T>)
    return word_of(is_nan(value) ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(value));
  else
    return static_cast<Word>(value);
}

/// Calls `f.template operator()<T>()` with the C++ type that models `type`, which is not void.
template <class F>
decltype(auto) with_type(Type type, F&& f) {
  if (type == Type::Char) return f.template operator()<std::int8_t>();
  if (type == Type::UChar) return f.template operator()<std::uint8_t>();
  if (type == Type::Short) return f.template operator()<std::int16_t>();
  if (type == Type::UShort) return f.template operator()<std::uint16_t>();
  return with_gentype(type == Type::Size ? Type::ULong : type, f);
}

/// A value as info(type).bytes bytes in this machine's byte order.
inline std::vector<std::byte> bytes_of(Type type, Word value) {
  return with_type(type, [&]<class T>() {
    const T number = value_of_word<T>(value);
    const auto bytes = std::as_bytes(std::span(&number, 1));
    return std::vector<std::byte>(bytes.begin(), bytes.end());
  });
}

constexpr bool truth(Type type, Word value) { return is_floating(type) ? real(value) != 0 : value != 0; }

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
/// The operators of atomics.
inline constexpr Operator atomic_operators[] = {Operator::Add, Operator::Min, Operator::Max,
                                                Operator::And, Operator::Or,  Operator::Xor};

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
  Atomic    ///< `op` on local array `index` of int or uint: {element, value}
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
