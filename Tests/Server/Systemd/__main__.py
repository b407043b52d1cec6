"""Starts the program as systemd does: it is notified, kept alive and given sockets: python3 Tests/Server/Systemd PROGRAM.

Each check is a function whose first line says what holds.
"""

import ctypes
import fcntl
import json
import os
import pathlib
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "Tools"))
from server import until

PROGRAM = os.path.abspath(sys.argv[1])
ROOM = pathlib.Path(tempfile.mkdtemp(prefix="livery-systemd-"))
STARTED = []
TOKEN = "a-token-that-nobody-guesses"


def fail(words):
    sys.exit(f"systemd: {words}")


def require(holds, words):
    if not holds:
        fail(words)


class Manager:
    """The socket on which systemd would be notified."""

    def __init__(self, name):
        self.name = name
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(f"\0{name[1:]}" if name.startswith("@") else name)

    def next(self, *kinds):
        """The next message that begins with one of these words, as a dictionary."""
        self.socket.settimeout(120)
        while True:
            message = self.socket.recv(4096).decode()
            if message.startswith(kinds):
                return dict(line.split("=", 1) for line in message.split("\n"))

    def waiting(self):
        """All messages that have come."""
        self.socket.settimeout(0)
        messages = []
        try:
            while True:
                messages.append(self.socket.recv(4096).decode())
        except BlockingIOError:
            return messages


def spawn(*flags, sockets=(), manager=None, config=None, **variables):
    """The server, with these sockets from descriptor 3 on, as systemd passes them."""
    high = [fcntl.fcntl(one.fileno(), fcntl.F_DUPFD, 30) for one in sockets]
    moves = "".join(f"exec {3 + index}<&{number} {number}<&-; " for index, number in enumerate(high))
    environment = {name: value for name, value in os.environ.items() if not name.startswith("LIVERY_")}
    if sockets:
        environment["LISTEN_FDS"] = str(len(sockets))
        moves += "export LISTEN_PID=${LISTEN_PID:-$$}; "
    if manager:
        environment["NOTIFY_SOCKET"] = manager.name
    script = moves + 'export WATCHDOG_PID=${WATCHDOG_PID:-$$}; exec "$0" "$@"'
    folders = ["--config", str(config or CONFIG), "--store", "memory:"]
    process = subprocess.Popen(
        ["bash", "-c", script, PROGRAM, "serve", *folders, *flags], env={**environment, **variables},
        pass_fds=high, stderr=subprocess.PIPE, text=True)
    for number in high:
        os.close(number)
    STARTED.append(process)
    process.lines = []
    threading.Thread(target=lambda: process.lines.extend(process.stderr), daemon=True).start()
    return process


def logged(process, text):
    until(f"the line '{text}'", lambda: any(text in line for line in list(process.lines)))
    return next(line for line in process.lines if text in line)


def stop(process):
    process.send_signal(signal.SIGTERM)
    require(process.wait(120) == 0, f"the server ended with {process.returncode}")


def ask(address, target="/healthz", headers=(), secure=None):
    """The whole response on a new connection to a path or to a host and a port."""
    family = socket.AF_UNIX if isinstance(address, str) else socket.AF_INET6 if ":" in address[0] else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as plain:
        plain.settimeout(120)
        plain.connect(address)
        with secure.wrap_socket(plain) if secure else plain as client:
            lines = [f"GET {target} HTTP/1.1", "Host: localhost", "Connection: close", *headers]
            client.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
            answer = b""
            while piece := client.recv(65536):
                answer += piece
            return answer.decode()


def is_good(answer):
    return answer.startswith("HTTP/1.1 200 ")


def run(*words, code=0, **variables):
    done = subprocess.run(
        [PROGRAM, *words], capture_output=True, text=True, timeout=120, env={**os.environ, **variables})
    require(done.returncode == code, f"{words} ended with {done.returncode}: {done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def notifications():
    """READY, RELOADING and STOPPING come in their order, and READY only when the server answers."""
    for name in [str(ROOM / "notify"), f"@livery-systemd-{os.getpid()}"]:
        manager = Manager(name)
        path = str(ROOM / "served.sock")
        config = ROOM / "changed"
        shutil.copytree(CONFIG, config)
        server = spawn("--listen", f"unix:{path}", manager=manager, config=config)
        ready = manager.next("READY", "RELOADING", "STOPPING")
        require(ready["READY"] == "1" and "Serving 2 themes" in ready["STATUS"], f"at first came {ready}")
        require(is_good(ask(path)), "it was ready, and did not answer")

        def reload():
            before = time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000
            server.send_signal(signal.SIGHUP)
            reloading = manager.next("READY", "RELOADING", "STOPPING")
            after = time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000
            require(before <= int(reloading.get("MONOTONIC_USEC", 0)) <= after, f"at a reload came {reloading}")
            return manager.next("READY", "RELOADING", "STOPPING")

        require("Serving 2 themes" == reload()["STATUS"], "it did not become ready again")
        (config / "themes" / "broken.json").write_text("{")
        require("as before" in manager.next("STATUS")["STATUS"], "a refused file has no status")
        again = reload()
        require(again["READY"] == "1" and "as before" in again["STATUS"], f"after a refused reload came {again}")
        server.send_signal(signal.SIGTERM)
        require("STOPPING" in manager.next("READY", "RELOADING", "STOPPING"), "STOPPING did not come")
        require(server.wait(120) == 0, "it did not end well")
        rest = [message for message in manager.waiting() if not message.startswith("STATUS")]
        require(not rest, f"after STOPPING came {rest}")
        require(not os.path.exists(path), "it left its socket")
        shutil.rmtree(config)


def watchdog():
    """The watchdog is fed while all workers go round, not while one is held, and not for another process."""
    manager = Manager(str(ROOM / "watched"))
    path = str(ROOM / "watched.sock")
    flags = ["--listen", f"unix:{path}", "--workers", "2"]
    server = spawn(*flags, manager=manager, WATCHDOG_USEC="200000")
    for _ in range(3):
        manager.next("WATCHDOG=1")
    held = hold_worker(server.pid)
    manager.waiting()
    # Ten times the limit. A round that the held worker had passed may still end.
    time.sleep(2)
    feeds = [message for message in manager.waiting() if message.startswith("WATCHDOG")]
    require(len(feeds) <= 1, f"a worker was held, and the watchdog was fed {len(feeds)} times")
    held()
    manager.next("WATCHDOG=1")
    stop(server)
    other = spawn(*flags, manager=manager, WATCHDOG_USEC="2000", WATCHDOG_PID="1")
    manager.next("READY")
    other.send_signal(signal.SIGHUP)
    messages = [manager.next("RELOADING", "READY", "WATCHDOG") for _ in range(2)]
    stop(other)
    fed = [one for one in messages if "WATCHDOG" in one] + [one for one in manager.waiting() if "WATCHDOG=" in one]
    require(not fed, "it feeds the watchdog of another process")


def hold_worker(number):
    """Stops one thread of a process, as a debugger does. Returns a function that lets it go on."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]

    def trace(request, thread):
        if libc.ptrace(request, thread, None, None) != 0:
            fail(f"ptrace: {os.strerror(ctypes.get_errno())}")

    tasks = pathlib.Path(f"/proc/{number}/task")
    worker = next(int(one.name) for one in tasks.iterdir() if (one / "comm").read_text() == "livery-worker\n")
    trace(0x4206, worker)  # PTRACE_SEIZE
    trace(0x4207, worker)  # PTRACE_INTERRUPT
    until("the stop of a worker", lambda: "\nState:\tt" in (tasks / str(worker) / "status").read_text())
    return lambda: trace(17, worker)  # PTRACE_DETACH


def listening(name):
    """A listening socket of each kind, with its address."""
    sockets = [socket.create_server(("127.0.0.1", 0)), socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)]
    sockets[1].bind(str(ROOM / name))
    sockets[1].listen(4096)
    if socket.has_ipv6 and os.path.exists("/proc/net/if_inet6"):
        sockets.append(socket.create_server(("::1", 0), family=socket.AF_INET6))
    names = [one.getsockname() for one in sockets]
    return sockets, [name if isinstance(name, str) else name[:2] for name in names]


def restarts():
    """While the server restarts twice at sockets that are passed, clients that connect all the time are all answered."""
    sockets, addresses = listening("passed.sock")
    manager = Manager(str(ROOM / "restarts"))
    (counts, failures, isOver) = ([], [], threading.Event())

    def client(address):
        count = 0
        while not isOver.is_set():
            try:
                answer = ask(address, "/v1/theme")
                if not is_good(answer):
                    failures.append(answer[:200])
            except OSError as error:
                failures.append(repr(error))
            count += 1
        counts.append(count)

    clients = [threading.Thread(target=client, args=[one]) for one in addresses for _ in range(2)]
    for life in range(3):
        server = spawn(sockets=sockets, manager=manager)
        manager.next("READY")
        logged(server, "Listening on")
        if life == 0:
            for one in clients:
                one.start()
        for address in addresses:
            for _ in range(20):
                require(is_good(ask(address)), f"it does not answer at {address}")
        if life == 2:
            isOver.set()
            for one in clients:
                one.join()
        stop(server)
    require(not failures, f"{len(failures)} of {sum(counts)} requests failed: {failures[:3]}")
    require(os.path.exists(ROOM / "passed.sock"), "it removed a socket that is not its own")
    for one in sockets:
        one.close()
    return f"{sum(counts)} requests in three lives"


def wrong_sockets():
    """A socket that does not fit is refused by its name; sockets for another process are left alone."""
    datagrams = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    silent = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    for one, words in [(datagrams, "is no stream socket"), (silent, "does not listen")]:
        server = spawn(sockets=[one], LISTEN_FDNAMES="themes.socket")
        require(server.wait(120) == 1, "it started")
        line = logged(server, "The socket")
        for part in ["'themes.socket'", "descriptor 3", words, "ListenStream="]:
            require(part in line, f"'{part}' is missing in: {line}")
    missing = spawn(sockets=[silent], LISTEN_FDS="nonsense", LISTEN_PID="1", LIVERY_LISTEN="127.0.0.1:0")
    logged(missing, "Listening on http://127.0.0.1:")
    stop(missing)


def unix_socket():
    """curl, the commands and nginx use a Unix socket; nginx's clients are known by their addresses."""
    path = str(ROOM / "own.sock")
    server = spawn("--listen", f"unix:{path}", "--trusted-proxies", "unix", LIVERY_TOKEN=TOKEN)
    logged(server, f"Listening on unix:{path}")
    curl = ["curl", "-sS", "--max-time", "100", "--unix-socket", path]
    head = subprocess.run([*curl, "-D-", "-o", "/dev/null", "http://localhost/v1/theme"], capture_output=True, text=True)
    tag = next(line.split(" ", 1)[1] for line in head.stdout.splitlines() if line.lower().startswith("etag:"))
    waiting = subprocess.Popen(
        [*curl, "-w", "%{http_code}", "-o", "/dev/null", "-H", "Prefer: wait=60", "-H", f"If-None-Match: {tag}",
         "http://localhost/v1/theme"], stdout=subprocess.PIPE, text=True)
    metrics = [f"Authorization: Bearer {TOKEN}"]
    until("a wait", lambda: "livery_parked_clients 1\n" in ask(path, "/metrics", metrics))
    conf = ROOM / "nginx.conf"
    (ROOM / "front").mkdir()
    front = str(ROOM / "front.sock")
    # Only the socket's owner and group may connect.
    user = "user root;" if os.geteuid() == 0 else ""
    conf.write_text(f"""
        {user} pid {ROOM}/nginx.pid; error_log {ROOM}/nginx.log; daemon off; events {{}}
        http {{
          access_log off; client_body_temp_path {ROOM}/front; proxy_temp_path {ROOM}/front;
          fastcgi_temp_path {ROOM}/front; uwsgi_temp_path {ROOM}/front; scgi_temp_path {ROOM}/front;
          server {{
            listen 127.0.0.1:{free_port()};
            location / {{
              proxy_pass http://unix:{path};
              proxy_set_header Host $http_host;
              proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
            }}
          }}
        }}""")
    port = int(conf.read_text().split("127.0.0.1:")[1].split(";")[0])
    STARTED.append(subprocess.Popen([shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin"), "-c", str(conf), "-p", str(ROOM)]))
    until("nginx", lambda: is_there(port))
    run("switch", "autumn", "--server", f"http://127.0.0.1:{port}", LIVERY_TOKEN=TOKEN)
    require(waiting.communicate(timeout=120)[0] == "200", "curl's wait did not see the switch")
    require(json.loads(logged(server, '"Wrote"'))["from"] == "127.0.0.1", "nginx's client is not known")
    run("switch", "default", "--server", f"unix:{path}", LIVERY_TOKEN=TOKEN)
    logged(server, '"from":"unix"')
    stop(server)


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as one:
        return one.getsockname()[1]


def is_there(port):
    try:
        return is_good(ask(("127.0.0.1", port)))
    except OSError:
        return False


def credentials():
    """Files that only the service's user may read, in a folder that it may not write, serve as tokens, certificate and secret."""
    folder = ROOM / "credentials"
    folder.mkdir()
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-days", "2",
         "-keyout", folder / "key", "-out", folder / "certificate"], check=True, capture_output=True)
    tokens = {"tokens": [{"name": "ops", "token": TOKEN}]}
    (folder / "tokens").write_text(json.dumps(tokens))
    (folder / "secret").write_text("a-secret-for-webhooks-of-a-test\n")
    for one in folder.iterdir():
        one.chmod(0o400)
    folder.chmod(0o500)
    sockets, addresses = listening("secured.sock")
    server = spawn(
        sockets=sockets, LIVERY_TOKENS_FILE=str(folder / "tokens"), LIVERY_CERTIFICATE=str(folder / "certificate"),
        LIVERY_CERTIFICATE_KEY=str(folder / "key"), LIVERY_WEBHOOK_SECRET_FILE=str(folder / "secret"),
        LIVERY_WEBHOOKS="http://127.0.0.1:9/")
    logged(server, "Listening on https://")
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    for address in addresses:
        answer = ask(address, "/metrics", [f"Authorization: Bearer {TOKEN}"], secure=context)
        require(is_good(answer), f"over TLS it answers {answer[:100]}")
    # systemd replaces such a file as a whole.
    tokens["tokens"][0]["name"] = "others"
    folder.chmod(0o700)
    (folder / "new").write_text(json.dumps(tokens))
    (folder / "new").chmod(0o400)
    (folder / "new").rename(folder / "tokens")
    folder.chmod(0o500)
    logged(server, "Read the file of tokens again")
    stop(server)
    wrong = [line for line in server.lines if '"level":"error"' in line]
    require(not wrong, f"it complains: {wrong}")
    folder.chmod(0o700)


CONFIG = ROOM / "config"
try:
    run("init", str(CONFIG))
    for check in [notifications, watchdog, restarts, wrong_sockets, unix_socket, credentials]:
        figures = check()
        print(f"{check.__name__}: {check.__doc__}{f' ({figures})' if figures else ''}", flush=True)
finally:
    for process in STARTED:
        # Killed, nginx would leave its worker behind.
        process.terminate()
    for process in STARTED:
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
    shutil.rmtree(ROOM, ignore_errors=True)
