# shellcheck shell=bash
# Shared by the scripts in this folder; sourced, not run.

root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
logs=$root/build/logs # the full output of the tools that quietly() runs

# --help prints the comment at the start of the script.
if [[ ${1:-} == --help || ${1:-} == -h ]]; then
    sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"
    exit 0
fi

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }
die() { say "$@"; exit 2; }

# Waits until no other script of this checkout holds the lock NAME. The lock is held until the caller's (sub)shell and
# all its children have ended, so that an orphaned download still protects its folder.
lock() {
    command -v flock >/dev/null || return 0
    mkdir -p "$root/build"
    exec 9>"$root/build/.$1.lock"
    flock -w 1 9 || { say "waiting for another run ($1) in this checkout"; flock 9; }
}

# quietly LOG COMMAND...: runs the command with its output appended to the log LOG. The caller reports the
# log's name if the command fails.
quietly() {
    local log=$logs/$1.log
    mkdir -p "$logs"
    "${@:2}" >>"$log" 2>&1 </dev/null
}

# Other names of Debian's architectures: those of compilers, and those of qemu for architectures that are emulated.
declare -A triples=([amd64]=x86_64-linux-gnu [arm64]=aarch64-linux-gnu [armhf]=arm-linux-gnueabihf [riscv64]=riscv64-linux-gnu
    [s390x]=s390x-linux-gnu)
declare -A emulators=([arm64]=aarch64 [armhf]=arm [riscv64]=riscv64 [s390x]=s390x)

# By architecture: the option of runs whose results must equal those of this machine. A size_t of 32 bits does not hold the
# offsets of offset31, offset32 and offset33.
declare -A comparable_cases=([armhf]='--filter=-*.offset3*')

# cross_build ARCH FOLDER LOG CMAKE_OPTION... -- TARGET...: prints only errors and warnings. A warning is an error, too.
cross_build() {
    local arch=$1 folder=$2 log=$logs/$3.log options=()
    shift 3
    while [[ $1 != -- ]]; do
        options+=("$1")
        shift
    done
    mkdir -p "$logs"
    say "building for $arch; the first build takes minutes (progress: $log)"
    { cmake -B "$folder" -S "$root" -G Ninja --toolchain "$root/cmake/cross.cmake" -DWGCTS_ARCH="$arch" -DCMAKE_BUILD_TYPE=Release \
        -DCMAKE_CXX_FLAGS_RELEASE=-O1 -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=5 "${options[@]}" &&
        nice cmake --build "$folder" --target "${@:2}"; } >"$log" 2>&1 </dev/null ||
        { grep -m 20 -i error "$log" >&2 || tail -20 "$log" >&2; die "the build for $arch failed (log: $log)"; }
    ! grep warning: "$log" >&2 || die "the build for $arch has warnings (log: $log)"
}

# same_cases REPORT REPORT: prints the first cases that differ in more than their time, and fails if there are any. Cases that
# the second report skips for the size of size_t are not compared, because the machines of the two reports may differ in it.
same_cases() {
    local each='import json, sys
cases, others = (json.load(open(file))["cases"] for file in sys.argv[1:])
skipped = {case["id"] for case in others if case.get("reason", {}).get("query") == "size_t of wgcts"}
for case in cases:
    if case["id"] not in skipped: print(json.dumps(case | {"seconds": 0}))'
    local first second lines
    first=$(python3 -c "$each" "$1" "$2") && second=$(python3 -c "$each" "$2" "$2") || return
    [[ $first ]] || { say "$1 has no cases"; return 1; }
    lines=$(diff <(echo "$first") <(echo "$second")) || { head -20 <<<"$lines" | cut -c 1-400 >&2; return 1; }
}

# Configures and builds everything, or the targets of `--target NAME...`. Prints the log only if that fails.
build() (
    lock build
    cd "$root" || exit
    mkdir -p "$logs"
    [[ -x build/wgcts ]] || say "building; the first build takes minutes (progress: $logs/build.log)"
    for step in 'cmake --preset release' "cmake --build --preset release $*"; do
        $step >"$logs/build.log" 2>&1 </dev/null || { cat "$logs/build.log" >&2; die "'$step' failed (its output is above and in $logs/build.log)"; }
    done
)
