"""A Debian that boots here with its own systemd, in namespaces of its own: processes, mounts, network, control groups."""

import os
import pathlib
import subprocess
import time

# Becomes process 1 of the machine. Its control group is below the one of this process, and is empty at first.
BOOT = """
set -e
root=$1 group=$2
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount -t sysfs -o ro sysfs "$root/sys"
mount -t cgroup2 none "$root/sys/fs/cgroup"
mkdir "$root/sys/fs/cgroup/$group"
echo 0 > "$root/sys/fs/cgroup/$group/cgroup.procs"
exec unshare --cgroup bash -ec '
  root=$1
  umount "$root/sys/fs/cgroup"
  mount -t cgroup2 none "$root/sys/fs/cgroup"
  mount -t tmpfs tmpfs "$root/dev"
  for name in null zero full random urandom tty; do
    touch "$root/dev/$name"
    mount --bind "/dev/$name" "$root/dev/$name"
  done
  mkdir "$root/dev/pts" "$root/dev/shm"
  mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
  ln -s pts/ptmx "$root/dev/ptmx"
  ln -s /proc/self/fd "$root/dev/fd"
  for folder in /dev/shm /run /tmp; do mount -t tmpfs tmpfs "$root$folder"; done
  ip link set lo up
  cd "$root"
  mkdir -p .old
  pivot_root . .old
  umount -l /.old
  # Process 1 outside of a container does this itself. Credentials come into a service by it.
  mount --make-rshared /
  exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --system
' bash "$root"
"""


class Machine:
    def __init__(self, base, root):
        """A copy of the Debian in the folder `base`."""
        self.root = root
        subprocess.run(["cp", "-a", base, root], check=True)
        # Packages may start services in a machine that has booted.
        pathlib.Path(root, "usr/sbin/policy-rc.d").unlink(missing_ok=True)
        self.unshare = None

    def boot(self):
        self.group = f"livery-{os.getpid()}-{os.path.basename(self.root)}"
        spaces = ["--mount", "--propagation", "private", "--pid", "--uts", "--ipc", "--net"]
        command = ["unshare", *spaces, "--fork", "--kill-child", "bash", "-c", BOOT, "bash", self.root, self.group]
        self.log = open(f"{self.root}.log", "w+", encoding="utf-8")
        self.unshare = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)
        self.until("Debian has booted", lambda: self.state() in ("running", "degraded"))

    def state(self):
        if self.unshare.poll() is not None:
            self.log.seek(0)
            raise RuntimeError(f"Debian does not boot here; that needs the rights of `docker run --privileged`: {self.log.read()}")
        done = self.attempt("systemctl", "is-system-running")
        return done.stdout.strip() if done else ""

    def enter(self, *kinds):
        """The words in front of a command that make it run in the machine's namespaces, all of them or some."""
        children = f"/proc/{self.unshare.pid}/task/{self.unshare.pid}/children"
        first = pathlib.Path(children).read_text(encoding="ascii").split()
        return ["nsenter", "--target", *first[:1], *(kinds or ["--all"])] if first else None

    def attempt(self, *words, kinds=(), **options):
        entrance = self.enter(*kinds)
        if entrance is None:
            return None
        environment = {"PATH": os.environ["PATH"] + ":/usr/sbin:/sbin", "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}
        return subprocess.run([*entrance, *words], capture_output=True, text=True, timeout=300, env=environment, **options)

    def run(self, *words, **options):
        done = self.attempt(*words, **options)
        if done is None or done.returncode:
            raise RuntimeError(f"{' '.join(words)}: {done and done.stdout + done.stderr}")
        return done.stdout

    def until(self, what, condition):
        for _ in range(600):
            if condition():
                return
            time.sleep(0.1)
        raise RuntimeError(f"not so after a minute: {what}")

    def end(self):
        if not self.unshare:
            return
        self.unshare.kill()
        self.unshare.wait()
        for line in pathlib.Path("/proc/mounts").read_text(encoding="utf-8").splitlines():
            _, place, kind, *_ = line.split()
            if kind == "cgroup2":
                self.until("the control group is empty", lambda: remove_groups(pathlib.Path(place, self.group)))


def remove_groups(group):
    """Removes a control group with those in it. Returns whether all of them are gone."""
    for folder, _, _ in os.walk(group, topdown=False):
        try:
            os.rmdir(folder)
        except OSError:
            return False
    return True
