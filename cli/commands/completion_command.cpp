// `wgcts completion`: prints a shell's completion script. The hidden commands: the scripts call `wgcts
// complete` for the candidates, and the build calls `wgcts man` to make the manual page.
#include <fmt/format.h>

#include <algorithm>

#include "cli/commands/command_line.hpp"
#include "cli/help/help.hpp"

namespace wgcts::cli {
namespace {

constexpr const char* bash_script = R"(# bash completion of wgcts
_wgcts() {
    local IFS=$'\n' words=("${COMP_WORDS[@]:1:COMP_CWORD}")
    COMPREPLY=($("${COMP_WORDS[0]}" complete -- "${words[@]}" 2>/dev/null))
    # A name that ends in a dot is incomplete: add no space.
    [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *. ]] && compopt -o nospace
    return 0
}
complete -o default -F _wgcts wgcts
)";

constexpr const char* zsh_script = R"(#compdef wgcts
# zsh completion of wgcts
_wgcts() {
    local -a all part whole
    all=("${(@f)$("${words[1]}" complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    # A name that ends in a dot is incomplete: add no space.
    part=(${(M)all:#*.}) whole=(${all:#*.})
    (( $#part )) && compadd -S '' -a part
    (( $#whole )) && compadd -a whole
    (( $#part + $#whole )) || _files
}
if [[ $funcstack[1] == _wgcts ]]; then _wgcts "$@"; else compdef _wgcts wgcts; fi
)";

constexpr const char* fish_script = R"(# fish completion of wgcts
function __wgcts_complete
    set -l words (commandline -opc)
    set -l found ($words[1] complete -- $words[2..-1] (commandline -ct) 2>/dev/null)
    if set -q found[1]
        printf '%s\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c wgcts -f -a '(__wgcts_complete)'
)";

struct Shell {
  std::string_view name;
  const char* script;
};
constexpr Shell shells[] = {{"bash", bash_script}, {"zsh", zsh_script}, {"fish", fish_script}};

void declare_completion(CLI::App& command, Options& to) {
  command.add_option("SHELL", to.shell, "bash, zsh or fish")->required()->check([](const std::string& word) {
    return std::ranges::find(shells, word, &Shell::name) != std::end(shells)
               ? std::string()
               : fmt::format("there is no completion for '{}'; the shells are bash, zsh and fish", word);
  });
}

int execute_completion(const Options& options) {
  fmt::print("{}", std::ranges::find(shells, options.shell, &Shell::name)->script);
  return 0;
}

void declare_complete(CLI::App& command, Options& to) {
  command.add_option("WORDS", to.words, "the words after the program's name; the last one is incomplete");
}

/// Calls `print` with the declared commands and options.
template <class Print>
int print_of_app(Print print) {
  Parsed parsed;
  CLI::App app;
  declare_all(app, parsed);
  print(app);
  return 0;
}

int execute_complete(const Options& options) {
  return print_of_app([&](const CLI::App& app) {
    for (const std::string& word : candidates(app, options.words)) fmt::print("{}\n", word);
  });
}

int execute_man(const Options& /*options*/) {
  return print_of_app([](const CLI::App& app) { fmt::print("{}", manual(app)); });
}

}  // namespace

const Command completion_command{"completion", "Print a shell's completion script: bash, zsh, fish",
                                 declare_completion, execute_completion};
const Command complete_command{"complete", "", declare_complete, execute_complete};
const Command man_command{"man", "", [](CLI::App&, Options&) {}, execute_man};

}  // namespace wgcts::cli
