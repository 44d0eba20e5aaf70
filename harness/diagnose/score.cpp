// Hypotheses: a fault and its conditions, scored against all results of a run.
#include <cmath>
#include <deque>
#include <iterator>
#include <ranges>
#include <tuple>
#include <utility>

#include "harness/diagnose/diagnose.hpp"

namespace wgcts::harness {
namespace {

/// A candidate that explains some of the unclustered wrong work-groups.
struct Hypothesis {
  std::size_t candidate;               ///< its index among the candidates
  std::vector<std::size_t> explained;  ///< wrong work-groups that its models reproduce
  Places wrong;                        ///< their places
  Places right;                        ///< places that contradict it: its model predicts other results
  Places right_in_failing;             ///< the same for correct work-groups of failing cases
  Boundary boundary;
  std::size_t unexplained = 0;  ///< wrong work-groups within the boundary that it does not explain
  double score = 0;             ///< bits saved; worth reporting if positive
  bool checked = false;         ///< against the large sample of correct work-groups
};

/// The description length of a named fault: of its row and its set of lanes. Rows are ordered from simple to
/// complex. If several names of a row explain the same results, the first in its list of parameters is
/// reported.
double bits_of_name(const Candidate& candidate) {
  constexpr double of_a_kind_or_number = 4, of_a_later_choice = 0.01;
  return 2 * std::log2(1 + static_cast<double>(candidate.what)) +
         of_a_kind_or_number * complexity(candidate.usual().lanes) +
         of_a_later_choice * candidate.usual().choice;
}

/// The description length of a work-group's wrong results, minus the part that the model does not determine.
/// For missing results, that is the values in their place. For inexact results, about half. For a comparison
/// that the results did not suggest, which of the equal values wins.
double bits_saved(const Cause& model, const Extents& size, bool suggested) {
  constexpr double most = 16;  // lanes of a work-group are similar
  const auto lanes = static_cast<double>(volume(size));
  double given = lanes;
  if (leaves_results_open(model)) {
    const auto missing = lanes_in(model.lanes, size);
    given -= static_cast<double>(std::ranges::count_if(missing, [](char is) { return is != 0; }));
  }
  if (model.what == What::Inexact || (model.what == What::ComparedAs && !suggested)) given /= 2;
  return std::min(most, lanes) * given / lanes;
}

/// The minimum over all models of a name, because the model that explained the work-group is not stored. For
/// example, `rows` means y != 0, or y != 0 or z != 0.
double bits_saved(const Candidate& candidate, const Extents& size, bool suggested) {
  double least = bits_saved(candidate.usual(), size, suggested);
  for (const auto& [model, times] : candidate.models)
    if (leaves_results_open(model) == leaves_results_open(candidate.usual()))
      least = std::min(least, bits_saved(model, size, suggested));
  return least;
}

/// Finds the hypothesis with the best score. Caches effects, because it is called once for each bug.
class Scorer {
 public:
  /// Both arguments must outlive it. best() reads from `seen` which work-groups are clustered.
  Scorer(const Inquiry& inquiry, const Observations& seen) : inquiry_(inquiry), seen_(seen) {}

  /// None if no hypothesis is worth reporting, or if the work limit is reached.
  std::optional<Cluster> best() {
    // Comparing every candidate with every passing case would take minutes.
    constexpr std::size_t at_a_time = 24;
    const std::vector<std::size_t> order = promising();
    const std::size_t for_other_bugs = inquiry_.work_left / 2;
    std::optional<BestOfSome> best;
    for (std::size_t from = 0; from < order.size() && inquiry_.has_work_left(); from += at_a_time) {
      // A later candidate may explain the results of an inexact hypothesis, too, and without exceptions.
      // Measured with 48 faults of `all` and `any`: without later candidates, 3 had a wrong name; with them,
      // none.
      if (best && (best->is_exact || inquiry_.work_left < for_other_bugs)) break;
      auto next = best_of(std::span(order).subspan(from, std::min(at_a_time, order.size() - from)));
      if (next && (!best || next->score > best->score)) best = std::move(next);
    }
    return best ? std::optional(std::move(best->cluster)) : std::nullopt;
  }

 private:
  /// The best hypothesis of some candidates. A Hypothesis points to passing cases, which the next candidates
  /// replace.
  struct BestOfSome {
    Cluster cluster;
    double score;
    bool is_exact;  ///< see is_exact()
  };

  /// The effects of a candidate's models on the work-groups of failing cases.
  struct Effects {
    std::vector<bool> explains;       ///< by wrong work-group: a model reproduces its results
    std::vector<bool> changes;        ///< by wrong work-group: the model gives other wrong results
    std::vector<bool> changes_right;  ///< by correct work-group, in the order of the failing cases
    bool counted = false;             ///< the search for explaining models is subtracted from work_left
  };

  /// Whether the correct call is evidence against the hypothesis. In a form with a branch, some calls are
  /// directly in it, and others in a helper function. A fault may need the branch, or the function, in the
  /// text around the call. No condition states this, so calls of the one kind are no evidence if only calls
  /// of the other kind are wrong.
  static bool is_evidence(const Hypothesis& h, const Place* right) {
    return right->the_case.form->around != Surroundings::Branch ||
           std::ranges::any_of(h.wrong, [&](const Place* p) { return p->in_helper == right->in_helper; });
  }

  /// Whether more than a tenth of the model's predictions are false, among calls that show the fault in
  /// work-groups of that size. Then a simple fault reproduces part of the results of another one. Other calls
  /// and sizes do not count, because a condition that no feature states may exclude them. Measured with 42
  /// faults: the false part was 24 to 77 % for five wrong names, and 0 for the others.
  static bool has_false_predictions(const Hypothesis& h) {
    const auto launched = [](const Place* p) { return std::tuple(&p->the_case, p->call, p->size); };
    std::set<std::tuple<const Case*, unsigned, Extents>> wrong;
    for (const Place* p : h.wrong) wrong.insert(launched(p));
    const auto false_predictions = std::ranges::count_if(h.right_in_failing, [&](const Place* p) {
      return is_evidence(h, p) && h.boundary.holds(*p) && wrong.contains(launched(p));
    });
    return 10 * false_predictions > false_predictions + std::ssize(h.wrong);
  }

  Cluster cluster_of(const Hypothesis& h) const {
    Cluster c{.candidate = h.candidate, .what = seen_.candidates[h.candidate].word, .boundary = h.boundary};
    c.wrong.insert(h.explained.begin(), h.explained.end());
    c.contradicted = static_cast<std::size_t>(
        std::ranges::count_if(h.right_in_failing, [&](const Place* p) { return h.boundary.holds(*p); }));
    return c;
  }

  /// Checking one model on the large sample takes as long as twelve models on the small one.
  void check(Hypothesis& h) const {
    const Candidate& candidate = seen_.candidates[h.candidate];
    for (const FailingCase& f : seen_.failing)
      for (const CallAt& at : f.more_right)
        if (changes(candidate, *f.replay, at)) h.right_in_failing.push_back(&f.replay->place(at));
    h.checked = true;
    score(h);
  }

  /// None if no hypothesis of these candidates is worth reporting.
  std::optional<BestOfSome> best_of(std::span<const std::size_t> candidates) {
    constexpr std::size_t most_finalists = 12;
    const auto by_score = [](const Hypothesis& a, const Hypothesis& b) { return a.score > b.score; };
    std::vector<Hypothesis> hypotheses;
    find_effects(candidates);
    for (const std::size_t c : candidates) {
      if (!inquiry_.has_work_left()) break;
      hypotheses.push_back(hypothesis_of(c, nullptr));
      // A candidate may reproduce a few results of other builtins by chance.
      if (const Builtin* own = most_explained(hypotheses.back())) hypotheses.push_back(hypothesis_of(c, own));
    }
    std::ranges::stable_sort(hypotheses, by_score);
    std::erase_if(hypotheses, [](const Hypothesis& h) { return h.score <= 0 || has_false_predictions(h); });
    if (hypotheses.size() > most_finalists) hypotheses.resize(most_finalists);
    if (hypotheses.empty()) return std::nullopt;
    add_passing(hypotheses);
    for (Hypothesis& h : hypotheses) score(h);
    for (;;) {
      std::ranges::stable_sort(hypotheses, by_score);
      Hypothesis& best = hypotheses.front();
      if (best.score <= 0) return std::nullopt;
      if (has_false_predictions(best))
        best.score = 0;
      else if (!best.checked)
        check(best);
      else
        return BestOfSome{cluster_of(best), best.score, is_exact(best)};
    }
  }

  /// Whether it explains all wrong results within its boundary, and no correct result there contradicts it.
  static bool is_exact(const Hypothesis& h) { return h.boundary.violated == 0 && h.unexplained == 0; }

  /// The candidates of unclustered work-groups. Takes the best candidate of each list in turn. A builtin has
  /// a list of its own, and a predicate has two. Otherwise the bug with the most wrong work-groups would
  /// displace all others.
  std::vector<std::size_t> promising() const {
    std::map<const Builtin*, std::map<std::size_t, std::ptrdiff_t>> support;  // nullptr: all builtins
    for (const WrongGroup& w : seen_.wrong) {
      if (w.clustered) continue;
      for (const std::size_t c : w.candidates)
        for (const Builtin* builtin : {static_cast<const Builtin*>(nullptr), w.place.the_case.builtin})
          ++support[builtin][c];
    }
    // With 24, the candidates of a predicate that loses 12 of its 32 bits did not contain its name.
    constexpr std::size_t of_a_builtin = 64;
    std::vector<std::pair<std::size_t, std::size_t>> ranked;  // rank in its list, and the candidate
    const auto rank = [&](const std::map<std::size_t, std::ptrdiff_t>& merits) {
      std::vector<std::tuple<std::ptrdiff_t, double, std::size_t>> list;
      for (const auto& [c, merit] : merits) list.emplace_back(-merit, bits_of_name(seen_.candidates[c]), c);
      std::ranges::sort(list);
      for (std::size_t i = 0; i < std::min(list.size(), of_a_builtin); ++i)
        ranked.emplace_back(i, std::get<2>(list[i]));
    };
    for (const auto& [builtin, counts] : support) {
      // A predicate's single bit suggests over a thousand candidates, and the right one not more often than
      // others.
      if (builtin != nullptr && is_predicate(builtin->collective.family) && counts.size() > of_a_builtin)
        rank(balances(*builtin, counts));
      rank(counts);
    }
    std::ranges::sort(ranked);
    std::vector<std::size_t> order;
    for (const auto& [place, c] : ranked) add_once(order, c);
    return order;
  }

  /// For each of the candidates, the wrong work-groups that it explains minus the correct ones that
  /// contradict it, in a sample of each.
  std::map<std::size_t, std::ptrdiff_t> balances(
      const Builtin& builtin, const std::map<std::size_t, std::ptrdiff_t>& candidates) const {
    // Large work-groups may use up the work that the hypotheses need. Each of the two comparisons takes about
    // a sixteenth of the rest.
    constexpr std::size_t most = 24, part_of_work = 16;
    const auto never = [](const auto&) { return false; };
    const auto concerns = [&](const Case& c) { return c.builtin == &builtin; };
    std::vector<const WrongGroup*> wrong;
    for (const WrongGroup& w : seen_.wrong)
      if (!w.clustered && concerns(w.place.the_case)) wrong.push_back(&w);
    std::vector<std::pair<const Replay*, CallAt>> right;
    for (const FailingCase& f : seen_.failing)
      if (concerns(inquiry_.results[f.result].the_case))
        for (const CallAt& at : f.right) right.emplace_back(f.replay.get(), at);
    std::map<std::size_t, std::ptrdiff_t> balance;
    const auto is_enough = [&, start = inquiry_.work_left](std::size_t parts) {
      return start - inquiry_.work_left >= parts * (start / part_of_work);
    };
    for (const WrongGroup* w : stratified_sample(wrong, most, never)) {
      if (is_enough(1)) break;
      for (const auto& [c, count] : candidates) {
        const Candidate& candidate = seen_.candidates[c];
        const bool is_suggested = w->candidates.contains(c);
        if (!is_suggested) inquiry_.spend(volume(w->place.size) * candidate.models.size());
        if (is_suggested || seen_.explains(candidate, *w)) ++balance[c];
      }
    }
    for (const auto& [replay, at] : stratified_sample(right, most, never)) {
      if (is_enough(2)) break;
      for (const auto& [c, count] : candidates)
        if (changes(seen_.candidates[c], *replay, at)) --balance[c];
    }
    return balance;
  }

  /// The builtin with the most explained work-groups; nullptr if there is only one builtin.
  const Builtin* most_explained(const Hypothesis& h) const {
    std::map<const Builtin*, std::size_t> counts;
    for (const Place* p : h.wrong) ++counts[p->the_case.builtin];
    if (counts.size() < 2) return nullptr;
    return std::ranges::max_element(counts, {}, [](const auto& c) { return c.second; })->first;
  }

  /// Computes the effects of new candidates, all together for each work-group. A work-group's inputs take too
  /// much memory to keep, and too much time to generate for each candidate. hypothesis_of() counts the work.
  void find_effects(std::span<const std::size_t> candidates) {
    std::vector<std::pair<std::size_t, Effects*>> found;
    for (const std::size_t c : candidates)
      if (const auto [effects, is_new] = effects_.try_emplace(c); is_new)
        found.emplace_back(c, &effects->second);
    for (const WrongGroup& w : seen_.wrong)
      for (const auto& [c, effects] : found) {
        const Candidate& candidate = seen_.candidates[c];
        const bool explains = !w.clustered && (w.candidates.contains(c) || seen_.explains(candidate, w));
        effects->explains.push_back(explains);
        effects->changes.push_back(!w.clustered && !explains &&
                                   changed_by(candidate, seen_.replay_of(w), w.at));
      }
    for (const FailingCase& f : seen_.failing)
      for (const CallAt& at : f.right)
        for (const auto& [c, effects] : found)
          effects->changes_right.push_back(changed_by(seen_.candidates[c], *f.replay, at));
  }

  static bool changed_by(const Candidate& candidate, const Replay& replay, CallAt at) {
    return replay.changes(candidate.usual_for(replay.the_case()), at);
  }

  bool changes(const Candidate& candidate, const Replay& replay, CallAt at) const {
    inquiry_.spend(volume(replay.grid().group(at.group).size));
    return changed_by(candidate, replay, at);
  }

  /// `only`: the builtin whose work-groups it explains; nullptr: all builtins.
  Hypothesis hypothesis_of(std::size_t index, const Builtin* only) {
    const Candidate& candidate = seen_.candidates[index];
    Effects& effects = effects_.at(index);
    Hypothesis h{.candidate = index};
    for (std::size_t i = 0; i < seen_.wrong.size(); ++i) {
      const WrongGroup& w = seen_.wrong[i];
      if (w.clustered) continue;
      const std::size_t lanes = volume(w.place.size);
      if (!effects.counted && !w.candidates.contains(index)) inquiry_.spend(lanes * candidate.models.size());
      if (effects.explains[i]) {
        if (only != nullptr && w.place.the_case.builtin != only) continue;
        h.explained.push_back(i);
        h.wrong.push_back(&w.place);
      } else {
        inquiry_.spend(lanes);
        if (effects.changes[i]) h.right.push_back(&w.place);  // the model predicts other wrong results
      }
    }
    effects.counted = true;
    std::size_t right = 0;
    for (const FailingCase& f : seen_.failing)
      for (const CallAt& at : f.right) {
        inquiry_.spend(volume(f.replay->grid().group(at.group).size));
        if (effects.changes_right[right++]) h.right_in_failing.push_back(&f.replay->place(at));
      }
    score(h);
    return h;
  }

  void set_boundary(Hypothesis& h) const {
    auto right = h.right;
    std::ranges::copy_if(h.right_in_failing, std::back_inserter(right),
                         [&](const Place* p) { return is_evidence(h, p); });
    h.boundary = boundary_between(h.wrong, right);
  }

  /// The number of wrong work-groups within the boundary that the hypothesis does not explain. Other builtins
  /// do not count. Other types count only if the model changes their results: a fault in float bits cannot
  /// affect integers.
  std::size_t unexplained_within(const Hypothesis& h) const {
    const Candidate& candidate = seen_.candidates[h.candidate];
    const auto own_builtins = mapped<std::set>(h.wrong, [](const Place* p) { return p->the_case.builtin; });
    const auto own_types = mapped<std::set>(h.wrong, [](const Place* p) { return p->the_case.type; });
    const std::set<std::size_t> explained(h.explained.begin(), h.explained.end());
    std::size_t count = 0;
    for (std::size_t i = 0; i < seen_.wrong.size(); ++i) {
      const WrongGroup& w = seen_.wrong[i];
      if (!w.clustered && !explained.contains(i) && own_builtins.contains(w.place.the_case.builtin) &&
          h.boundary.holds(w.place) &&
          (own_types.contains(w.place.the_case.type) || changes(candidate, seen_.replay_of(w), w.at)))
        ++count;
    }
    return count;
  }

  /// Sets the boundary and the bits saved: those of the explained results, minus those of the hypothesis and
  /// its contradictions. Conditions on builtin and type cost nothing, because every hypothesis has them.
  void score(Hypothesis& h) const {
    set_boundary(h);
    h.score = 0;
    if (fits_few_sizes(h)) return;
    h.score = -bits_of_name(seen_.candidates[h.candidate]) - h.boundary.exceptions;
    for (const std::size_t i : h.explained) {
      const WrongGroup& w = seen_.wrong[i];
      // If a case has many wrong work-groups, candidates are suggested for some of them only.
      const bool suggested = w.candidates.empty() || w.candidates.contains(h.candidate);
      h.score += bits_saved(seen_.candidates[h.candidate], w.place.size, suggested);
    }
    for (const Predicate& c : h.boundary.where)
      if (!is_of_subject(c.feature)) h.score -= bits_to_state(c);
    h.unexplained = unexplained_within(h);
    h.score -= bits_of_contradictions(h.unexplained, h.unexplained + h.wrong.size());
  }

  /// Whether a number that was inferred from work-groups is right for work-groups of their sizes only. At
  /// each size, any last lanes are the last N for some N, and a single lane is the first of a set that
  /// repeats.
  bool fits_few_sizes(const Hypothesis& h) const {
    return has_inferred_width(seen_.candidates[h.candidate].usual().lanes) &&
           std::ranges::any_of(h.boundary.where, [](const Predicate& c) {
             return c.feature == Feature::Size &&
                    (c.relation == Relation::Is || c.relation == Relation::Below);
           });
  }

  /// Adds the work-groups of passing cases that the hypotheses' models would change.
  void add_passing(std::vector<Hypothesis>& hypotheses) {
    passing_.clear();
    for (const std::size_t i : passing_to_compare(hypotheses)) {
      if (!inquiry_.has_work_left()) return;
      add_passing_case(inquiry_.results[i].the_case, hypotheses);
    }
  }

  /// Up to 240 cases of the same builtins and types in the usual form, as many in other forms, and for each
  /// other builtin and type the four cases most similar to wrong ones.
  std::vector<std::size_t> passing_to_compare(const std::vector<Hypothesis>& hypotheses) const {
    constexpr std::size_t most_near = 120, most_far = 4;
    std::set<const Builtin*> builtins_of_them;
    std::set<GenType> types_of_them;
    std::set<Coordinates> wrong;
    for (const Hypothesis& h : hypotheses)
      for (const Place* p : h.wrong) {
        builtins_of_them.insert(p->the_case.builtin);
        types_of_them.insert(p->the_case.type);
        wrong.insert(coordinates_of(p->the_case));
      }
    std::vector<std::size_t> near, chosen;
    std::map<Subject, std::vector<std::pair<int, std::size_t>>> far;
    for (std::size_t i = 0; i < inquiry_.results.size(); ++i) {
      const Case& c = inquiry_.results[i].the_case;
      // If the driver chooses the local size, the work-groups of a passing case are not known.
      if (inquiry_.results[i].verdict != Verdict::Pass || !speaks_of_builtins(c) ||
          c.variant->situation == Situation::Unsized)
        continue;
      if (builtins_of_them.contains(c.builtin) && types_of_them.contains(c.type))
        near.push_back(i);
      else
        far[subject_of(c)].emplace_back(-1, i);
    }
    // A run has many cases of one form and few of the others, and only the few refute conditions on forms.
    std::map<const Form*, std::size_t> cases_of;
    for (const std::size_t i : near) ++cases_of[inquiry_.results[i].the_case.form];
    const auto usual = std::ranges::max_element(cases_of, {}, [](const auto& of) { return of.second; });
    chosen = stratified_sample(
        near, most_near, [&](std::size_t i) { return inquiry_.results[i].the_case.form != usual->first; });
    for (auto& [kind, cases] : far) {
      for (auto& [rank, i] : cases) rank = likeness(coordinates_of(inquiry_.results[i].the_case), wrong);
      std::ranges::stable_sort(cases, std::greater(), [](const auto& c) { return c.first; });
      for (const auto& [rank, i] : cases | std::views::take(most_far)) chosen.push_back(i);
    }
    std::ranges::sort(chosen);
    return chosen;
  }

  /// Form, variant, local size and dimension. Many work-groups and cases have the same.
  using Coordinates = std::tuple<const Form*, const Variant*, Extents, unsigned>;
  static Coordinates coordinates_of(const Case& c) { return {c.form, c.variant, c.local.extents, c.dim}; }

  /// The number of coordinates that a case shares with the most similar wrong case.
  static int likeness(const Coordinates& c, const std::set<Coordinates>& wrong) {
    const auto& [form, variant, size, dim] = c;
    int best = 0;
    for (const auto& [its_form, its_variant, its_size, its_dim] : wrong)
      best = std::max(best,
                      (form == its_form) + (variant == its_variant) + (size == its_size) + (dim == its_dim));
    return best;
  }

  void add_passing_case(const Case& passing, std::vector<Hypothesis>& hypotheses) {
    const auto replay = make_replay(passing, nullptr, inquiry_.device, inquiry_.seed);
    constexpr std::size_t tries = 24, most = 4;
    const auto groups = some_groups(*replay, tries);
    // At least one of each call, so that later calls can be distinguished from earlier ones.
    const std::size_t enough = std::max<std::size_t>(1, most / replay->sites());
    for (std::size_t site = 0; site < replay->sites(); ++site) {
      // Counts for each hypothesis: full-size work-groups, and smaller ones.
      std::vector<std::size_t> found[] = {std::vector<std::size_t>(hypotheses.size()),
                                          std::vector<std::size_t>(hypotheses.size())};
      for (const std::size_t g : groups) {
        if (!replay->judged({site, g})) continue;
        const Place* place = nullptr;
        for (std::size_t i = 0; i < hypotheses.size(); ++i) {
          std::size_t& count = found[replay->is_smaller(g) ? 1 : 0][i];
          Hypothesis& h = hypotheses[i];
          if (count == enough || !changes(seen_.candidates[h.candidate], *replay, {site, g})) continue;
          if (place == nullptr) place = &passing_.emplace_back(replay->place({site, g}));
          h.right.push_back(place);
          ++count;
        }
      }
    }
  }

  const Inquiry& inquiry_;
  const Observations& seen_;
  std::map<std::size_t, Effects> effects_;  ///< by candidate
  std::deque<Place> passing_;               ///< of the hypotheses last compared with passing cases
};

}  // namespace

std::function<std::optional<Cluster>()> named_clusters(const Inquiry& inquiry, const Observations& seen) {
  return [scorer = std::make_shared<Scorer>(inquiry, seen)] { return scorer->best(); };
}

}  // namespace wgcts::harness
