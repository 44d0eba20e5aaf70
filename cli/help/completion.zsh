#compdef wgcts
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
