// From wrong results to bugs: one after the other is taken out of what is wrong, the best explanation first.
#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

#include "harness/diagnose/finding.hpp"
#include "harness/diagnose/hypothesis.hpp"
#include "harness/diagnose/parts.hpp"
#include "harness/diagnose/wrong_groups.hpp"

namespace wgcts::harness {
namespace {

/// More are not told apart: what is left goes to those, or is unknown.
constexpr std::size_t most_bugs = 12;

/// Takes bug after bug out of what is wrong, then settles what is left and what belongs together.
class Explainer {
 public:
  explicit Explainer(const Inquiry& inquiry) : inquiry_(inquiry), seen_(gather_wrong_groups(inquiry)) {}

  std::vector<Finding> run() {
    if (seen_.witnesses.empty()) return {};
    std::vector<Finding> findings;
    HypothesisSearch search(inquiry_, seen_);
    while (findings.size() < most_bugs) {
      auto best = search.best();
      if (!best) break;
      findings.push_back(settle(*best));
    }
    absorb(findings);
    add_unknown(findings);
    unite(findings);
    take_back_names(findings);
    // What loses its name joins what has none, which may take in others again.
    for (std::size_t before = findings.size() + 1; before > findings.size() && nameless(findings) > 1;) {
      before = findings.size();
      pool_unknown(findings);
      unite(findings);
      take_back_names(findings);
    }
    assign(findings);
    return findings;
  }

 private:
  const CaseResult& result_of(const Suspect& s) const { return inquiry_.results[s.result]; }

  Finding settle(const Hypothesis& h) {
    const Candidate& candidate = seen_.candidates[h.candidate];
    Finding finding{candidate.word, h.boundary, {}, 1, {}, candidate.models()};
    finding.spared = static_cast<std::size_t>(
        std::ranges::count_if(h.beside, [&](const Place& p) { return h.boundary.holds(p); }));
    // A name without a model does not say what would have been wrong elsewhere.
    if (candidate.what == What::Inexact) finding.boundary = boundary_of(h.covered);
    for (const std::size_t i : h.covered) {
      seen_.witnesses[i].settled = true;
      owner_[i] = chosen_.size();
    }
    chosen_.push_back({h.candidate, h.covered.size(), h.covered.size()});
    return finding;
  }

  /// A few work-groups that no model gives, in the midst of a bug that is named: of that bug.
  void absorb(const std::vector<Finding>& findings) {
    for (std::size_t i = 0; i < seen_.witnesses.size(); ++i) {
      Witness& w = seen_.witnesses[i];
      if (w.settled) continue;
      for (std::size_t b = 0; b < findings.size(); ++b) {
        constexpr double least_fit = 0.8;
        Chosen& bug = chosen_[b];
        if (!findings[b].boundary.holds(w.place) || !same_kind(w, b)) continue;
        if (static_cast<double>(bug.explained) < least_fit * static_cast<double>(bug.witnesses + 1)) continue;
        w.settled = true;
        owner_[i] = b;
        ++bug.witnesses;
        break;
      }
    }
  }

  /// Whether the bug has a witness of that builtin and type.
  bool same_kind(const Witness& w, std::size_t bug) const {
    return std::ranges::any_of(owner_, [&](const auto& o) {
      const Case &a = seen_.witnesses[o.first].place.the_case, &b = w.place.the_case;
      return o.second == bug && a.builtin == b.builtin && a.type == b.type;
    });
  }

  void add_unknown(std::vector<Finding>& findings) {
    std::vector<std::size_t> rest;
    for (std::size_t i = 0; i < seen_.witnesses.size(); ++i)
      if (!seen_.witnesses[i].settled) rest.push_back(i);
    if (rest.empty()) return;
    const auto add = [&](const std::vector<std::size_t>& part, Boundary boundary) {
      for (const std::size_t i : part) seen_.witnesses[i].settled = true, owner_[i] = chosen_.size();
      chosen_.push_back({});
      chosen_.back().witnesses = part.size();
      const Witness& first = seen_.witnesses[part.front()];
      findings.push_back({{"unknown"}, std::move(boundary), {}, 0, message_of(first)});
    };
    Boundary whole = boundary_of(rest);
    std::map<const Builtin*, std::vector<std::size_t>> by_builtin;
    for (const std::size_t i : rest) by_builtin[seen_.witnesses[i].place.the_case.builtin].push_back(i);
    if (whole.amiss == 0 || by_builtin.size() == 1) return add(rest, std::move(whole));
    std::vector<Boundary> parts;
    for (const auto& [builtin, part] : by_builtin) parts.push_back(boundary_of(part));
    constexpr std::size_t most_parts = 3;
    const bool clean = std::ranges::all_of(parts, [](const Boundary& b) { return b.amiss == 0; });
    if (!clean || parts.size() > most_parts) return add(rest, std::move(whole));
    std::size_t n = 0;
    for (const auto& [builtin, part] : by_builtin) add(part, std::move(parts[n++]));
  }

  std::string message_of(const Witness& w) const {
    const CaseResult& r = result_of(seen_.suspects[w.suspect]);
    return r.failure ? r.failure->message : r.message;
  }

  /// With all that is right for the other side: nothing is known of what should have been wrong.
  Boundary boundary_of(const std::vector<std::size_t>& part) {
    std::vector<Place> wrong, right;
    std::set<std::size_t> own;
    for (const std::size_t i : part)
      wrong.push_back(seen_.witnesses[i].place), own.insert(seen_.witnesses[i].suspect);
    for (std::size_t s = 0; s < seen_.suspects.size(); ++s)
      for (const auto& [site, g] : seen_.suspects[s].contrasts)
        right.push_back(seen_.suspects[s].replay->place(site, g));
    // Values that a form brings itself are few and small: of those not every bug can be seen, and which can
    // of this one nobody knows.
    std::set<const Form*> failing;
    for (const Place& p : wrong) failing.insert(p.the_case.form);
    const auto may_show = [&](const Form* form) { return form->value == nullptr || failing.contains(form); };
    std::vector<Case> passing;
    for (const CaseResult& r : inquiry_.results)
      if (r.verdict == Verdict::Pass && speaks_against(r.the_case, wrong) && may_show(r.the_case.form))
        passing.push_back(r.the_case);
    auto by_groups = right;
    for (const Case& c : passing) add_right(c, wrong, by_groups);
    Boundary boundary = boundary_between(wrong, by_groups);
    if (boundary.amiss == 0 && boundary.conditions.size() <= 1) return boundary;
    // Some are right although the bug struck: zeros, values that are all alike. The few conditions outside of
    // which most is right say more than the many that part those as well.
    if (Boundary likely = likeliest_boundary(wrong, by_groups); !likely.conditions.empty()) return likely;
    const auto if_plain = [](Boundary b) { return is_far_fetched(b) ? Boundary{} : std::move(b); };
    if (boundary.amiss == 0) return if_plain(std::move(boundary));
    for (const Case& c : passing) right.push_back(place_of(c, inquiry_.device));
    boundary = boundary_between(wrong, right);
    if (boundary.amiss == 0 && !is_far_fetched(boundary)) return boundary;
    // Which work-groups of a failing case are wrong may hang on their values alone: then cases are parted.
    std::vector<Place> cases;
    std::erase_if(right, [](const Place& p) { return !p.whole_case; });
    for (const std::size_t s : own)
      cases.push_back(place_of(result_of(seen_.suspects[s]).the_case, inquiry_.device));
    return if_plain(boundary_between(cases, right));
  }

  /// Work-groups of a passing case of what went wrong: a case that has none of a kind, or does not judge
  /// them, passes for that. Of another builtin or type the case as a whole.
  void add_right(const Case& passing, const std::vector<Place>& wrong, std::vector<Place>& right) {
    const bool is_subject = std::ranges::any_of(wrong, [&](const Place& p) {
      return p.the_case.builtin == passing.builtin && p.the_case.type == passing.type;
    });
    constexpr std::size_t enough = 12;
    // Of what size the work-groups of a case that passed were is the driver's secret.
    if (!is_subject || passing.variant->situation == Situation::Unsized || !inquiry_.may_go_on())
      return right.push_back(place_of(passing, inquiry_.device));
    const auto replay = make_replay(passing, nullptr, inquiry_.device, inquiry_.seed);
    for (const std::size_t g : some_groups(*replay, enough))
      for (std::size_t site = 0; site < replay->sites(); ++site)
        if (replay->judged(site, g)) right.push_back(replay->place(site, g));
  }

  /// Parts of one bug become one. It keeps its name where the part that has it is by far the largest.
  void unite(std::vector<Finding>& findings) {
    std::vector<Part> parts;
    for (const Finding& f : findings) parts.push_back({f.what, &f.boundary});
    for (const auto& [witness, bug] : owner_) {
      const Place& place = seen_.witnesses[witness].place;
      parts[bug].subjects.emplace(place.the_case.builtin, place.the_case.type);
      parts[bug].cases.insert(seen_.suspects[seen_.witnesses[witness].suspect].result);
      parts[bug].places.push_back(place);
    }
    const auto hosts = hosts_of(parts);
    // Witnesses of other models, and those of the same one with another number: they contradict the name.
    std::vector<std::size_t> taken_in(findings.size()), contradicting(findings.size());
    for (auto it = owner_.begin(); it != owner_.end();) {
      auto& [witness, bug] = *it;
      const std::size_t host = hosts[bug];
      if (leaves_the_name(parts[bug], parts[host])) {
        consequences_[seen_.suspects[seen_.witnesses[witness].suspect].result] = host;
        it = owner_.erase(it);
        continue;
      }
      if (host != bug) {
        ++taken_in[host];
        if (findings[bug].what.code == findings[host].what.code) ++contradicting[host];
        bug = host;
      }
      ++it;
    }
    for (std::size_t b = 0; b < findings.size(); ++b) {
      if (taken_in[b] == 0) continue;
      chosen_[b].witnesses += taken_in[b];
      constexpr std::size_t by_far = 4, all_but_alone = 16;
      const bool holds = by_far * taken_in[b] <= chosen_[b].explained &&
                         all_but_alone * contradicting[b] <= chosen_[b].explained;
      if (findings[b].what.code == "unknown" ? !reaches_its_own(findings[b], b) : !holds)
        become_unknown(findings[b], b);
    }
    keep_hosts(findings, hosts);
  }

  /// Those that were taken in are gone.
  void keep_hosts(std::vector<Finding>& findings, const std::vector<std::size_t>& hosts) {
    std::vector<std::size_t> places(findings.size());
    std::size_t kept = 0;
    for (std::size_t b = 0; b < findings.size(); ++b) {
      places[b] = kept;
      if (hosts[b] != b) continue;
      if (kept != b) {
        findings[kept] = std::move(findings[b]);
        chosen_[kept] = chosen_[b];
      }
      ++kept;
    }
    findings.resize(kept);
    chosen_.resize(kept);
    for (auto& [witness, bug] : owner_) bug = places[bug];
    for (auto& [result, bug] : consequences_) bug = places[bug];
  }

  static std::ptrdiff_t nameless(const std::vector<Finding>& findings) {
    return std::ranges::count_if(findings, [](const Finding& f) { return f.what.code == "unknown"; });
  }

  /// What no name holds for is one bug until something parts it, however it lost its name.
  void pool_unknown(std::vector<Finding>& findings) {
    std::vector<std::size_t> hosts(findings.size());
    std::iota(hosts.begin(), hosts.end(), std::size_t{0});
    const auto is_nameless = [&](std::size_t b) { return findings[b].what.code == "unknown"; };
    for (auto it = owner_.begin(); it != owner_.end();) {
      const bool nameless = is_nameless(it->second);
      if (nameless) seen_.witnesses[it->first].settled = false;
      it = nameless ? owner_.erase(it) : std::next(it);
    }
    std::erase_if(consequences_, [&](const auto& c) { return is_nameless(c.second); });
    for (std::size_t b = 0; b < hosts.size(); ++b)
      if (is_nameless(b)) hosts[b] = hosts.size();
    keep_hosts(findings, hosts);
    add_unknown(findings);
  }

  bool reaches_its_own(const Finding& finding, std::size_t bug) const {
    return std::ranges::all_of(owner_, [&](const auto& o) {
      return o.second != bug || finding.boundary.holds(seen_.witnesses[o.first].place);
    });
  }

  void become_unknown(Finding& finding, std::size_t bug) {
    std::vector<std::size_t> own;
    for (const auto& [witness, owner] : owner_)
      if (owner == bug) own.push_back(witness);
    finding = {{"unknown"}, boundary_of(own), {}, 0, message_of(seen_.witnesses[own.front()]), {}};
    chosen_[bug].explained = 0;
  }

  /// Where data is exact a name holds for all that the bug got wrong, or it is none.
  void take_back_names(std::vector<Finding>& findings) {
    std::set<std::size_t> contradicted;
    for (const auto& [witness, bug] : owner_) {
      const Witness& w = seen_.witnesses[witness];
      if (findings[bug].what.code == "unknown" || contradicted.contains(bug)) continue;
      if (seen_.suspects[w.suspect].replay->is_exact(w.site, w.group) &&
          !seen_.explained_by(seen_.candidates[chosen_[bug].candidate], w))
        contradicted.insert(bug);
    }
    for (const std::size_t bug : contradicted) become_unknown(findings[bug], bug);
  }

  /// Which bugs each failing case has.
  void assign(std::vector<Finding>& findings) {
    std::vector<std::set<std::size_t>> cases(findings.size());
    for (const auto& [witness, bug] : owner_)
      cases[bug].insert(seen_.suspects[seen_.witnesses[witness].suspect].result);
    for (const auto& [result, bug] : consequences_) cases[bug].insert(result);
    for (const std::size_t i : seen_.beyond) cases[bug_of(i, findings)].insert(i);
    for (std::size_t b = 0; b < findings.size(); ++b) {
      findings[b].cases.assign(cases[b].begin(), cases[b].end());
      const Chosen& bug = chosen_[b];
      if (findings[b].what.code != "unknown")
        findings[b].fit =
            static_cast<double>(bug.explained) / static_cast<double>(std::max<std::size_t>(1, bug.witnesses));
    }
  }

  /// Of a case that was not looked into: by its first wrong work-group, else by where it stands.
  std::size_t bug_of(std::size_t result, const std::vector<Finding>& findings) {
    const CaseResult& r = inquiry_.results[result];
    const auto replay = make_replay(r.the_case, r.evidence.get(), inquiry_.device, inquiry_.seed);
    for (std::size_t site = 0; site < std::min(replay->sites(), r.evidence->sites.size()); ++site)
      for (const GroupOutput& output : r.evidence->sites[site].outputs) {
        for (std::size_t b = 0; b < findings.size(); ++b) {
          // A name that says nothing of the builtin gives its results by chance.
          if (findings[b].what.code == "unknown" || !has_subject(b, r.the_case, false)) continue;
          const Candidate& candidate = seen_.candidates[chosen_[b].candidate];
          for (const auto& [cause, times] : candidate.variants)
            if (replay->explains(cause, site, output.group, output.bytes)) return b;
        }
        break;
      }
    return likeliest(r.the_case, findings);
  }

  /// Of a case whose results no name gives: what is unknown and stands there; then what its builtin and type
  /// were seen with, then its builtin.
  std::size_t likeliest(const Case& c, const std::vector<Finding>& findings) const {
    const Place place = place_of(c, inquiry_.device);
    const auto rank = [&](std::size_t b) {
      const bool unknown = findings[b].what.code == "unknown", holds = findings[b].boundary.holds(place);
      return std::tuple(unknown && holds, has_subject(b, c, true), has_subject(b, c, false), unknown, holds);
    };
    std::size_t best = 0;
    for (std::size_t b = 1; b < findings.size(); ++b)
      if (rank(b) > rank(best)) best = b;
    return best;
  }

  bool has_subject(std::size_t bug, const Case& c, bool and_type) const {
    return std::ranges::any_of(owner_, [&](const auto& o) {
      const Case& own = seen_.witnesses[o.first].place.the_case;
      return o.second == bug && own.builtin == c.builtin && (!and_type || own.type == c.type);
    });
  }

  struct Chosen {
    std::size_t candidate = 0;
    std::size_t explained = 0, witnesses = 0;
  };

  const Inquiry& inquiry_;
  WrongGroups seen_;
  std::vector<Chosen> chosen_;
  std::map<std::size_t, std::size_t> owner_;         ///< of a witness: its bug
  std::map<std::size_t, std::size_t> consequences_;  ///< of a result that follows from a bug: that one
};

}  // namespace

std::vector<Finding> explain_wrong_results(const Inquiry& inquiry) { return Explainer(inquiry).run(); }

}  // namespace wgcts::harness
