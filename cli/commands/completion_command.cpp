// `wgcts completion`: prints a shell's completion script. The scripts call `wgcts complete` for the
// candidates.
#include <fmt/format.h>

#include <algorithm>

#include "cli/commands/commands.hpp"

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

}  // namespace

const Command completion_command{"completion", "Print a shell's completion script: bash, zsh, fish",
                                 declare_completion, execute_completion};

}  // namespace wgcts::cli
