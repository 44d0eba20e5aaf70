#include "reference/program/arithmetic.hpp"

#include <cmath>
#include <limits>
#include <string>

namespace wgcts::reference {
namespace {

[[noreturn]] void refuse(const std::string& sentence) { throw IllegalProgram(sentence); }

std::string named(Type type) { return std::string(info(type).name); }

/// Unsigned results wrap to the type's width. The width of size_t depends on the device, so it must stay
/// within 32 bits. `value` is a reference because it is read after `overflow` is computed.
Word integer_result(Type type, bool /*overflow*/, const Word& value) {
  if (type == Type::Size && value > info(Type::Size).highest) refuse("A size_t leaves the range of 32 bits.");
  return type == Type::UInt ? value & UINT32_MAX : value;
}

Word integer_result(Type type, bool overflow, const std::int64_t& value) {
  if (overflow || value < info(type).lowest || value > static_cast<std::int64_t>(info(type).highest))
    refuse("An operation of type " + named(type) + " overflows.");
  return word(value);
}

Word real_result(Type type, double value) {
  if (!representable(type, value)) refuse("A result of type " + named(type) + " is not exact.");
  return word_of(value);
}

Word real_arithmetic(Operator op, Type type, double a, double b) {
  const bool infinite = std::isinf(a) || std::isinf(b);
  switch (op) {
    case Operator::Negate:
      return word_of(-a);
    case Operator::Subtract:
      b = -b;
      [[fallthrough]];
    case Operator::Add: {
      const double sum = a + b;
      const double part = sum - a;  // Knuth's two-sum: the rounding error
      if (!infinite && (a - (sum - part)) + (b - part) != 0) refuse("A floating-point sum is rounded.");
      return real_result(type, sum);
    }
    case Operator::Multiply: {
      const double product = a * b;
      if (!infinite && std::fma(a, b, -product) != 0) refuse("A floating-point product is rounded.");
      return real_result(type, product);
    }
    case Operator::Min:
      return word_of(b < a ? b : a);
    case Operator::Max:
      return word_of(a < b ? b : a);
    default:
      refuse("Floating-point values can only be added, subtracted, multiplied and compared.");
  }
}

/// `Integer` is Word for unsigned types and std::int64_t for signed ones.
template <class Integer>
Word integer_arithmetic(Operator op, Type type, Integer a, Integer b) {
  constexpr bool is_signed = std::is_signed_v<Integer>;
  Integer r = 0;
  switch (op) {
    case Operator::Negate:
      return integer_result(type, __builtin_sub_overflow(Integer{0}, a, &r), r);
    case Operator::Complement:
      return integer_result(type, false, ~a);
    case Operator::Add:
      return integer_result(type, __builtin_add_overflow(a, b, &r), r);
    case Operator::Subtract:
      return integer_result(type, __builtin_sub_overflow(a, b, &r), r);
    case Operator::Multiply:
      return integer_result(type, __builtin_mul_overflow(a, b, &r), r);
    case Operator::Divide:
    case Operator::Remainder:
      if (b == 0) refuse("A division by zero.");
      // The remainder of the lowest value by -1 is undefined as well.
      if (is_signed && b == static_cast<Integer>(-1)) {
        const Word quotient = integer_result(type, __builtin_sub_overflow(Integer{0}, a, &r), r);
        return op == Operator::Divide ? quotient : 0;
      }
      return static_cast<Word>(op == Operator::Divide ? a / b : a % b);
    case Operator::And:
      return static_cast<Word>(a & b);
    case Operator::Or:
      return static_cast<Word>(a | b);
    case Operator::Xor:
      return static_cast<Word>(a ^ b);
    case Operator::ShiftLeft:
      if constexpr (is_signed) {
        if (a < 0) refuse("A negative value is shifted to the left.");
        if (b == 63) return integer_result(type, a != 0, r);
        return integer_result(type, __builtin_mul_overflow(a, Integer{1} << b, &r), r);
      } else {
        return integer_result(type, false, a << b);
      }
    case Operator::ShiftRight:
      return static_cast<Word>(a >> b);
    case Operator::Min:
      return static_cast<Word>(b < a ? b : a);
    case Operator::Max:
      return static_cast<Word>(a < b ? b : a);
    default:
      refuse("Not an operation on integers.");
  }
}

template <class T>
Word compare(Operator op, T a, T b) {
  // By Operator, from Less on.
  const bool results[] = {a<b, a <= b, a> b, a >= b, a == b, a != b};
  return results[static_cast<int>(op) - static_cast<int>(Operator::Less)];
}

}  // namespace

bool representable(Type type, double value) {
  return with_gentype(type, [&]<class T>() {
    const bool is_flushed = value != 0 && std::abs(value) < static_cast<double>(Limits<T>::min_normal());
    return !is_flushed && static_cast<double>(static_cast<T>(value)) == value;
  });
}

bool tested(Type type, Word value) {
  if (is_floating(type)) demand_value(type, value);
  return truth(type, value);
}

Word apply(Operator op, Type type, Word a, Word b) {
  if (op == Operator::Not) return !tested(type, a);
  demand_value(type, a);
  demand_value(type, b);
  if (is_comparison(op)) {
    if (is_floating(type)) return compare(op, real(a), real(b));
    if (info(type).is_signed) return compare(op, static_cast<std::int64_t>(a), static_cast<std::int64_t>(b));
    return compare(op, a, b);
  }
  if (is_floating(type)) return real_arithmetic(op, type, real(a), real(b));
  if ((op == Operator::ShiftLeft || op == Operator::ShiftRight) && b >= 8 * info(type).bytes)
    refuse("A shift by " + std::to_string(b) + " is out of range of " + named(type) + ".");
  if (info(type).is_signed)
    return integer_arithmetic(op, type, static_cast<std::int64_t>(a), static_cast<std::int64_t>(b));
  return integer_arithmetic(op, type, a, b);
}

Word convert(Type from, Type to, Word value) {
  if (from == to) return value;
  demand_value(from, value);
  const auto out_of_range = [&] { refuse("A value does not fit into " + named(to) + "."); };
  if (is_floating(to)) {
    if (is_floating(from)) return real_result(to, real(value));
    const double converted = info(from).is_signed ? static_cast<double>(static_cast<std::int64_t>(value))
                                                  : static_cast<double>(value);
    // A 64-bit integer may lose bits in the conversion to double.
    if (converted > 0x1p62 || converted < -0x1p62 || word(static_cast<std::int64_t>(converted)) != value)
      refuse("An integer is rounded in the conversion to " + named(to) + ".");
    return real_result(to, converted);
  }
  const TypeInfo& target = info(to);
  if (is_floating(from)) {
    const double whole = std::trunc(real(value));
    if (!(whole >= static_cast<double>(target.lowest) && whole <= 0x1p62 &&
          whole <= static_cast<double>(target.highest)))
      out_of_range();
    return word(static_cast<std::int64_t>(whole));
  }
  const bool negative = info(from).is_signed && static_cast<std::int64_t>(value) < 0;
  if (to == Type::Size && (negative || value > target.highest)) out_of_range();
  if (target.is_signed) {
    const auto signed_value = static_cast<std::int64_t>(value);
    if (negative ? signed_value < target.lowest : value > target.highest) out_of_range();
    return value;
  }
  return value & target.highest;
}

void require_exact_sums(Type type, std::span<const Word> values) {
  if (is_floating(type)) {
    int lowest = std::numeric_limits<int>::max();  // exponent of the lowest bit of any value
    double magnitudes = 0;
    bool above = false, below = false;
    for (const Word value : values) {
      const double x = real(value);
      if (std::isinf(x)) {
        (x > 0 ? above : below) = true;
        continue;
      }
      if (x == 0) continue;
      int exponent = 0;
      const double mantissa = std::frexp(x, &exponent);
      const auto whole = static_cast<std::int64_t>(std::ldexp(mantissa, 53));
      lowest = std::min(lowest, exponent - 53 + std::countr_zero(static_cast<std::uint64_t>(whole)));
      magnitudes += std::abs(x);
    }
    if (above && below) refuse("A sum of infinities of both signs is NaN.");
    const double limit = type == Type::Half ? 65504 : type == Type::Float ? 0x1p127 : 0x1p1023;
    if (magnitudes > limit ||
        (magnitudes > 0 && std::ldexp(magnitudes, -lowest) > std::ldexp(1, info(type).precision)))
      refuse("A sum of " + named(type) + " is rounded in some order.");
    return;
  }
  if (!info(type).is_signed) return;
  std::int64_t above = 0, below = 0;
  bool overflow = false;
  for (const Word value : values) {
    const auto x = static_cast<std::int64_t>(value);
    std::int64_t& side = x < 0 ? below : above;
    overflow |= __builtin_add_overflow(side, x, &side);
  }
  integer_result(type, overflow, above);
  integer_result(type, overflow, below);
}

}  // namespace wgcts::reference
