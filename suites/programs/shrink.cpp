#include "suites/programs/shrink.hpp"

#include "suites/programs/edit.hpp"

namespace wgcts::suites {
namespace {

std::optional<LegalProgram> proved_edit(const LegalProgram& program, std::uint32_t edit, bool* exists) {
  *exists = true;
  try {
    auto draft = edited({program.program, program.launch}, edit);
    *exists = draft.has_value();
    if (!draft) return std::nullopt;
    return proved(std::move(draft->program), std::move(draft->launch));
  } catch (const IllegalProgram&) {
    return std::nullopt;
  }
}

}  // namespace

std::optional<LegalProgram> Shrinker::next() {
  for (bool wrapped = false;;) {
    bool exists = false;
    offered_ = proved_edit(smallest_, edit_, &exists);
    if (!exists) {
      // Those before the place of the last acceptance may do now what they did not then.
      if (wrapped || since_accept_ >= edit_) return std::nullopt;
      wrapped = true;
      edit_ = 0;
      continue;
    }
    ++edit_;
    ++since_accept_;
    if (offered_) return offered_;
  }
}

void Shrinker::accept() {
  smallest_ = std::move(*offered_);
  offered_.reset();
  steps_.push_back(--edit_);
  since_accept_ = 0;
}

std::vector<std::uint32_t> Shrinker::steps_offered() const {
  std::vector<std::uint32_t> steps = steps_;
  steps.push_back(edit_ - 1);
  return steps;
}

std::optional<LegalProgram> shrunk(const LegalProgram& program, std::span<const std::uint32_t> steps) {
  try {
    Draft draft{program.program, program.launch};
    for (const std::uint32_t step : steps) {
      auto smaller = edited(draft, step);
      if (!smaller) return std::nullopt;
      draft = std::move(*smaller);
    }
    return proved(std::move(draft.program), std::move(draft.launch));
  } catch (const IllegalProgram&) {
    return std::nullopt;
  }
}

}  // namespace wgcts::suites
