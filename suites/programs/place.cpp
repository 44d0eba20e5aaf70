#include "suites/programs/place.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "reference/lists.hpp"
#include "suites/programs/visit.hpp"

namespace wgcts::suites {
namespace {

using List = std::vector<Place>;

bool holds_collective(const Stmt& s) {
  return any_part(s,
                  [](const Expr& e) { return e.kind == ExprKind::Collective || e.kind == ExprKind::Call; });
}

bool ends_in(const Stmt& s, std::initializer_list<StmtKind> kinds) {
  return s.kind == StmtKind::If && !s.blocks[0].empty() && is_in(s.blocks[0].back().kind, kinds);
}

/// The places of collectives in the expressions and blocks of a statement.
struct StatementPlaces {
  StmtKind kind;
  std::optional<Place> exprs[3];
  std::optional<Place> blocks = {};
};
constexpr StatementPlaces statement_places[] = {
    {StmtKind::Assign, {Place::Assigned}},
    {StmtKind::AssignElement, {Place::Index}},
    {StmtKind::Atomic, {Place::Index}},
    {StmtKind::Store, {Place::Stored}},
    {StmtKind::Evaluate, {Place::Unused}},
    {StmtKind::If, {Place::IfCondition}, Place::InIf},
    {StmtKind::Switch, {Place::SwitchSelector}, Place::InSwitch},
    {StmtKind::For, {{}, Place::ForHeader}, Place::InFor},
    {StmtKind::While, {Place::WhileCondition}, Place::InWhile},
    {StmtKind::DoWhile, {Place::DoCondition}, Place::InDo},
    {StmtKind::Return, {Place::Returned}},
};

struct PlaceFinder {
  const Program& program;
  Places found{};

  Places find() {
    const auto last = program.functions.size() - 1;
    for (std::size_t f = 0; f <= last; ++f) {
      const Function& function = program.functions[f];
      List around;
      if (function.kernel && f != last) around.push_back(Place::InCalledKernel);
      if (!function.kernel) around.push_back(Place::InHelper);
      if (!function.kernel && called_by_helper(f)) around.push_back(Place::InNestedHelper);
      block(function.body, around, 0);
    }
    return found;
  }

  bool called_by_helper(std::size_t function) const {
    const auto calls_it = [&](const Expr& e) { return e.kind == ExprKind::Call && e.index == function; };
    return std::ranges::any_of(program.functions,
                               [&](const Function& f) { return !f.kernel && any_part(f.body, calls_it); });
  }

  /// `around` lists the places of every collective in the block. It grows with each statement.
  void block(const Block& statements, List around, int loops) {
    for (const Stmt& s : statements) {
      statement(s, around, loops);
      if (ends_in(s, {StmtKind::Break, StmtKind::Continue}) && loops > 0) around.push_back(Place::BehindJump);
      if (ends_in(s, {StmtKind::Return})) around.push_back(Place::BehindReturn);
      if (s.kind == StmtKind::Barrier) around.push_back(Place::BehindBarrier);
      if (!s.blocks.empty() && !holds_collective(s)) around.push_back(Place::BehindDivergence);
    }
  }

  void statement(const Stmt& s, const List& around, int loops) {
    const StatementPlaces* row = find_row(statement_places, s.kind, &StatementPlaces::kind);
    if (row == nullptr) return;
    const auto with = [&](const std::optional<Place>& place) {
      List list = around;
      if (place) list.push_back(*place);
      return list;
    };
    for (std::size_t i = 0; i < s.exprs.size(); ++i) expr(s.exprs[i], with(row->exprs[i]));
    const bool loop = info(s.kind).loop;
    for (std::size_t b = 0; b < s.blocks.size(); ++b) {
      List list = with(s.kind == StmtKind::If && b == 1 ? Place::InElse : row->blocks);
      if (loop && loops > 0) list.push_back(Place::InNestedLoops);
      block(s.blocks[b], list, loops + (loop ? 1 : 0));
    }
  }

  /// Adds the places that operands have because of their parent.
  void expr(const Expr& e, const List& around) {
    if (e.kind == ExprKind::Collective)
      for (const Place p : around) found.set(bit_of(p, e.collective.family));
    for (std::size_t i = 0; i < e.operands.size(); ++i) {
      List list = around;
      if (e.kind == ExprKind::Collective) {
        drop_uses(list);
        list.push_back(i == 0 ? Place::OfCollective : Place::BroadcastId);
      } else if (e.kind == ExprKind::Call) {
        drop_uses(list);
        list.push_back(Place::Argument);
      } else if (e.kind == ExprKind::Element) {
        list.push_back(Place::Index);
      } else if (e.kind == ExprKind::Binary && is_logical(e.op) && i == 1) {
        list.push_back(Place::RightOfLogical);
      } else if (e.kind == ExprKind::Conditional && i > 0) {
        list.push_back(Place::InChoice);
      }
      expr(e.operands[i], list);
    }
  }

  /// The argument of another call is not itself used by the statement.
  static void drop_uses(List& list) {
    std::erase_if(list, [](Place p) { return places[static_cast<std::size_t>(p)].is_use; });
  }
};

}  // namespace

Places places_of(const Program& program) { return PlaceFinder{program}.find(); }

}  // namespace wgcts::suites
