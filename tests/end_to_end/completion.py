#!/usr/bin/env python3
"""completion.py SHELL WGCTS: tests TAB in a real shell after `wgcts completion SHELL`."""
import os, pty, re, select, shutil, subprocess, sys, tempfile, time

shell, program = sys.argv[1:]
if not shutil.which(shell):
    print(f"{shell} is not installed")
    sys.exit(77)

# The typed words and the candidates; "..." means that there are others.
EXPECTED = {
    "wgcts expl": ["explain"],
    "wgcts run --unt": ["--until-fail"],
    "wgcts run --op scan_exclusive_m": ["scan_exclusive_max", "scan_exclusive_min", "scan_exclusive_mul"],
    "wgcts run --op all,broad": ["all,broadcast"],
    "wgcts run --type ": ["double", "float", "half", "int", "long", "uint", "ulong"],
    "wgcts list --profile st": ["standard"],
    "wgcts explain reduce_max.ul": ["reduce_max.ulong."],
    "wgcts explain all.int.1d.511.": ["all.int.1d.511.chain"],
    "wgcts completion f": ["fish"],
    "wgcts wor": [],
    "wgcts run --type nonsense": [],
}


def bash(line):
    script = f"""source <("$1" completion bash)
    complete -p wgcts >/dev/null || exit 1
    COMP_LINE={line!r} COMP_POINT={len(line)}
    read -ra COMP_WORDS <<<"$COMP_LINE"
    [[ $COMP_LINE != *' ' ]] || COMP_WORDS+=('')
    COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
    compopt() {{ :; }} # works only inside of a readline completion
    _wgcts
    printf '%s\\n' "${{COMPREPLY[@]}}" """
    return subprocess.run(["bash", "--norc", "-c", script, "bash", program], capture_output=True, text=True, check=True).stdout.split()


def fish(line):
    script = f"{program} completion fish | source; complete -C {line!r}"
    return [word.split("\t")[0] for word in subprocess.run(["fish", "--no-config", "-c", script], capture_output=True, text=True, check=True).stdout.splitlines()]


def zsh(line):
    """Types the line into an interactive zsh, completes it, and reads the line back."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ.update(TERM="dumb", PS1="", ZDOTDIR=folder)
        os.execvp("zsh", ["zsh", "-f", "-i"])

    def until(mark, seconds=30):
        seen, end = "", time.time() + seconds
        while mark not in seen and time.time() < end:
            if select.select([terminal], [], [], 0.2)[0]:
                try:
                    seen += os.read(terminal, 65536).decode(errors="replace")
                except OSError:
                    break
        return seen

    def say(text):
        os.write(terminal, text.encode())

    # ^T works like TAB, and records the candidates.
    with open(f"{folder}/setup", "w") as file:
        file.write(f"""autoload -Uz compinit && compinit -u -D
source <({program} completion zsh)
_files() {{ : }} # completion of files is up to the shell
every() {{
    : >{folder}/found
    compadd() {{ local -a words; builtin compadd -O words "$@"; print -rl -- $words >>{folder}/found; builtin compadd "$@" }}
    _wgcts
    unfunction compadd
    print >{folder}/done
}}
zle -C every complete-word every
bindkey '^T' every
""")
    say(f"source {folder}/setup; print REA''DY\n")
    until("READY")
    say(line + "\x14")
    end = time.time() + 30
    while not os.path.exists(f"{folder}/done") and time.time() < end:
        time.sleep(0.05)
    os.close(terminal)
    os.waitpid(pid, 0)
    os.unlink(f"{folder}/done")
    return open(f"{folder}/found").read().split()


with tempfile.TemporaryDirectory() as folder:
    # Called by its name, without a path.
    os.symlink(os.path.abspath(program), f"{folder}/wgcts")
    os.environ["PATH"] = folder + os.pathsep + os.environ["PATH"]
    program = "wgcts"
    os.chdir(folder)
    os.environ["HOME"] = os.environ["XDG_CONFIG_HOME"] = os.environ["XDG_DATA_HOME"] = folder
    for line, wanted in EXPECTED.items():
        got = sorted(word for word in set({"bash": bash, "fish": fish, "zsh": zsh}[shell](line)) if word not in ("found", "done"))
        if got != wanted:
            sys.exit(f"{line!r} TAB: expected {wanted}, got {got}")
print("as expected")
