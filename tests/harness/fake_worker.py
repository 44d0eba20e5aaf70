#!/usr/bin/env python3
"""A worker without a driver. FAKE is how it misbehaves on cases whose name contains FAKE_CASE. FAKE_SECONDS is the time of
each case, FAKE_DEVICE the name of its device. Some modes do not depend on the case: "between" crashes at the second job,
"at_end" exits badly when it is dismissed; "judged" and
"killed_judged" crash or are killed after the last verdict of a job, before the job is done. FAKE_STARTS is a file to which
each process adds its id. FAKE_LIMITS are the limits of the machine that it names at its start. FAKE_END is the time that the
end of a worker takes beside other workers, or in the mode "hidden". The case FAKE_FAILING fails; only workers that ran it
then need FAKE_END. FAKE_VERDICT is the verdict of cases on which the worker
does not misbehave. In the mode "away", no worker finds the device before the time FAKE_UNTIL. In the mode "hang_at_start",
the first FAKE_HANGS processes hang while they set up the device. In the modes "unending" and
"releases_late", the process of a case cannot be killed while the file FAKE_HELD exists.

"once_MODE" and "twice_MODE" misbehave only the first time, or the first two times. "MODE,MODE" misbehaves the first time in
the first mode, and the second time in the second. FAKE_LOG is a file for the process id and
name of each such case."""
import ctypes, fcntl, json, os, signal, sys, time

mode, victim = os.environ["FAKE"], os.environ.get("FAKE_CASE", "")
seconds = float(os.environ.get("FAKE_SECONDS", "0"))
ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG: it ends with its supervisor, as the real one


def send(**event):
    print(json.dumps(event), flush=True)


def hang():
    """Stays alive, as a worker whose driver hangs."""
    while True:
        send(event="alive")
        time.sleep(0.25)


def hold_at_exit():
    """Lets another process stop this one at its exit, as a call of a driver's kernel module does."""
    seize, trace_exit, allow = 0x4206, 0x40, 0x59616d61
    libc = ctypes.CDLL(None)
    libc.prctl(allow, ctypes.c_long(-1), 0, 0, 0)
    held = os.getpid()
    if os.fork() != 0:
        for _ in range(100):
            if "TracerPid:\t0" not in open("/proc/self/status").read():
                break
            time.sleep(0.02)
        return
    os.setsid()
    libc.ptrace(seize, held, None, trace_exit)
    while os.path.exists(os.environ["FAKE_HELD"]):
        time.sleep(0.05)
    os._exit(0)


def stat_of(process):
    """State, parent, and so on; empty if the process has ended."""
    try:
        return open(f"/proc/{process}/stat").read().rpartition(")")[2].split()
    except OSError:
        return [""]


def beside():
    """Other workers of the same run that are alive."""
    ids = [p for p in os.listdir("/proc") if p.isdigit() and int(p) != os.getpid()]
    return [p for p in ids if stat_of(p)[1:2] == [str(os.getppid())] and stat_of(p)[0] != "Z"]


def facts():
    """The facts of an OpenCL 3.0 device with all features."""
    yes = {"yes": True, "query": "q", "answer": "a"}
    rules = {"denormals": True, "infinities": True, "nearest": True}
    limits = {"compute_units": 1, "global_memory": 1 << 30, "local_memory": 1 << 16, "max_allocation": 1 << 28, "max_work_group_size": 1024, "max_work_item_sizes": [1024] * 3}
    return {"index": 0, "name": os.environ.get("FAKE_DEVICE", "fake"), "platform": "fake", "vendor": "nobody", "driver": "1", "profile": "full",
            "opencl": {"number": "3.0", "version": "OpenCL 3.0 fake"}, "cl_std": ["CL2.0", "CL3.0"], "usual_cl_std": "CL3.0", "extensions": [], "features": ["__opencl_c_work_group_collective_functions"], "il_version": "",
            "limits": limits, "float_rules": dict.fromkeys(("half", "float", "double"), rules),
            "support": dict.fromkeys(("collectives", "compiler", "half", "fp64", "int64", "non_uniform"), yes)}


if "FAKE_STARTS" in os.environ:
    print(os.getpid(), file=open(os.environ["FAKE_STARTS"], "a"))
send(event="hello", limits=os.environ.get("FAKE_LIMITS", ""))
orders, failing = 0, os.environ.get("FAKE_FAILING")
end = "0" if failing else os.environ.get("FAKE_END", "0")
for line in sys.stdin:
    order = json.loads(line)
    orders += order["order"] == "work"
    if mode == "between" and orders == 2:
        os.kill(os.getpid(), signal.SIGSEGV)
    if order["order"] == "describe":
        send(event="described", facts=facts())
        send(event="done")
        continue
    cases = order["cases"]
    send(event="begin", phase=0, cases=list(range(len(cases))))
    if mode == "hang_at_start" and len(list(open(os.environ["FAKE_STARTS"]))) <= int(os.environ["FAKE_HANGS"]):
        send(event="at", stage="context")
        hang()
    if mode == "away" and time.time() < float(os.environ["FAKE_UNTIL"]):
        send(event="refused", verdict="not_run", message="no device", log="", error=0)
        sys.exit(0)
    if mode == "crowded" and len(beside()) >= 2:  # the device accepts two processes
        send(event="refused", verdict="launch_error", message="the device is in use", log="", stage="context", error=-2)
        sys.exit(0)
    if mode in ("exclusive", "hidden"):  # one process at a time; the lock ends with the process
        lock = open(os.environ["FAKE_LOCK"], "w") if orders == 1 else lock
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            if mode == "hidden":  # the device is not even listed
                send(event="refused", verdict="not_run", message="no device", log="", stage="devices", error=0)
            else:
                send(event="refused", verdict="launch_error", message="the device is in use", log="", stage="context", error=-2)
            sys.exit(0)
    send(event="begin", phase=1, cases=list(range(len(cases))))
    for index, name in enumerate(cases):
        send(event="begin", phase=2, cases=[index])
        time.sleep(seconds)
        verdict = os.environ.get("FAKE_VERDICT", "pass")
        if name == failing:
            verdict, end = "fail", os.environ["FAKE_END"]
        if victim in name and mode != "none":
            log = os.environ.get("FAKE_LOG", os.devnull)
            before = [line.split()[1] for line in open(log)].count(name) if os.path.isfile(log) else 0
            print(os.getpid(), name, file=open(log, "a"))
            mode = os.environ["FAKE"]
            for prefix, times in ("once_", 1), ("twice_", 2):
                if mode.startswith(prefix):
                    mode = mode.removeprefix(prefix) if before < times else ""
            if "," in mode:
                mode = (mode.split(",") + [""] * before)[before]
            if mode == "fail":
                verdict = "fail"
            if mode == "releases_late":  # the memory of a device is free only when its process has ended
                if before == 0:
                    hold_at_exit()
                mode = "no_buffers_left" if before == 0 or beside() else ""
            refusals = {  # the worker lives
                "no_buffers_left": ("clCreateBuffer returned CL_MEM_OBJECT_ALLOCATION_FAILURE", -4),
                "event_fails": ("the event of clEnqueueNDRangeKernel returned CL_OUT_OF_HOST_MEMORY", -6),
                "no_buffers": ("clCreateBuffer returned CL_INVALID_BUFFER_SIZE", -61)}
            if mode in refusals and not (mode == "no_buffers" and order["alone"]):  # one builtin needs fewer
                message, error = refusals[mode]
                send(event="refused", verdict="launch_error", message=message, log="", stage="buffers", error=error, cases=[index])
                continue
            if mode == "crash":
                os.kill(os.getpid(), signal.SIGSEGV)
            if mode == "killed":
                os.kill(os.getpid(), signal.SIGKILL)
            if mode == "limit":
                print("driver: no more threads\nwgcts worker: it ended under a limit of the machine: the number of processes and threads (ulimit -u 100)\nbacktrace:", file=sys.stderr, flush=True)
                os.kill(os.getpid(), signal.SIGABRT)
            if mode == "alone":  # fails if another worker runs at the same time
                if before == 1 and beside():
                    verdict = "fail"
                if before == 0:
                    os.kill(os.getpid(), signal.SIGKILL)
            if mode == "defect":
                send(event="defect", message="std::bad_alloc", cases=[index])
                continue
            if mode == "last_defect":
                send(event="defect", message="the worker: std::bad_alloc", cases=[])
                sys.exit(0)
            if mode == "exit":
                sys.exit(0)
            if mode == "terminated":  # as a shell whose process was sent SIGTERM
                sys.exit(128 + signal.SIGTERM)
            if mode == "hang":
                hang()
            if mode == "blocked" and beside():  # the device answers one process at a time
                hang()
            if mode == "unending":
                hold_at_exit()
                hang()
            if mode == "stop":  # as in a frozen container, or on a board that lost its power
                send(event="alive")
                os.kill(os.getpid(), signal.SIGSTOP)
            if mode == "hang_judging":  # the suite's own work
                send(event="at", stage="judge")
                hang()
            if mode == "suites_work":
                print("wgcts worker: it died in the suite's own work\nbacktrace:", file=sys.stderr, flush=True)
                os.kill(os.getpid(), signal.SIGSEGV)
            if mode == "mute":
                continue
            if mode == "close":
                os.close(1), time.sleep(600)
            if mode == "no_memory":
                send(event="refused", verdict="launch_error", message="the host has no memory", log="", error=-6)
                sys.exit(0)
            if mode == "refuse":
                send(event="refused", verdict="launch_error", message="clEnqueueNDRangeKernel returned CL_INVALID_WORK_GROUP_SIZE", log="", error=-54)
                sys.exit(0)
            if mode == "scarce" and not beside():  # the device has resources for one process
                mode = ""
            if mode in ("no_resources", "full_disk", "scarce"):
                send(event="refused", verdict="launch_error", message="clEnqueueNDRangeKernel returned CL_OUT_OF_RESOURCES", log="", error=-5)
                if mode == "full_disk":
                    print("wgcts worker: it ended under a limit of the machine: the room in /tmp", file=sys.stderr, flush=True)
                sys.exit(0)
        if mode == "babble":
            print("driver says hello {", flush=True)
            print('{"event": "judged"}', flush=True)
            send(event="judged", index=9999, result={})
        if mode == "stale":  # a launcher repeats a line of another task
            send(event="judged", index=index, result={"id": "broadcast.half.3d.max.solo", "builtin": "broadcast", "type": "half", "dim": 3, "verdict": "build_error", "seconds": 0.0, "clauses": [], "checks": 1})
        if mode == "flood":
            sys.stdout.write("x" * 200000), sys.stderr.write("y" * 200000)
            print(flush=True)
        builtin, kind, dim = name.split(".")[:3]
        result = {"id": name, "builtin": builtin, "type": kind, "dim": int(dim[0]), "verdict": verdict, "seconds": 0.0, "clauses": [], "checks": 1}
        send(event="judged", index=index, result=result)
    if mode in ("judged", "killed_judged"):
        os.kill(os.getpid(), signal.SIGSEGV if mode == "judged" else signal.SIGKILL)
    send(event="done")
leaves = time.monotonic() + float(end)
while time.monotonic() < leaves and (beside() or mode == "hidden"):
    time.sleep(0.05)
if mode == "at_end":
    print("heap-use-after-free in the driver", file=sys.stderr)
    sys.exit(99)
