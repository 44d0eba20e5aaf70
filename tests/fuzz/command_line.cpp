// The command line, with one word in each line. As for env(1), NAME=VALUE at the start sets a variable, which
// may choose the shard. The target runs only commands that neither start a driver nor touch a named file.
#include <map>

#include "cli/commands/commands.hpp"
#include "cli/options/options.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace {

using namespace wgcts::cli;

/// The commands that need no driver, and no file without --json. coverage is not one of them: it reads only a
/// profile, and takes a minute here.
constexpr const Command* harmless[] = {&complete_command, &completion_command, &explain_command,
                                       &list_command};

void carry_out(const std::vector<const char*>& words, const std::map<std::string, std::string>& environment) {
  Parsed parsed = parse_command_line(static_cast<int>(words.size()), words.data());
  if (parsed.command == nullptr) return;
  Options& options = parsed.options;
  const bool timed = options.timeout > 0 && options.timeout < 1e9 && options.time_budget >= 0;
  fuzz::require(timed, "a time that no timer takes");
  options.json.clear();
  if (options.run) return;  // explain --run
  const ChosenShard chosen = choose_shard(options, environment);
  if (std::ranges::find(harmless, parsed.command) != std::end(harmless))
    parsed.command->run(options);
  else if (parsed.command == &run_command && options.profile != Profile::Soak)
    (void)shard_of(selected_cases(options), chosen.shard);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // No word that a program is given holds a NUL.
  auto lines = fuzz::parts_of(fuzz::text_of(data, size), "\n");
  for (std::string& line : lines) std::erase(line, '\0');
  std::map<std::string, std::string> variables;
  std::vector<const char*> words{"./wgcts"};
  for (const std::string& line : lines) {
    const auto equals = line.find('=');
    if (words.size() == 1 && equals != std::string::npos)
      variables[line.substr(0, equals)] = line.substr(equals + 1);
    else
      words.push_back(line.c_str());
  }
  fuzz::succeeds([&] { carry_out(words, variables); });
  return 0;
}
