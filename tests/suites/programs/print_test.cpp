// Programs as text: expected kernels, and each decision of the printer.
#include "suites/programs/print.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <clocale>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "reference/program/build.hpp"

using namespace wgcts;
using namespace wgcts::suites;

namespace {

const Expr lane = query(Query::Lane);
const Collective any{Family::Any}, sum{Family::Reduce, Op::Add}, largest{Family::Reduce, Op::Max};
Expr v(std::uint32_t index) { return variable(Type::Int, index); }
Expr num(double value) { return literal(Type::Int, value); }

Program kernel(Block body, std::vector<Variable> variables = {}) {
  Program p;
  p.arguments = {Type::Int};
  p.inputs = {Type::Int};
  p.group_inputs = {Type::UInt};
  p.outputs = {Type::Int};
  p.functions.push_back({.kernel = true, .variables = std::move(variables), .body = std::move(body)});
  return p;
}

constexpr const char* head =
    "__kernel void program(int n0, __global const int *in0, __global const uint *group0, __global int "
    "*out0)\n{\n";

TEST(Print, ALoopOnAny) {
  const Program p = kernel({assign(0, input(Type::Int, 0)),
                            while_loop(collective(any, binary(Operator::Greater, v(0), num(0))),
                                       {assign(0, binary(Operator::Subtract, v(0), num(1))),
                                        assign(1, collective(largest, v(0)))}),
                            store(0, v(1))},
                           {{Type::Int}, {Type::Int}});
  EXPECT_EQ(source_text(p, 1), std::string(head) +
                                   "    const size_t item = get_global_id(0) - get_global_offset(0);\n"
                                   "    int v1 = 0;\n"
                                   "    int v0 = in0[item];\n"
                                   "    while (work_group_any(v0 > 0)) {\n"
                                   "        v0 -= 1;\n"
                                   "        v1 = work_group_reduce_max(v0);\n"
                                   "    }\n"
                                   "    out0[item] = v1;\n"
                                   "}\n");
}

/// The expression as a statement, without the semicolon and the newline.
std::string printed(const Expr& e) {
  const Program p = kernel({evaluate(e)}, {{Type::Int}, {Type::Int}});
  const std::string statement = text(p, p.functions[0], p.functions[0].body[0]);
  return statement.substr(0, statement.size() - 2);
}

// Newer compilers reject a > 2 > 3 as a likely mistake. It is legal, but does not help to test collectives.
TEST(Print, ComparisonsOfComparisonsGetParentheses) {
  for (const Operator op : {Operator::Greater, Operator::LessEqual, Operator::Equal, Operator::NotEqual}) {
    const std::string sign = " " + std::string(symbol(op)) + " ";
    EXPECT_EQ(printed(binary(op, binary(op, v(0), num(2)), num(3))), "(v0" + sign + "2)" + sign + "3");
    EXPECT_EQ(printed(binary(op, v(0), binary(op, num(2), num(3)))), "v0" + sign + "(2" + sign + "3)");
  }
  EXPECT_EQ(printed(binary(Operator::And, binary(Operator::And, v(0), num(2)), num(3))), "v0 & 2 & 3");
}

TEST(Print, EveryStatement) {
  const Block counted{if_else(binary(Operator::Equal, v(0), argument(Type::Int, 0)),
                              {jump(StmtKind::Continue)}, {jump(StmtKind::Break)})};
  const Program p =
      kernel({assign_element(1, lane, v(2)), barrier(), atomic(Operator::Add, 1, num(0), num(2)),
              for_loop(0, num(0), binary(Operator::Less, v(0), num(3)), binary(Operator::Add, v(0), num(1)),
                       counted),
              do_while({evaluate(collective(sum, v(2)))}, num(0)),
              switch_on(v(2), {1}, {{jump(StmtKind::Break)}, {jump(StmtKind::Return)}})},
             {{Type::Int}, {Type::Int, 8, true}, {Type::Int}});
  EXPECT_EQ(source_text(p, 2),
            std::string(head) +
                "    const uint lane = get_local_id(1) * get_local_size(0) + get_local_id(0);\n"
                "    __local int shared1[8];\n"
                "    int v2 = 0;\n"
                "    shared1[lane] = v2;\n"
                "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                "    atomic_add(&shared1[0], 2);\n"
                "    for (int v0 = 0; v0 < 3; v0 += 1) {\n"
                "        if (v0 == n0) {\n"
                "            continue;\n"
                "        } else {\n"
                "            break;\n"
                "        }\n"
                "    }\n"
                "    do {\n"
                "        work_group_reduce_add(v2);\n"
                "    } while (0);\n"
                "    switch (v2) {\n"
                "    case 1: {\n"
                "        break;\n"
                "    }\n"
                "    default: {\n"
                "        return;\n"
                "    }\n"
                "    }\n"
                "}\n");
}

TEST(Print, CalledHelpersAndKernels) {
  Program p = kernel({store(0, call(Type::Int, 0, {num(1)})), evaluate(call(Type::Void, 1, {}))});
  p.functions.insert(p.functions.begin(),
                     {{.result = Type::Int,
                       .parameters = 1,
                       .variables = {{Type::Int}},
                       .body = {statement(StmtKind::Return, 0, {collective(sum, v(0))})}},
                      {.kernel = true, .body = {}}});
  const std::string text = source_text(p, 1);
  EXPECT_NE(text.find("int helper0(int p0)\n{\n    return work_group_reduce_add(p0);\n}\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("__kernel void kernel1(int n0, "), std::string::npos) << text;
  EXPECT_NE(text.find("    out0[item] = helper0(1);\n    kernel1(n0, in0, group0, out0);\n"),
            std::string::npos)
      << text;
}

TEST(Print, IdsInThreeDimensions) {
  const std::string text = source_text(kernel({store(0, cast(Type::Int, query(Query::Group)))}), 3);
  EXPECT_NE(
      text.find(
          "item = ((get_global_id(2) - get_global_offset(2)) * get_global_size(1) + (get_global_id(1) - "
          "get_global_offset(1))) * get_global_size(0) + get_global_id(0) - get_global_offset(0);"),
      std::string::npos)
      << text;
  EXPECT_NE(text.find("group = (get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + "
                      "get_group_id(0);"),
            std::string::npos)
      << text;
}

TEST(Print, HalfEnablesItsExtension) {
  Program p = kernel({evaluate(collective(sum, literal(Type::Half, 1.5)))});
  EXPECT_TRUE(source_text(p, 1).starts_with("#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"));
  p.functions[0].body.clear();
  EXPECT_FALSE(source_text(p, 1).starts_with("#pragma"));
}

TEST(Print, Parentheses) {
  const auto bin = [](Operator op, Expr a, Expr b) { return binary(op, std::move(a), std::move(b)); };
  EXPECT_EQ(printed(bin(Operator::Multiply, bin(Operator::Add, v(0), v(1)), v(0))), "(v0 + v1) * v0");
  EXPECT_EQ(printed(bin(Operator::Add, bin(Operator::Multiply, v(0), v(1)), v(0))), "v0 * v1 + v0");
  EXPECT_EQ(printed(bin(Operator::Subtract, v(0), bin(Operator::Subtract, v(1), v(0)))), "v0 - (v1 - v0)");
  EXPECT_EQ(printed(bin(Operator::Subtract, bin(Operator::Subtract, v(0), v(1)), v(0))), "v0 - v1 - v0");
  EXPECT_EQ(printed(bin(Operator::And, bin(Operator::Add, v(0), v(1)), num(3))), "(v0 + v1) & 3");
  EXPECT_EQ(printed(bin(Operator::Equal, bin(Operator::And, v(0), num(3)), num(0))), "(v0 & 3) == 0");
  EXPECT_EQ(printed(bin(Operator::LogicalOr, bin(Operator::LogicalAnd, v(0), v(1)), v(0))),
            "(v0 && v1) || v0");
  EXPECT_EQ(printed(bin(Operator::LogicalAnd, bin(Operator::Less, v(0), v(1)), v(0))), "v0 < v1 && v0");
  EXPECT_EQ(printed(unary(Operator::Negate, num(-5))), "-(-5)");
  EXPECT_EQ(printed(unary(Operator::Not, unary(Operator::Not, v(0)))), "!(!v0)");
  EXPECT_EQ(printed(bin(Operator::Add, conditional(v(0), v(1), num(2)), num(1))), "(v0 ? v1 : 2) + 1");
  EXPECT_EQ(printed(cast(Type::UInt, bin(Operator::Add, v(0), v(1)))), "(uint)(v0 + v1)");
  EXPECT_EQ(printed(bin(Operator::Min, v(0), bin(Operator::Add, v(0), v(1)))), "min(v0, v0 + v1)");
}

TEST(Print, Literals) {
  EXPECT_EQ(printed(num(INT32_MIN)), "(-2147483647 - 1)");
  EXPECT_EQ(printed({.type = Type::Long, .literal = word(INT64_MIN)}), "(-9223372036854775807L - 1)");
  EXPECT_EQ(printed({.type = Type::ULong, .literal = UINT64_MAX}), "18446744073709551615UL");
  EXPECT_EQ(printed(literal(Type::UInt, 7)), "7u");
  EXPECT_EQ(printed(literal(Type::Float, 2)), "2.0f");
  EXPECT_EQ(printed(literal(Type::Float, -0.25)), "-0.25f");
  EXPECT_EQ(printed(literal(Type::Float, 0x1p40)), "1.09951163e+12f");
  EXPECT_EQ(printed(literal(Type::Double, 0x1p51)), "2251799813685248.0");
  EXPECT_EQ(printed(literal(Type::Half, 0.5)), "(half)0.5f");
  EXPECT_EQ(printed(literal(Type::Size, 3)), "(size_t)3");
  EXPECT_EQ(printed(binary(Operator::Max, literal(Type::Float, 1), literal(Type::Float, 2))),
            "fmax(1.0f, 2.0f)");
  EXPECT_EQ(printed(collective({Family::Broadcast}, v(0), {num(1), literal(Type::Size, 2)})),
            "work_group_broadcast(v0, 1, (size_t)2)");
}

// A variable is declared by its first assignment if that precedes all other uses.
TEST(Print, Declarations) {
  const auto body_of = [](Block body) {
    const Program p = kernel(std::move(body), {{Type::Int}});
    const std::string all = source_text(p, 1);
    return all.substr(all.find("{\n") + 2);
  };
  EXPECT_EQ(body_of({if_else(num(1), {assign(0, num(2)), evaluate(v(0))})}),
            "    if (1) {\n        int v0 = 2;\n        v0;\n    }\n}\n");
  EXPECT_EQ(body_of({if_else(num(1), {assign(0, num(2))}), evaluate(v(0))}),
            "    int v0 = 0;\n    if (1) {\n        v0 = 2;\n    }\n    v0;\n}\n");
  EXPECT_EQ(body_of({assign(0, binary(Operator::Add, v(0), num(1)))}), "    int v0 = 0;\n    v0 += 1;\n}\n");
  EXPECT_EQ(body_of({do_while({assign(0, num(2))}, v(0))}),
            "    int v0 = 0;\n    do {\n        v0 = 2;\n    } while (v0);\n}\n");
  EXPECT_EQ(body_of({while_loop(num(1), {evaluate(v(0)), assign(0, num(2))})}),
            "    int v0 = 0;\n    while (1) {\n        v0;\n        v0 = 2;\n    }\n}\n");
}

// A driver may set the locale of the process that prints programs for it.
TEST(Print, LiteralsDoNotDependOnTheLocale) {
  std::ifstream usual("/usr/lib/locale/C.utf8/LC_NUMERIC", std::ios::binary);
  std::string commas(std::istreambuf_iterator<char>(usual), {});
  if (commas.find('.') == std::string::npos) GTEST_SKIP() << "there is no locale to change";
  std::ranges::replace(commas, '.', ',');
  const std::string folder = testing::TempDir() + "wgcts_locales_" + std::to_string(getpid());
  std::filesystem::create_directories(folder + "/commas");
  std::ofstream(folder + "/commas/LC_NUMERIC", std::ios::binary) << commas;
  setenv("LOCPATH", folder.c_str(), 1);
  const bool is_set = setlocale(LC_NUMERIC, "commas") != nullptr;
  const std::string text = printed(literal(Type::Float, 0.25));
  setlocale(LC_NUMERIC, "C");
  unsetenv("LOCPATH");
  std::filesystem::remove_all(folder);
  EXPECT_TRUE(is_set);
  EXPECT_EQ(text, "0.25f");
}

}  // namespace
