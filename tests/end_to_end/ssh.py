#!/usr/bin/env python3
"""ssh.py WGCTS STUB: workers behind ssh. The test starts an sshd with keys of its own, and a relay before it, which closes a
connection in the middle of a run, or lets it fall silent. No result is lost, and no case fails.

Skipped (77) where Debian's openssh-server or openssh-client is missing."""
import json, os, shutil, socket, subprocess, sys, tempfile, threading, time

program, stub = sys.argv[1:]
FEW = ["--filter", "reduce_*.int.*.chain,any.int.2d.*.chain", "--jobs", "1", "--quiet"]

os.environ["PATH"] += ":/usr/sbin:/sbin"
sshd = shutil.which("sshd")
if not sshd or not shutil.which("ssh"):
    print("skipped: no sshd or no ssh: Debian's openssh-server and openssh-client have them")
    sys.exit(77)


def expect(what, holds, shown=""):
    if not holds:
        sys.exit(f"{what}\n{shown}")


def listen():
    server = socket.socket()
    server.bind(("127.0.0.1", 0))
    server.listen()
    return server


class Relay:
    """Forwards each connection to the port. While `fault` is set, the next connection that has carried `fault_after` bytes to
    the client is closed ("close") or carries nothing more ("silence")."""

    fault_after = 20_000

    def __init__(self, port):
        self.port, self.fault, self.connections = port, None, 0
        self.server = listen()
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.server.accept()
            self.connections += 1
            board = socket.create_connection(("127.0.0.1", self.port))
            for ends in (client, board, False), (board, client, True):
                threading.Thread(target=self.forward, args=ends, daemon=True).start()

    def forward(self, source, target, to_client):
        carried = 0
        try:
            while data := source.recv(4096):
                carried += len(data)
                if to_client and self.fault and carried > self.fault_after:
                    fault, self.fault = self.fault, None
                    if fault == "close":
                        break
                    while source.recv(4096):
                        pass
                target.sendall(data)
        except OSError:
            pass
        for end in source, target:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


def run(*arguments):
    done = subprocess.run([program, *arguments], capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout + done.stderr


def verdicts(path):
    with open(path) as file:
        return {case["id"]: case["verdict"] for case in json.load(file)["cases"]}


made = None
if os.geteuid() == 0 and not os.path.isdir("/run/sshd"):
    made = "/run/sshd"  # sshd requires this empty folder, which Debian's service makes
    os.mkdir(made)
with tempfile.TemporaryDirectory() as folder:
    def of(name):
        return os.path.join(folder, name)

    for key in "host", "user":
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", of(key)], check=True)
    shutil.copy(of("user.pub"), of("authorized_keys"))
    with listen() as free:
        port = free.getsockname()[1]
    # The folder of this test may lie in one that others can write to, which StrictModes refuses.
    with open(of("sshd_config"), "w") as file:
        file.write(f"ListenAddress 127.0.0.1\nPort {port}\nHostKey {of('host')}\nAuthorizedKeysFile {of('authorized_keys')}\n"
                   f"PidFile none\nStrictModes no\nUsePAM no\nPasswordAuthentication no\nPermitRootLogin prohibit-password\n")
    board = subprocess.Popen([sshd, "-D", "-e", "-f", of("sshd_config")], stderr=open(of("sshd.log"), "w"))
    try:
        deadline = time.time() + 10
        while True:
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except OSError:
                expect("sshd does not start", board.poll() is None and time.time() < deadline, open(of("sshd.log")).read())
                time.sleep(0.05)
        relay = Relay(port)
        with open(of("ssh_config"), "w") as file:
            file.write(f"Host board\n  HostName 127.0.0.1\n  Port {relay.server.getsockname()[1]}\n  IdentityFile {of('user')}\n"
                       f"  IdentitiesOnly yes\n  StrictHostKeyChecking no\n  UserKnownHostsFile /dev/null\n  LogLevel ERROR\n"
                       f"  ServerAliveInterval 1\n  ServerAliveCountMax 2\n")
        there = ["--launcher", f"ssh -F {of('ssh_config')} -o BatchMode=yes board", "--worker", program, "--driver", stub]

        code, words = run("run", *FEW, "--driver", stub, "--json", of("here.json"))
        expect("a run on this machine", code == 0, words)
        here = verdicts(of("here.json"))
        expect("its cases", list(here.values()).count("pass") >= 50, here)

        undisturbed = 0
        for fault in None, "close", "silence":
            relay.fault, relay.connections = fault, 0
            code, words = run("run", *FEW, *there, "--json", of("there.json"))
            log = words + open(of("sshd.log")).read()
            expect(f"the fault '{fault}' did not strike", relay.fault is None, log)
            expect(f"no new connection after the fault '{fault}'", relay.connections > undisturbed, log)
            expect(f"a run through ssh, with the fault '{fault}'", code == 0 and verdicts(of("there.json")) == here, log)
            undisturbed = undisturbed or relay.connections

        code, words = run("devices", *there[:3], "/nonexistent/wgcts")
        expect("a worker that is not there", code == 2 and "/nonexistent/wgcts" in words, (code, words))
        code, words = run("devices", "--launcher", f"ssh -F {of('ssh_config')} -o BatchMode=yes -i {of('host')} -p {port} nowhere.invalid", "--driver", stub)
        expect("a board that is not there", code == 2 and "nowhere.invalid" in words, (code, words))
    finally:
        board.terminate()
        board.wait()
        if made:
            os.rmdir(made)
print("as it should be")
