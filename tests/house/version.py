#!/usr/bin/env python3
"""version.py CMAKE SOURCE: cmake/version.cmake names the commit of the sources, and whether they were changed."""
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

CMAKE, SOURCE = sys.argv[1], Path(sys.argv[2])
if shutil.which("git") is None:
    print("git is missing")
    sys.exit(77)


def git(folder, *words):
    settings = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    return subprocess.run(["git", "-C", folder, *settings, *words], check=True, capture_output=True, text=True).stdout.strip()


def written(source, constant, version="1.2.3", given=""):
    header = source.parent / "version.hpp"
    subprocess.run([CMAKE, f"-DSOURCE_DIR={source}", f"-DVERSION={version}", f"-DCOMMIT={given}", f"-DOUTPUT={header}",
                    "-P", SOURCE / "cmake/version.cmake"], check=True)
    return re.search(rf'wgcts_{constant} = "(.*)";', header.read_text(encoding="utf-8")).group(1)


wrong = 0


def expect(what, found, expected):
    global wrong
    if found != expected:
        wrong += 1
        print(f"{what}: '{found}' instead of '{expected}'")


with tempfile.TemporaryDirectory() as folder:
    outer = Path(folder) / "outer"
    source = outer / "wgcts"
    (source / "cli").mkdir(parents=True)
    (source / "docs").mkdir()
    (source / "CHANGELOG.md").write_text("# Changelog\n\n## 1.2.3 - 2026-05-06\n\n## 1.2.0 - 2026-01-02\n", encoding="utf-8")
    (source / "cli/main.cpp").write_text("int main() {}\n", encoding="utf-8")
    (source / "docs/page.md").write_text("a\n", encoding="utf-8")
    expect("the date", written(source, "date"), "2026-05-06")
    expect("the date of a version without a heading", written(source, "date", version="1.3.0"), "")
    expect("no repository", written(source, "commit"), "unknown")
    git(source, "init", "-q")
    git(source, "add", ".")
    git(source, "commit", "-qm", "first")
    commit = git(source, "rev-parse", "--short=12", "HEAD")
    expect("a clean checkout", written(source, "commit"), commit)
    (source / "docs/page.md").write_text("b\n", encoding="utf-8")
    expect("a changed document", written(source, "commit"), commit)
    (source / "cli/main.cpp").write_text("int main() { return 1; }\n", encoding="utf-8")
    expect("a changed source", written(source, "commit"), f"{commit}-dirty")
    git(source, "checkout", "-q", "cli/main.cpp")
    (source / "cli/new.cpp").write_text("int x;\n", encoding="utf-8")
    expect("a new source", written(source, "commit"), f"{commit}-dirty")
    expect("a given commit", written(source, "commit", given="0123456789ab"), "0123456789ab")
    shutil.rmtree(source / ".git")
    git(outer, "init", "-q")
    git(outer, "add", ".")
    git(outer, "commit", "-qm", "packaging")
    expect("another repository around the sources", written(source, "commit"), "unknown")
print("version.hpp has the commit and the date" if not wrong else f"{wrong} wrong")
sys.exit(1 if wrong else 0)
