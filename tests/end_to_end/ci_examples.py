#!/usr/bin/env python3
"""ci_examples.py WGCTS KIT: runs the commands in the YAML files of examples/ci on a kit with the smoke profile and two types.
Steps of the CI system itself (checkout, upload) are not run. A fake curl records its input."""
import json, os, stat, subprocess, sys, tempfile, xml.etree.ElementTree as xml

program, kit = os.path.abspath(sys.argv[1]), sys.argv[2]
examples = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "examples", "ci")
try:
    import yaml
except ImportError:
    print("python3-yaml is not installed")
    sys.exit(77)
if not os.path.exists(os.path.join(os.path.dirname(program), "kits", kit, "launch")):
    print(f"kit {kit} is not there: scripts/setup {kit} makes it")
    sys.exit(77)


def load(name):
    with open(os.path.join(examples, name)) as file:
        return yaml.safe_load(file)


steps = load("github.yml")["jobs"]["wgcts"]["steps"]
github = [step["run"] for step in steps if "run" in step]
uploaded = next(step["with"]["path"].split() for step in steps if step.get("uses", "").startswith("actions/upload-artifact"))
job = load("gitlab.yml")["wgcts"]
gitlab = [*job["script"], *job["after_script"]]
kept = [*job["artifacts"]["paths"], job["artifacts"]["reports"]["junit"]]


def executable(path, text):
    with open(path, "w") as file:
        file.write(text)
    os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)


def run(commands, folder, baseline):
    """Runs each command separately, as CI systems do. Returns the exit code of the first that fails, after all have run."""
    failed = 0
    with open(os.path.join(folder, "wgcts-baseline.json"), "w") as file:
        file.write(baseline)
    for command in commands:
        environment = {**os.environ, "PATH": f"{folder}/bin:{os.environ['PATH']}", "GITHUB_STEP_SUMMARY": f"{folder}/summary", "CI_MERGE_REQUEST_IID": "7",
                       "WGCTS_TOKEN": "t", "CI_API_V4_URL": "http://localhost", "CI_PROJECT_ID": "1"}
        code = subprocess.run(["bash", "-e", "-o", "pipefail", "-c", command], cwd=folder, env=environment, capture_output=True).returncode
        failed = failed or code
    return failed


def expect(what, got, wanted):
    if got != wanted:
        sys.exit(f"{what}: expected {wanted!r}, got {got!r}")


def baseline_now():
    """The baseline of what the driver does today."""
    with tempfile.TemporaryDirectory() as folder:
        report, baseline = f"{folder}/first.json", f"{folder}/baseline.json"
        subprocess.run([program, "run", "--kit", kit, *small, "--json", report], capture_output=True)
        subprocess.run([program, "baseline", report, "-o", baseline], check=True, capture_output=True)
        with open(baseline) as file:
            return file.read()


small = ["--profile", "smoke", "--type", "int,half", "--diagnose", "0"]
known = baseline_now()
for engine, commands, outputs in ("GitHub", github, uploaded), ("GitLab", gitlab, kept):
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(f"{folder}/bin")
        # Only the driver and the options of a small run differ from the example.
        executable(f"{folder}/bin/wgcts", f'#!/bin/sh\ncommand=$1; shift\nexec {program} "$command" --kit {kit} {" ".join(small)} "$@"\n')
        executable(f"{folder}/bin/curl", f'#!/bin/sh\nprintf "%s\\n" "$@" >{folder}/posted\n')
        expect(f"{engine}: with everything known", run(commands, folder, known), 0)
        for output in outputs:
            expect(f"{engine}: {output} is there", os.path.exists(f"{folder}/{output}"), True)
        verdicts = [case["verdict"] for case in json.load(open(f"{folder}/wgcts.json"))["cases"]]
        expect(f"{engine}: verdicts", set(verdicts) <= {"pass", "skip", "expected_fail"} and "pass" in verdicts, True)
        xml.parse(f"{folder}/wgcts.xml")
        shown = open(f"{folder}/{'summary' if engine == 'GitHub' else 'posted'}").read()
        expect(f"{engine}: the summary is shown", (open(f"{folder}/wgcts.md").read() if engine == "GitHub" else "body@wgcts.md") in shown, True)

        if "expected_fail" in verdicts:
            forgetful = json.loads(known)
            lists = [key for key, value in forgetful.items() if isinstance(value, list)]
            forgetful[lists[0]] = forgetful[lists[0]][1:]
            expect(f"{engine}: with a line less", run(commands, folder, json.dumps(forgetful)), 1)
            expect(f"{engine}: the page is there all the same", os.path.getsize(f"{folder}/wgcts.html") > 1000, True)
print("as they say")
