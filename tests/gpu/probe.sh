#!/bin/sh
# A first look at a GPU: sh tests/gpu/probe.sh OUT-FOLDER [DEVICE]. WGCTS names the program. About four minutes.
out=${1:?an output folder} device=${2:-0}
wgcts=${WGCTS:-build/wgcts}
mkdir -p "$out"
$wgcts devices 2>&1 | tee "$out/devices.txt"
nproc
text() { printf '#define METHOD %s\n#define ACCESS %s\n#line 1 "implementation.cl"\n' "$1" "$2"; cat tests/gpu/implementation.cl; }
for access in 1 2; do
    text 1 $access >"$out/tree-$access.cl"
    echo "== the tree by access $access, smoke"
    timeout 60 $wgcts run --device "$device" --implementation "$out/tree-$access.cl" --profile smoke --timing \
        --json "$out/tree-$access.json" 2>&1 | tail -40
done
echo "== the right ones, standard"
timeout 120 python3 scripts/races --device "$device" --right --runs 1 --budget 80 --reports "$out/right" -- --timing
echo "== the racy ones, standard, once each"
timeout 240 python3 scripts/races --device "$device" --racy --runs 1 --budget 200 --reports "$out/racy"
