#include "suites/programs/shrink.hpp"

#include "suites/programs/edit.hpp"

namespace wgcts::suites {
namespace {

std::optional<LegalProgram> proved_edit(const LegalProgram& program, std::size_t edit, bool* exists) {
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

std::optional<LegalProgram> shrunk(LegalProgram program, const std::vector<std::size_t>& steps) {
  for (const std::size_t step : steps) {
    bool exists = false;
    auto smaller = proved_edit(program, step, &exists);
    if (!smaller) return std::nullopt;
    program = std::move(*smaller);
  }
  return program;
}

}  // namespace wgcts::suites
