#!/usr/bin/env python3
"""slurm.py WGCTS KIT: examples/slurm on a real Slurm with one node gives the same results as a single run.

Skipped (77) where Debian's slurm-wlm, root or the kit is missing."""
import json, os, shutil, signal, socket, subprocess, sys, tempfile, time

program, kit = sys.argv[1:]
example = os.path.join(os.path.dirname(os.path.realpath(__file__)), "../../examples/slurm/submit")
OPTIONS = ["--kit", kit, "--profile", "smoke", "--jobs", "1"]


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(77)


os.environ["PATH"] += ":/usr/sbin:/sbin"
for tool in ("munged", "slurmctld", "slurmd", "sbatch"):
    if not shutil.which(tool):
        skip(f"no {tool}: Debian's slurm-wlm has it")
if os.geteuid() != 0:
    skip("starting Slurm takes root")
if not os.path.exists(os.path.join(os.path.dirname(program), "kits", kit, "launch")):
    skip(f"kit {kit} is not there: scripts/setup {kit} makes it")


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def fail(*words):
    print(*words)
    for name in ("slurmctld.log", "slurmd.log", "munged.log"):
        path = os.path.join(folder, name)
        if os.path.exists(path):
            print(f"--- {name}", *open(path, errors="replace").readlines()[-15:], sep="\n")
    sys.exit(1)


def wait(what, done, seconds):
    deadline = time.time() + seconds
    while not done():
        if time.time() > deadline:
            fail(f"after {seconds} s still waiting for {what}")
        time.sleep(0.2)


def output(*command):
    return subprocess.run(command, capture_output=True, text=True).stdout


folder = tempfile.mkdtemp(prefix="wgcts-slurm-", dir="/tmp")
daemons = []


def daemon(*command):
    daemons.append(subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=open(os.path.join(folder, command[0] + ".err"), "w"), start_new_session=True))


try:
    os.chmod(folder, 0o755)
    host = socket.gethostname().split(".")[0]
    key, wire = os.path.join(folder, "munge.key"), os.path.join(folder, "munge.socket")
    with open(os.open(key, os.O_CREAT | os.O_WRONLY, 0o600), "wb") as file:
        file.write(os.urandom(128))
    configuration = os.path.join(folder, "slurm.conf")
    with open(configuration, "w") as file:
        file.write(f"""ClusterName=wgcts
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={free_port()}
SlurmdPort={free_port()}
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket={wire}
CredType=cred/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
ReturnToService=2
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=1
MinJobAge=300
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
NodeName={host} NodeAddr=127.0.0.1 CPUs={os.cpu_count()} State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
""")
    os.environ["SLURM_CONF"] = configuration
    for variable in [v for v in os.environ if v.startswith(("SLURM_", "SBATCH_")) and v != "SLURM_CONF"]:
        del os.environ[variable]
    os.mkdir(os.path.join(folder, "state"))
    os.mkdir(os.path.join(folder, "spool"))
    daemon("munged", "--foreground", "--force", f"--key-file={key}", f"--socket={wire}", f"--pid-file={folder}/munged.pid", f"--log-file={folder}/munged.log", f"--seed-file={folder}/munged.seed")
    wait("munged", lambda: os.path.exists(wire), 20)
    daemon("slurmctld", "-D", "-f", configuration)
    daemon("slurmd", "-D", "-f", configuration, "-N", host)
    wait("an idle node", lambda: "idle" in output("sinfo", "-h", "-o", "%t"), 60)

    single = os.path.join(folder, "single.json")
    subprocess.run([program, "run", *OPTIONS, "--json", single], capture_output=True)
    results = os.path.join(folder, "results")
    submitted = subprocess.run([example, results, *OPTIONS], capture_output=True, text=True, env={**os.environ, "WGCTS": program, "SHARDS": "3"})
    if submitted.returncode != 0:
        fail("submit:", submitted.stdout, submitted.stderr)
    merging = submitted.stdout.split("merging as job ")[1].split(";")[0]
    wait("the merged report", lambda: "JobState=COMPLETED" in output("scontrol", "show", "job", merging) or "JobState=FAILED" in output("scontrol", "show", "job", merging), 500)

    def verdicts(path):
        return {case["id"]: case["verdict"] for case in json.load(open(path))["cases"]}

    merged = os.path.join(results, "report.json")
    if not os.path.exists(merged):
        fail(*(open(os.path.join(results, name), errors="replace").read()[-2000:] for name in sorted(os.listdir(results)) if name.endswith(".log")))
    shards = [verdicts(os.path.join(results, f"shard-{index}.json")) for index in range(3)]
    if verdicts(merged) != verdicts(single) or not all(shards) or sum(map(len, shards)) != len(verdicts(single)):
        fail("the merged report differs from a single run's")
    print(f"{len(verdicts(merged))} verdicts as in a single run, from shards of {[len(s) for s in shards]} cases")
finally:
    for process in reversed(daemons):
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()
    shutil.rmtree(folder, ignore_errors=True)
