#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

#include "suites/programs/print.hpp"
#include "suites/programs/visit.hpp"

namespace wgcts::suites {
namespace {

class Outliner {
 public:
  explicit Outliner(const LegalProgram& p)
      : program_(p.program), groups_(volume(group_counts(p.launch.range))) {
    std::vector<CollectiveCall> collective_calls;
    RunOptions options;
    options.collective_calls = &collective_calls;
    run(program_, p.launch, options);
    for (const CollectiveCall& m : collective_calls) {
      auto& counts = calls_[m.site];
      counts.resize(groups_);
      ++counts[m.group];
    }
  }

  std::string lines() {
    for (std::uint32_t f = 0; f < program_.functions.size(); ++f) {
      function_ = &program_.functions[f];
      add(0, (function_->kernel ? "kernel " : "function ") + function_name(program_, f));
      block(function_->body, 1);
    }
    return std::move(text_);
  }

 private:
  void add(std::size_t depth, std::string_view line) {
    text_.append(2 * depth, ' ').append(line).append("\n");
  }

  void block(const Block& statements, std::size_t depth) {
    for (const Stmt& s : statements) {
      add(depth, info(s.kind).word);
      for (const Expr& e : s.exprs) calls(e, depth + 1);
      for (std::size_t b = 0; b < s.blocks.size(); ++b) {
        if (s.kind == StmtKind::If && b == 1) add(depth, "else");
        if (s.kind == StmtKind::Switch)
          add(depth, b < s.labels.size() ? "case " + std::to_string(s.labels[b]) : "default");
        block(s.blocks[b], depth + 1);
      }
    }
  }

  /// Adds the collectives and functions that the expression calls, with those in arguments indented.
  void calls(const Expr& e, std::size_t depth) {
    const bool collective = e.kind == ExprKind::Collective;
    if (collective) add(depth, expr_text(program_, *function_, e) + "   " + times(e));
    if (e.kind == ExprKind::Call) add(depth, "calls " + function_name(program_, e.index));
    for (const Expr& operand : e.operands) calls(operand, depth + (collective ? 1 : 0));
  }

  std::string times(const Expr& site) const {
    const auto found = calls_.find(&site);
    if (found == calls_.end()) return "never called";
    const auto [fewest, most] = std::ranges::minmax(found->second);
    const std::string each =
        fewest == most ? std::to_string(most) : std::to_string(fewest) + " to " + std::to_string(most);
    return "called " + each + (most == 1 ? " time" : " times") + " by each work-group";
  }

  const Program& program_;
  std::size_t groups_;
  std::map<const Expr*, std::vector<std::size_t>> calls_;  ///< for each collective: calls by each work-group
  const Function* function_ = nullptr;
  std::string text_;
};

}  // namespace

std::string outline(const LegalProgram& program) { return Outliner(program).lines(); }

}  // namespace wgcts::suites
