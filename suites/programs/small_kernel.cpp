#include "suites/programs/small_kernel.hpp"

#include <array>

#include "reference/lists.hpp"
#include "reference/program/build.hpp"
#include "suites/parse.hpp"

namespace wgcts::suites {
namespace {

Expr call(const Calls& calls, Expr value, std::size_t member = 0) {
  const Collective c = calls.members[member]->collective;
  std::vector<Expr> coordinates;
  if (c.family == Family::Broadcast)
    for (const std::size_t coordinate : calls.source)
      coordinates.push_back(literal(Type::Int, static_cast<double>(coordinate)));
  return collective(c, std::move(value), std::move(coordinates));
}

Expr in(const Calls& calls, std::uint32_t number = 0) { return input(calls.type, number); }

Program kernel(const Calls& calls, std::size_t streams, Block body) {
  const std::vector types(streams, calls.type);
  return {.inputs = types, .outputs = types, .functions = {{.kernel = true, .body = std::move(body)}}};
}

Program straight(const Calls& calls) {
  Block body;
  for (std::uint32_t m = 0; m < calls.members.size(); ++m)
    body.push_back(store(m, call(calls, in(calls, m), m)));
  return kernel(calls, calls.members.size(), std::move(body));
}

Program two_calls(const Calls& calls) {
  return kernel(calls, 2, {store(0, call(calls, in(calls))), store(1, call(calls, in(calls, 1)))});
}

Expr in_even_groups() { return binary(Operator::Equal, query(Query::Group) % 2, 0); }

/// A branch on the work-group's parity, with `otherwise` as the else branch.
Program branch(const Calls& calls, Block otherwise) {
  return kernel(calls, 1,
                {if_else(in_even_groups(), {store(0, call(calls, in(calls)))}, std::move(otherwise))});
}
Program one_arm(const Calls& calls) { return branch(calls, {}); }
Program both_arms(const Calls& calls) { return branch(calls, {store(0, call(calls, in(calls)))}); }
Program other_arm(const Calls& calls) {
  const std::vector<Expr> first(calls.source.size(), literal(Type::Int, 0));
  return branch(calls, {store(0, collective({Family::Broadcast}, in(calls), first))});
}

/// A loop around the body. The host passes the number of iterations.
Stmt rounds(std::uint32_t counter, Block body) {
  const Expr count = variable(Type::UInt, counter);
  return for_loop(counter, literal(Type::UInt, 0), count < argument(Type::UInt, 0), count + 1,
                  std::move(body));
}
Program loops(const Calls& calls, std::uint32_t depth) {
  Block body{store(0, call(calls, in(calls)))};
  for (std::uint32_t counter = depth; counter-- > 0;) body = {rounds(counter, std::move(body))};
  Program program = kernel(calls, 1, std::move(body));
  program.arguments = {Type::UInt};
  program.functions.back().variables.assign(depth, {Type::UInt});
  return program;
}
Program one_loop(const Calls& calls) { return loops(calls, 1); }
Program two_loops(const Calls& calls) { return loops(calls, 2); }

Program helper(const Calls& calls) {
  const Type type = calls.type;
  Program program = kernel(calls, 1, {store(0, reference::call(type, 0, {in(calls)}))});
  Stmt result = statement(StmtKind::Return, 0, {call(calls, variable(type, 0))});
  program.functions.insert(
      program.functions.begin(),
      {.result = type, .parameters = 1, .variables = {{type}}, .body = {std::move(result)}});
  return program;
}

Program of_value(const Calls& calls, Expr value) {
  Program program = kernel(calls, 1, {store(0, call(calls, std::move(value)))});
  program.inputs.clear();
  return program;
}
Program of_literal(const Calls& calls) { return of_value(calls, literal(calls.type, 1)); }
Program of_ids(const Calls& calls) {
  const Expr lane = query(Query::Lane);
  return of_value(calls, calls.type == GenType::UInt ? lane : cast(calls.type, lane));
}

constexpr std::array<SmallKernel, 10> all{{{"straight", 1, 0, straight},
                                           {"two_calls", 1, 0, two_calls},
                                           {"one_arm", 2, 0, one_arm},
                                           {"both_arms", 2, 0, both_arms},
                                           {"other_arm", 2, 0, other_arm},
                                           {"one_loop", 1, 3, one_loop},
                                           {"two_loops", 1, 2, two_loops},
                                           {"helper", 1, 0, helper},
                                           {"literal", 1, 0, of_literal},
                                           {"ids", 1, 0, of_ids}}};

}  // namespace

std::span<const SmallKernel> small_kernels() { return all; }

std::vector<const SmallKernel*> small_kernels_for(const Form& form) {
  std::vector<const SmallKernel*> found{&all.front()};
  const auto names = split(form.small_kernels, ' ');
  for (const SmallKernel& kernel : std::span(all).subspan(1))
    if (is_in(kernel.name, names)) found.push_back(&kernel);
  return found;
}

std::optional<LegalProgram> launched(const SmallKernel& kernel, const Calls& calls, ProgramLaunch launch) {
  Program program = kernel.program(calls);
  if (kernel.rounds != 0) launch.arguments = {kernel.rounds};
  return proved(std::move(program), std::move(launch));
}

}  // namespace wgcts::suites
