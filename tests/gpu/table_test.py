"""Checks that the files and races in races.ini exist, and what scripts/races says if none matches. No device is needed."""
import configparser
import pathlib
import re
import subprocess
import sys

folder = pathlib.Path(__file__).resolve().parent
table = configparser.ConfigParser()
table.read(folder / "races.ini")
methods = {file.stem: file.read_text() for file in (folder / "methods").glob("*.cl")}
shared = "".join((folder / file).read_text() for file in ("scratch.cl", "warps.cl", "builtins.cl"))
failures = []
seen = set()
right = racy = 0
for name in table.sections():
    entry = table[name]
    method, race = entry["method"], int(entry.get("race", "0"))
    if (method, race) in seen:
        failures.append(f"{name}: there is another of method {method} and race {race}")
    seen.add((method, race))
    if not entry.get("what"):
        failures.append(f"{name} does not say what it is")
    right, racy = right + (race == 0), racy + (race != 0)
    # A barrier that is never executed would not make a race.
    site = race - 100 if race > 100 else race
    if method not in methods:
        failures.append(f"{name}: methods/{method}.cl does not exist")
    elif race and not re.search(rf"SYNC\({site}\)|RACE == {race}\b", methods[method] + shared):
        failures.append(f"{name}: nothing in method {method} is number {race}")
for method in methods.keys() - {method for method, race in seen if race == 0}:
    failures.append(f"{method} has no entry without a race")
if right < 6 or racy < 24:
    failures.append(f"{right} right ones and {racy} racy ones: at least 6 and 24 are wanted")
none = subprocess.run([folder.parents[1] / "scripts/races", "--only", "^nothing$"], capture_output=True, text=True)
if none.returncode != 2 or "no implementation matches" not in none.stderr:
    failures.append(f"scripts/races, if nothing matches: exit code {none.returncode}, {none.stderr}")
print("\n".join(failures) or f"{right} right, {racy} racy")
sys.exit(1 if failures else 0)
