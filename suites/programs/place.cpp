#include "suites/programs/place.hpp"

#include <algorithm>
#include <vector>

#include "reference/lists.hpp"
#include "suites/programs/visit.hpp"

namespace wgcts::suites {
namespace {

using List = std::vector<const CallPlace*>;

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
  const CallPlace* exprs[3] = {};
  const CallPlace* blocks = nullptr;
};
constexpr StatementPlaces statement_places[] = {
    {StmtKind::Assign, {place("assigned to a variable")}},
    {StmtKind::AssignElement, {place("as index of an array")}},
    {StmtKind::Atomic, {place("as index of an array")}},
    {StmtKind::Store, {place("stored to a buffer")}},
    {StmtKind::Evaluate, {place("result unused")}},
    {StmtKind::If, {place("condition of if")}, place("under if")},
    {StmtKind::Switch, {place("selector of switch")}, place("under switch")},
    {StmtKind::For, {nullptr, place("condition of for")}, place("in for")},
    {StmtKind::While, {place("condition of while")}, place("in while")},
    {StmtKind::DoWhile, {place("condition of do-while")}, place("in do-while")},
    {StmtKind::Return, {place("returned by a function")}},
};

struct PlaceFinder {
  const Program& program;
  Places found{};

  Places find() {
    const auto last = program.functions.size() - 1;
    for (std::size_t f = 0; f <= last; ++f) {
      const Function& function = program.functions[f];
      List around;
      if (function.kernel && f != last) around.push_back(place("in a kernel called by a kernel"));
      if (!function.kernel) around.push_back(place("in a function"));
      if (!function.kernel && called_by_helper(f))
        around.push_back(place("in a function called by a function"));
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
      if (ends_in(s, {StmtKind::Break, StmtKind::Continue}) && loops > 0)
        around.push_back(place("after a break or continue"));
      if (ends_in(s, {StmtKind::Return}))
        around.push_back(place("after a return that only some work-groups execute"));
      if (s.kind == StmtKind::Barrier) around.push_back(place("after a barrier"));
      if (!s.blocks.empty() && !holds_collective(s))
        around.push_back(place("after a divergent branch or loop"));
    }
  }

  void statement(const Stmt& s, const List& around, int loops) {
    const StatementPlaces* row = find_row(statement_places, s.kind, &StatementPlaces::kind);
    if (row == nullptr) return;
    const auto with = [&](const CallPlace* further) {
      List list = around;
      if (further != nullptr) list.push_back(further);
      return list;
    };
    for (std::size_t i = 0; i < s.exprs.size(); ++i) expr(s.exprs[i], with(row->exprs[i]));
    const bool loop = info(s.kind).loop;
    for (std::size_t b = 0; b < s.blocks.size(); ++b) {
      List list = with(s.kind == StmtKind::If && b == 1 ? place("under else") : row->blocks);
      if (loop && loops > 0) list.push_back(place("in nested loops"));
      block(s.blocks[b], list, loops + (loop ? 1 : 0));
    }
  }

  /// Adds the places that operands have because of their parent.
  void expr(const Expr& e, const List& around) {
    if (e.kind == ExprKind::Collective)
      for (const CallPlace* p : around) found.set(bit_of(*p, e.collective.family));
    for (std::size_t i = 0; i < e.operands.size(); ++i) {
      List list = around;
      if (e.kind == ExprKind::Collective) {
        drop_uses(list);
        list.push_back(i == 0 ? place("as value of another collective") : place("as id of a broadcast"));
      } else if (e.kind == ExprKind::Call) {
        drop_uses(list);
        list.push_back(place("as argument of a function"));
      } else if (e.kind == ExprKind::Element) {
        list.push_back(place("as index of an array"));
      } else if (e.kind == ExprKind::Binary && is_logical(e.op) && i == 1) {
        list.push_back(place("right of && or ||"));
      } else if (e.kind == ExprKind::Conditional && i > 0) {
        list.push_back(place("in ?:"));
      }
      expr(e.operands[i], list);
    }
  }

  /// The argument of another call is not itself used by the statement.
  static void drop_uses(List& list) {
    std::erase_if(list, [](const CallPlace* p) { return p->is_use; });
  }
};

}  // namespace

Places places_of(const Program& program) { return PlaceFinder{program}.find(); }

}  // namespace wgcts::suites
