// Functions of drawn programs, with their parameters and results.
#include <algorithm>
#include <array>

#include "suites/programs/program_generator.hpp"

namespace wgcts::suites {

ProgramGenerator::ProgramGenerator(const ProgramKey& key, std::uint64_t seed)
    : key_(key), random_(seed), lanes_(static_cast<double>(volume(key.local))) {
  const Type type = type_of(key.type);
  palette_ = {type, type, Type::Int, Type::UInt};
  if (type == Type::Long) palette_.push_back(Type::ULong);
  if (type == Type::ULong) palette_.push_back(Type::Long);
  if (type == Type::Half || type == Type::Double) palette_.push_back(Type::Float);
}

std::uint32_t ProgramGenerator::new_variable(const VariableInfo& note) {
  function_.variables.push_back({note.type, note.length, false});
  variables_.push_back(note);
  return static_cast<std::uint32_t>(variables_.size() - 1);
}

/// A variable that a statement may change.
std::uint32_t ProgramGenerator::scalar_to_assign(bool uniform, Type type) {
  std::vector<std::uint32_t> candidates;
  std::size_t scalars = 0;
  for (std::uint32_t v = 0; v < variables_.size(); ++v) {
    const VariableInfo& n = variables_[v];
    if (n.length != 0 || n.reserved || n.hidden) continue;
    ++scalars;
    if (n.type == type && n.uniform == uniform) candidates.push_back(v);
  }
  if (!candidates.empty() && (scalars > 6 || chance(70))) return one_of(candidates);
  const double bound =
      wraps(type) ? info(type).cap : std::min(info(type).cap, one_of(std::array{64.0, 0x1p14, 0x1p30}));
  return new_variable({.type = type, .bound = bound, .uniform = uniform});
}

/// An array of the type, in local memory (`hidden`) or private, of a length in this range.
std::optional<std::uint32_t> ProgramGenerator::array_of(Type type, bool hidden, std::uint32_t shortest,
                                                        std::uint32_t longest) const {
  const auto found = std::ranges::find_if(variables_, [&](const VariableInfo& v) {
    return v.hidden == hidden && v.type == type && v.length >= shortest && v.length <= longest;
  });
  if (found == variables_.end()) return std::nullopt;
  return static_cast<std::uint32_t>(found - variables_.begin());
}

std::uint32_t ProgramGenerator::new_output(Type type) {
  draft_.program.outputs.push_back(type);
  return static_cast<std::uint32_t>(draft_.program.outputs.size() - 1);
}

std::uint32_t ProgramGenerator::some_input(Type type, bool same) {
  Program& p = draft_.program;
  std::vector<std::uint32_t> candidates;
  for (std::uint32_t i = 0; i < p.inputs.size(); ++i)
    if (p.inputs[i] == type && draft_.inputs[i].same == same) candidates.push_back(i);
  if (!candidates.empty() && (candidates.size() >= 2 || chance(60))) return one_of(candidates);
  p.inputs.push_back(type);
  const double small = is_floating(type) ? 16 : 8;
  // Most inputs are small, so that their sums rarely need a limit. Some have full range.
  const double bound = same ? 4 : chance(70) ? small : std::min(info(type).cap, 0x1p30);
  draft_.inputs.push_back({bound, same});
  return static_cast<std::uint32_t>(p.inputs.size() - 1);
}

std::uint32_t ProgramGenerator::some_group_input(Type type) {
  Program& p = draft_.program;
  const auto found = std::ranges::find(p.group_inputs, type);
  if (found != p.group_inputs.end()) return static_cast<std::uint32_t>(found - p.group_inputs.begin());
  p.group_inputs.push_back(type);
  draft_.group_inputs.push_back({4, true});
  return static_cast<std::uint32_t>(p.group_inputs.size() - 1);
}

void ProgramGenerator::helper() {
  function_ = {};
  variables_.clear();
  function_.noinline = chance(40);
  function_.result = some_type();
  collectives_ = chance(75);
  Helper h{.index = static_cast<std::uint32_t>(draft_.program.functions.size()), .result = function_.result};
  h.uniform = collectives_ && chance(40);
  h.collectives = collectives_;
  const auto parameters = static_cast<std::uint32_t>(1 + pick(3));
  for (std::uint32_t p = 0; p < parameters; ++p) {
    const Type type = some_type();
    const double bound =
        wraps(type) ? info(type).cap : std::min(info(type).cap, one_of(std::array{64.0, 0x1p14}));
    new_variable({.type = type, .bound = bound, .uniform = collectives_ && chance(40)});
  }
  function_.parameters = parameters;
  h.parameters = variables_;
  h.bound = std::min(info(h.result).cap, one_of(std::array{64.0, 0x1p14, 0x1p60}));
  result_bound_ = h.bound;
  result_uniform_ = h.uniform;
  const int forks = forks_;
  forks_ = 1;
  calls_depth_ = 0;
  size_ = static_cast<int>(1 + pick(4));
  local_memory_ = false;
  const Position here{.uniform = collectives_};
  Block b;
  body(b, here, static_cast<unsigned>(size_));
  if (chance(30)) collectives_ ? early_return(b, here) : divergent_jump(b, here);
  BoundedExpr x = collectives_ && chance(60) ? collective_value(h.result, needs_at(here, h.uniform))
                                             : value(h.result, needs_at(here, h.uniform));
  x = limited(std::move(x), h.bound);
  b.push_back(statement(StmtKind::Return, 0, {std::move(x.expr)}));
  function_.body = std::move(b);
  h.forks = 1 - forks_;
  forks_ = forks;
  h.depth = calls_depth_ + 1;
  draft_.program.functions.push_back(std::move(function_));
  helpers_.push_back(std::move(h));
}

/// Stores the final values of the kernel's variables.
void ProgramGenerator::store_variables(Block& block) {
  Expr rest = literal(Type::UInt, 0);
  bool any_left = false;
  for (std::uint32_t v = 0; v < variables_.size(); ++v) {
    const VariableInfo& n = variables_[v];
    if (n.length != 0 || n.reserved) continue;
    if (draft_.program.outputs.size() < 11) {
      block.push_back(store(new_output(n.type), variable(n.type, v)));
    } else if (n.type == Type::Int || n.type == Type::UInt) {
      rest = std::move(rest) * 31 + cast_to(Type::UInt, {variable(n.type, v), n.bound}).expr;
      any_left = true;
    }
  }
  if (any_left) block.push_back(store(new_output(Type::UInt), std::move(rest)));
}

void ProgramGenerator::kernel(bool inner) {
  function_ = {};
  variables_.clear();
  function_.kernel = true;
  collectives_ = true;
  local_memory_ = !inner;  // not allowed in a called kernel
  const int forks = forks_;
  if (inner) forks_ = 1;
  size_ = static_cast<int>(inner ? 2 + pick(3) : 3 + pick(10));
  Block b;
  body(b, {}, static_cast<unsigned>(size_));
  // A program without any collective would test nothing.
  store_value(b, {});
  const Type type = type_of(key_.type);
  if (!inner) b.push_back(store(new_output(type), collective_value(type, {false, true, 1}).expr));
  store_variables(b);
  function_.body = std::move(b);
  if (inner) {
    forks_ = forks;
    inner_kernels_.push_back(static_cast<std::uint32_t>(draft_.program.functions.size()));
  }
  draft_.program.functions.push_back(std::move(function_));
}

DraftProgram ProgramGenerator::generate() {
  draft_.program.arguments = {Type::Int, Type::UInt};
  draft_.arguments = {{4, true}, {6, true}};
  const auto helpers = chance(60) ? 1 + pick(3) : 0;
  forks_ = 4;
  for (std::uint64_t h = 0; h < helpers; ++h) helper();
  if (chance(20)) kernel(true);
  kernel(false);
  return std::move(draft_);
}

}  // namespace wgcts::suites
