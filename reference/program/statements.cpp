// Execution of statements by a work-group.
#include <algorithm>
#include <utility>

#include "reference/program/work_group.hpp"

namespace wgcts::reference {

void WorkGroupRun::run(std::size_t group) {
  number_ = group;
  group_ = work_group(launch_.range, group);
  lanes_ = volume(group_.size);
  items_ = lanes_of(launch_.range, group_);
  const Function& kernel = program_.functions.back();
  local_.clear();
  for (const Variable& v : kernel.variables) local_.emplace_back(v.local ? v : Variable{});
  legal_.clear();
  epoch_ = 1;
  steps_ = 0;
  mixed_ = 0;
  const Mask everyone(lanes_, 1);
  const auto number = static_cast<std::uint32_t>(program_.functions.size() - 1);
  Expr launch{.kind = ExprKind::Call, .type = Type::Void, .index = number};
  function(launch, everyone, nullptr);
  outcome_.steps += steps_;
  outcome_.longest = std::max(outcome_.longest, steps_);
}

void WorkGroupRun::step() {
  if (++steps_ > options_.step_limit) throw IllegalProgram("The program exceeds the limit of steps.");
}

void WorkGroupRun::require_all_active(const Mask& mask, const char* what) const {
  const std::size_t here = count(mask);
  if (here != lanes_)
    throw IllegalProgram(std::string(what) + " is reached by " + std::to_string(here) + " of " +
                         std::to_string(lanes_) + " work-items (WGC.CF.1).");
  // All work-items are here, but some entered the switch by another label. No clause says whether this is
  // the same dynamic instance, so the program is not used.
  if (mixed_ != 0)
    throw IllegalProgram(std::string(what) +
                         " is reached by work-items through different labels of a switch (WGC.CF.1).");
}

void WorkGroupRun::function(const Expr& call, const Mask& mask, Values* out) {
  const Function& f = program_.functions[call.index];
  Frame frame{&f, {}, out};
  for (const Variable& v : f.variables)
    frame.variables.emplace_back(v.local ? 0 : std::max<std::size_t>(1, v.length), Values(lanes_));
  for (std::uint32_t p = 0; p < f.parameters; ++p) evaluate(call.operands[p], mask, frame.variables[p][0]);
  Frame* caller = std::exchange(frame_, &frame);
  Mask active = mask;
  block(f.body, active, {});
  if (f.result != Type::Void && any(active)) throw IllegalProgram("A function ends without a value.");
  frame_ = caller;
}

void WorkGroupRun::block(const Block& statements, Mask& active, JumpTargets targets) {
  for (const Stmt& s : statements) {
    if (!any(active)) return;
    statement(s, active, targets);
  }
}

void WorkGroupRun::statement(const Stmt& s, Mask& active, JumpTargets targets) {
  step();
  const auto leave_to = [&](Mask& place) {
    for (std::size_t lane = 0; lane < lanes_; ++lane) place[lane] |= active[lane];
    std::ranges::fill(active, 0);
  };
  switch (s.kind) {
    case StmtKind::Assign:
      return assign(s.exprs[0], active, variable(s.index));
    case StmtKind::AssignElement:
    case StmtKind::Atomic:
      return change_element(s, active);
    case StmtKind::Store:
      return store(s, active);
    case StmtKind::Evaluate: {
      Values value(lanes_);
      return evaluate(s.exprs[0], active, value);
    }
    case StmtKind::If:
      return branch(s, active, targets);
    case StmtKind::Switch:
      return choice(s, active, targets);
    case StmtKind::For:
    case StmtKind::While:
    case StmtKind::DoWhile:
      return loop(s, active);
    case StmtKind::Break:
      return leave_to(*targets.broken);
    case StmtKind::Continue:
      return leave_to(*targets.continued);
    case StmtKind::Return:
      if (!s.exprs.empty()) assign(s.exprs[0], active, *frame_->result);
      std::ranges::fill(active, 0);
      return;
    case StmtKind::Barrier:
      require_all_active(active, "A barrier");
      ++epoch_;
      return;
  }
}

void WorkGroupRun::store(const Stmt& s, const Mask& mask) {
  Values value(lanes_);
  evaluate(s.exprs[0], mask, value);
  OutputBuffer& output = outcome_.outputs[s.index];
  for_each_active(mask, [&](std::size_t lane) {
    const std::size_t item = items_[lane];
    const Legal* several = legal_.find(s.exprs[0].type, value[lane]);
    output.values[item] = several != nullptr ? several->low : value[lane];
    output.written[item] = 1;
    if (several != nullptr)
      output.several.insert_or_assign(item, *several);
    else
      output.several.erase(item);
  });
}

void WorkGroupRun::keep_true(const Expr& e, Mask& mask) {
  Values value(lanes_);
  evaluate(e, mask, value);
  for (std::size_t lane = 0; lane < lanes_; ++lane)
    mask[lane] = mask[lane] != 0 && tested(e.type, value[lane]);
}

void WorkGroupRun::branch(const Stmt& s, Mask& active, JumpTargets targets) {
  Mask then = active;
  keep_true(s.exprs[0], then);
  for (std::size_t lane = 0; lane < lanes_; ++lane) active[lane] ^= then[lane];
  block(s.blocks[0], then, targets);
  if (s.blocks.size() > 1) block(s.blocks[1], active, targets);
  for (std::size_t lane = 0; lane < lanes_; ++lane) active[lane] |= then[lane];
}

void WorkGroupRun::choice(const Stmt& s, Mask& active, JumpTargets targets) {
  Values value(lanes_);
  evaluate(s.exprs[0], active, value);
  for_each_active(active, [&](std::size_t lane) { demand_value(Type::Int, value[lane]); });
  Mask broken(lanes_), inside(lanes_);
  const std::size_t mixed = mixed_;
  for (std::size_t b = 0; b < s.blocks.size(); ++b) {
    const bool is_default = b == s.labels.size();
    const std::size_t fell_through = count(inside);
    for (std::size_t lane = 0; lane < lanes_; ++lane)
      if (active[lane] && (is_default || value[lane] == word(s.labels[b]))) {
        inside[lane] = 1;
        active[lane] = 0;
      }
    if (fell_through != 0 && count(inside) != fell_through) mixed_ = mixed + 1;
    block(s.blocks[b], inside, {&broken, targets.continued});
  }
  mixed_ = mixed;
  for (std::size_t lane = 0; lane < lanes_; ++lane) active[lane] |= inside[lane] | broken[lane];
}

void WorkGroupRun::loop(const Stmt& s, Mask& active) {
  const bool is_for = s.kind == StmtKind::For;
  if (is_for) assign(s.exprs[0], active, variable(s.index));
  const Expr& condition = s.exprs[is_for ? 1 : 0];
  Mask looping = active, left(lanes_);
  const auto test = [&] {
    const Mask before = looping;
    keep_true(condition, looping);
    for (std::size_t lane = 0; lane < lanes_; ++lane) left[lane] |= before[lane] & ~looping[lane];
  };
  for (bool first = true; any(looping); first = false) {
    step();
    if (s.kind != StmtKind::DoWhile || !first) test();
    if (!any(looping)) break;
    Mask continued(lanes_);
    block(s.blocks[0], looping, {&left, &continued});
    for (std::size_t lane = 0; lane < lanes_; ++lane) looping[lane] |= continued[lane];
    if (is_for && any(looping)) assign(s.exprs[2], looping, variable(s.index));
  }
  active = left;
}

std::size_t WorkGroupRun::index_of(const Expr& e, Word value, std::uint32_t length) const {
  const bool negative = info(e.type).is_signed && static_cast<std::int64_t>(value) < 0;
  if (negative || value >= length)
    throw IllegalProgram("An index is out of range of an array of " + std::to_string(length) + ".");
  return value;
}

void WorkGroupRun::change_element(const Stmt& s, const Mask& mask) {
  Values index(lanes_), value(lanes_);
  evaluate(s.exprs[0], mask, index);
  evaluate(s.exprs[1], mask, value);
  const Variable& array = frame_->function->variables[s.index];
  const Operator op = s.kind == StmtKind::Atomic ? s.op : Operator::None;
  for_each_active(mask, [&](std::size_t lane) {
    const std::size_t i = index_of(s.exprs[0], index[lane], array.length);
    const auto item = static_cast<std::uint32_t>(lane);
    if (array.local)
      local_[s.index].change(op, i, item, epoch_, value[lane]);
    else
      variable(s.index, i)[lane] = value[lane];
  });
}

}  // namespace wgcts::reference
