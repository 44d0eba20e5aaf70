# bash completion of wgcts
_wgcts() {
    local IFS=$'\n' words=("${COMP_WORDS[@]:1:COMP_CWORD}")
    COMPREPLY=($("${COMP_WORDS[0]}" complete -- "${words[@]}" 2>/dev/null))
    # A name that ends in a dot is incomplete: add no space.
    [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *. ]] && compopt -o nospace
    return 0
}
complete -o default -F _wgcts wgcts
