#include <array>

#include "reference/program/arithmetic.hpp"
#include "reference/program/run.hpp"

namespace wgcts::reference {
namespace {

void require(bool holds, const char* sentence) {
  if (!holds) throw IllegalProgram(sentence);
}

struct Around {
  bool loop = false;
  bool breakable = false;  ///< in a loop or a switch
};

struct Checker {
  const Program& program;
  std::uint32_t number;
  bool judged;
  const Function& f = program.functions[number];

  void check_function() const {
    require(f.parameters <= f.variables.size(), "A function has more parameters than variables.");
    require(!f.kernel || (f.parameters == 0 && f.result == Type::Void),
            "A kernel has only the program's buffers as parameters and no result.");
    for (std::uint32_t v = 0; v < f.variables.size(); ++v) {
      const Variable& variable = f.variables[v];
      require(variable.type != Type::Void, "A variable is void.");
      require(v >= f.parameters || variable.length == 0, "A parameter is an array.");
      require(!variable.local || (f.kernel && variable.length != 0),
              "Only arrays of a kernel can be in local memory.");
    }
    block(f.body, {});
  }

  void block(const Block& statements, Around around) const {
    for (const Stmt& s : statements) statement(s, around);
  }

  void shape(const Stmt& s) const {
    // By StmtKind: the number of expressions, and the minimum and maximum number of blocks.
    constexpr std::size_t shapes[][3] = {{1, 0, 0}, {2, 0, 0}, {1, 0, 0}, {1, 0, 0}, {1, 1, 2},
                                         {1, 0, 0}, {3, 1, 1}, {1, 1, 1}, {1, 1, 1}, {0, 0, 0},
                                         {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {2, 0, 0}};
    auto [exprs, least, most] = std::to_array(shapes[static_cast<std::size_t>(s.kind)]);
    if (s.kind == StmtKind::Switch) most = s.labels.size() + 1;
    if (s.kind == StmtKind::Return && f.result != Type::Void) exprs = 1;
    require(s.exprs.size() == exprs && s.blocks.size() >= least && s.blocks.size() <= most,
            "A statement has the wrong number of parts.");
  }

  void statement(const Stmt& s, Around around) const {
    constexpr Around in_loop{true, true};
    shape(s);
    switch (s.kind) {
      case StmtKind::Assign:
        return assigned(scalar(s.index), s.exprs[0]);
      case StmtKind::AssignElement:
        index(s.exprs[0]);
        return assigned(array(s.index).type, s.exprs[1]);
      case StmtKind::Store:
        require(f.kernel && s.index < program.outputs.size(), "A store to an unknown output.");
        return assigned(program.outputs[s.index], s.exprs[0]);
      case StmtKind::Evaluate:
        return s.exprs[0].kind == ExprKind::Call ? call(s.exprs[0], true) : tested(s.exprs[0]);
      case StmtKind::If:
        tested(s.exprs[0]);
        for (const Block& b : s.blocks) block(b, around);
        return;
      case StmtKind::Switch:
        require(s.blocks.size() >= s.labels.size(), "A label has no block.");
        for (std::size_t i = 0; i < s.labels.size(); ++i)
          for (std::size_t j = 0; j < i; ++j) require(s.labels[i] != s.labels[j], "Two labels are equal.");
        assigned(Type::Int, s.exprs[0]);
        for (const Block& b : s.blocks) block(b, {around.loop, true});
        return;
      case StmtKind::For:
        assigned(scalar(s.index), s.exprs[0]);
        tested(s.exprs[1]);
        assigned(scalar(s.index), s.exprs[2]);
        return block(s.blocks[0], in_loop);
      case StmtKind::While:
      case StmtKind::DoWhile:
        tested(s.exprs[0]);
        return block(s.blocks[0], in_loop);
      case StmtKind::Break:
        return require(around.breakable, "A break outside of loops and switches.");
      case StmtKind::Continue:
        return require(around.loop, "A continue outside of loops.");
      case StmtKind::Return:
        if (!s.exprs.empty()) assigned(f.result, s.exprs[0]);
        return;
      case StmtKind::Barrier:
        return;
      case StmtKind::Atomic: {
        const Variable& a = array(s.index);
        require(a.local && (a.type == Type::Int || a.type == Type::UInt),
                "Atomics work on local arrays of int and uint.");
        require(is_in(s.op, atomic_operators), "Unknown atomic operation.");
        index(s.exprs[0]);
        return assigned(a.type, s.exprs[1]);
      }
    }
  }

  Type scalar(std::uint32_t v) const {
    require(v < f.variables.size() && f.variables[v].length == 0, "Unknown variable.");
    return f.variables[v].type;
  }
  const Variable& array(std::uint32_t v) const {
    require(v < f.variables.size() && f.variables[v].length != 0, "Unknown array.");
    return f.variables[v];
  }

  void assigned(Type type, const Expr& e) const {
    require(e.type == type, "A value of another type is assigned or passed.");
    value(e);
  }
  void index(const Expr& e) const {
    require(is_integer(e.type), "An index is not an integer.");
    value(e);
  }

  /// An expression whose result is only tested for zero, or unused.
  void tested(const Expr& e) const {
    require(e.type != Type::Void, "A void expression is used.");
    return e.kind == ExprKind::Collective ? collective(e) : value(e);
  }

  void listed(Type actual, std::size_t index, const std::vector<Type>& types) const {
    require(f.kernel && index < types.size() && types[index] == actual, "Unknown buffer or argument.");
  }

  void value(const Expr& e) const {
    // By ExprKind. Calls and collectives are checked on their own.
    constexpr std::size_t operands[] = {0, 0, 1, 0, 0, 0, 0, 1, 2, 3, 1};
    require(e.kind >= ExprKind::Call || e.operands.size() == operands[static_cast<std::size_t>(e.kind)],
            "An expression has the wrong number of operands.");
    switch (e.kind) {
      case ExprKind::Literal:
        require(!is_narrow(e.type) && e.type != Type::Void, "A literal cannot have this type.");
        require(is_floating(e.type) ? representable(e.type, real(e.literal))
                                    : convert(e.type == Type::ULong ? Type::ULong : Type::Long, e.type,
                                              e.literal) == e.literal,
                "A literal does not fit its type.");
        return;
      case ExprKind::Variable:
        return require(scalar(e.index) == e.type, "A variable has another type.");
      case ExprKind::Element:
        require(array(e.index).type == e.type, "An array has another type.");
        return index(e.operands[0]);
      case ExprKind::Argument:
        return listed(e.type, e.index, program.arguments);
      case ExprKind::Input:
        return listed(e.type, e.index, program.inputs);
      case ExprKind::GroupInput:
        return listed(e.type, e.index, program.group_inputs);
      case ExprKind::Query:
        return require(e.index < 3 && e.type == (is_linear(e.query) ? Type::UInt : Type::Size),
                       "A query has another type.");
      case ExprKind::Unary:
        return unary(e);
      case ExprKind::Binary:
        return binary(e);
      case ExprKind::Conditional:
        tested(e.operands[0]);
        require(is_integer(e.operands[0].type), "The condition of OpenCL C's ?: must be an integer.");
        assigned(e.type, e.operands[1]);
        assigned(e.type, e.operands[2]);
        return require(!is_narrow(e.type), "C promotes the operands of ?:.");
      case ExprKind::Cast:
        require(e.type != Type::Void && e.operands[0].type != Type::Void, "A void value is cast.");
        return value(e.operands[0]);
      case ExprKind::Call:
        return call(e, false);
      case ExprKind::Collective:
        require(judged || !is_predicate(e.collective.family),
                "The result of all or any is used as a number.");
        return collective(e);
    }
  }

  void unary(const Expr& e) const {
    const Expr& a = e.operands[0];
    if (e.op == Operator::Not) {
      require(e.type == Type::Int, "A truth value is an int.");
      return tested(a);
    }
    require(is_unary(e.op) && !is_narrow(e.type) && e.type != Type::Size, "Not an operator of one operand.");
    require(e.op != Operator::Complement || is_integer(e.type), "Only integers have a complement.");
    assigned(e.type, a);
  }

  void binary(const Expr& e) const {
    const Expr &a = e.operands[0], &b = e.operands[1];
    require(!is_unary(e.op) && e.op != Operator::None, "Not an operator of two operands.");
    if (is_logical(e.op)) {
      require(e.type == Type::Int, "A truth value is an int.");
      tested(a);
      return tested(b);
    }
    if (is_comparison(e.op)) {
      require(e.type == Type::Int, "A truth value is an int.");
      require(a.type == b.type && a.type != Type::Void, "Values of two types are compared.");
      const bool with_zero = (e.op == Operator::Equal || e.op == Operator::NotEqual) &&
                             b.kind == ExprKind::Literal && !truth(b.type, b.literal);
      with_zero ? tested(a) : value(a);
      return value(b);
    }
    require(!is_narrow(e.type), "C promotes narrow integers before it computes.");
    if (e.type == Type::Size)
      require(e.op >= Operator::Add && e.op <= Operator::Remainder, "Not an operation on size_t.");
    if (is_floating(e.type))
      require((e.op >= Operator::Add && e.op <= Operator::Multiply) || e.op == Operator::Min ||
                  e.op == Operator::Max,
              "Not an operation on floating-point values.");
    require((e.op != Operator::Divide && e.op != Operator::Remainder) || b.kind != ExprKind::Literal ||
                b.literal != 0,
            "A division by the literal 0.");
    assigned(e.type, a);
    if (e.op == Operator::ShiftLeft || e.op == Operator::ShiftRight) return index(b);
    assigned(e.type, b);
  }

  void call(const Expr& e, bool is_statement) const {
    require(e.index < number, "A function calls itself or a later one.");
    const Function& called = program.functions[e.index];
    require(called.result == e.type && called.parameters == e.operands.size(),
            "A call does not match its function.");
    require(is_statement || called.result != Type::Void, "A void value is used.");
    require(!called.kernel || f.kernel, "A helper calls a kernel.");
    if (called.kernel)
      for (const Variable& v : called.variables)
        require(!v.local, "A kernel calls a kernel with local memory.");
    for (std::size_t i = 0; i < e.operands.size(); ++i) assigned(called.variables[i].type, e.operands[i]);
  }

  void collective(const Expr& e) const {
    const Family family = e.collective.family;
    const bool broadcast = family == Family::Broadcast;
    require(broadcast ? e.operands.size() >= 2 && e.operands.size() <= 4 : e.operands.size() == 1,
            "A collective has the wrong number of arguments.");
    require((e.collective.op == Op::None) == (is_predicate(family) || broadcast), "Unknown collective.");
    const Expr& x = e.operands[0];
    if (is_predicate(family)) {
      require(e.type == Type::Int, "A predicate gives an int.");
      tested(x);
    } else {
      require(is_gentype(e.type), "A collective has a type that is not gentype (WGC.TY.1).");
      assigned(e.type, x);
    }
    for (std::size_t i = 1; i < e.operands.size(); ++i) index(e.operands[i]);
  }
};

}  // namespace

void check(const Program& program, bool judged) {
  require(!program.functions.empty() && program.functions.back().kernel,
          "The last function is not a kernel.");
  for (const auto* list : {&program.arguments, &program.inputs, &program.group_inputs, &program.outputs})
    for (const Type type : *list)
      require(type != Type::Void && type != Type::Size,
              "A buffer or argument of a kernel cannot have this type.");
  for (std::uint32_t f = 0; f < program.functions.size(); ++f) Checker{program, f, judged}.check_function();
}

}  // namespace wgcts::reference
