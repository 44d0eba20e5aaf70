"""cpu_test.py WGCTS KIT [--all]: on a CPU, correct implementations pass, and a race that it shows is detected. Tests three
correct ones, or all. Skipped (77) without the kit."""
import os
import pathlib
import subprocess
import sys

wgcts, kit = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
root = pathlib.Path(__file__).resolve().parents[2]
if not (wgcts.parent / "kits" / kit).exists():
    sys.exit(77)

# A CPU runs the work-items of a work-group one after another between barriers. So a missing barrier before a read shows, and
# one after it does not. The optimiser of Intel's CPU runtime compiles the tree wrongly.
shown = "tree-write-read"
correct = ["tree", "serial", "ticket"]
if "--all" in sys.argv:
    correct += ["sweeps", "shuffles", "everyone", "two-buffers"]
done = subprocess.run([root / "scripts/races", "--kit", kit, "--runs", "1", "--profile", "smoke",
                       "--only", f"^({'|'.join([shown, *correct])})$", "--",
                       "--implementation-option", "-cl-opt-disable", "--type", "int"],
                      env=dict(os.environ, WGCTS=str(wgcts)), capture_output=True, text=True)
print(done.stdout, done.stderr)
expected = f"{len(correct)} of {len(correct)} correct implementations always passed; 1 of 1 racy ones were detected"
sys.exit(0 if done.returncode == 0 and expected in done.stdout else 1)
