// The explanation of a case as JSON, with all of its data.
#include "reference/clauses.hpp"
#include "reports/words/explain.hpp"
#include "results/json_values.hpp"

namespace wgcts::reports {
namespace {

using nlohmann::ordered_json;

constexpr std::string_view rule_names[] = {"exact", "bounded", "truth", "bits", "observed"};

ordered_json extents(const Extents& e, unsigned dim) {
  ordered_json list = ordered_json::array();
  for (std::size_t d = 0; d < dim; ++d) list.push_back(e[d]);
  return list;
}

ordered_json value_json(const Value& v) { return {{"text", v.text}, {"bits", v.bits}}; }

ordered_json group_json(const GroupRecord& g, unsigned dim) {
  ordered_json object{{"id", extents(g.group.id, dim)},
                      {"size", extents(g.group.size, dim)},
                      {"check", g.check},
                      {"plan", g.plan},
                      {"rule", rule_names[static_cast<std::size_t>(g.rule)]},
                      {"clauses", g.clauses},
                      {"source", g.source},
                      {"lanes", ordered_json::array()}};
  for (std::size_t lane = 0; lane < g.lanes.size(); ++lane) {
    const LaneRecord& row = g.lanes[lane];
    ordered_json item{{"local_id", extents(unlinear(lane, g.group.size), dim)},
                      {"item", row.item},
                      {"input", value_json(row.input)},
                      {"expected", value_json(row.expected)}};
    if (row.got) {
      item["got"] = value_json(*row.got);
      item["wrong"] = row.wrong;
    }
    object["lanes"].push_back(std::move(item));
  }
  return object;
}

ordered_json head_json(const Explanation& e) {
  const Case& c = e.the_case;
  ordered_json clauses = ordered_json::array();
  for (const std::string& id : e.clauses) {
    const auto* clause = find_clause(id);
    clauses.push_back({{"id", id}, {"text", clause->text}, {"where", citation(*clause)}});
  }
  ordered_json head{{"case", name(c)},
                    {"builtin", c.builtin->name},
                    {"type", info(c.type).name},
                    {"form", {{"name", c.form->name}, {"plan", c.form->plan}}},
                    {"variant", {{"name", c.variant->name}, {"plan", c.variant->plan}}},
                    {"clauses", std::move(clauses)},
                    {"device", e.device.name},
                    {"seed", e.seed},
                    {"build_options", e.build_options},
                    {"ndrange",
                     {{"dim", c.dim},
                      {"global", extents(e.range.global, c.dim)},
                      {"local", extents(e.range.local, c.dim)},
                      {"offset", extents(e.range.offset, c.dim)},
                      {"work_groups", e.groups}}},
                    {"kernel", {{"name", e.kernel}, {"beside", e.beside}, {"source", e.source}}}};
  if (!e.tree.empty()) head["tree"] = e.tree;
  if (e.missing) head["missing"] = {{"query", e.missing->query}, {"answer", e.missing->answer}};
  if (e.result) head["result"] = to_json(*e.result);
  return head;
}

}  // namespace

void explain_json(const Explanation& e, const TextSink& sink) {
  std::string head = utf8_dump(head_json(e), 2);
  head.resize(head.size() - 2);  // without the closing brace, as the sites follow
  sink(head);
  sink(",\n  \"sites\": [");
  for (const SiteRecord& site : e.sites) {
    sink(site.site == 0 ? "\n    [" : ",\n    [");
    // One line for each work-group, for grep, and so that the whole is never in memory.
    const char* separator = "\n      ";
    for (const GroupRecord& g : site.groups) {
      sink(separator);
      sink(utf8_dump(group_json(g, e.the_case.dim)));
      separator = ",\n      ";
    }
    sink("\n    ]");
  }
  sink("\n  ]\n}\n");
}

}  // namespace wgcts::reports
