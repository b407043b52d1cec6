"""Checks the manifests of deploy/kubernetes: python3 Tests/Server/Kubernetes PROGRAM."""

import copy
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

import kubernetes_validate
import yaml

PROJECT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(PROJECT / "Tests/Tools"))
from server import start

PROGRAM = os.path.abspath(sys.argv[1])
FOLDER = PROJECT / "deploy/kubernetes"
# The oldest version that its makers maintain, and the newest with a schema here.
VERSIONS = ["1.34", "1.37"]
TOKEN = "the-token-of-the-secret"


def expect(what, holds):
    if not holds:
        sys.exit(f"kubernetes: this does not hold: {what}")


def documents(name):
    return list(yaml.safe_load_all((FOLDER / name).read_text(encoding="utf-8")))


def is_valid(document, version):
    try:
        kubernetes_validate.validate(document, version, strict=True)
        return None
    except kubernetes_validate.ValidationError as error:
        return error.message


def check_schema(name):
    for document in documents(name):
        for version in VERSIONS:
            problem = is_valid(document, version)
            expect(f"{name} is valid for Kubernetes {version}: {problem}", problem is None)
    wrong = copy.deepcopy(next(one for one in documents(name) if one["kind"] == "Deployment"))
    wrong["spec"]["template"]["spec"]["containers"][0]["readynessProbe"] = {}
    expect("the schema refuses a word that there is not", is_valid(wrong, VERSIONS[0]))


class Manifest:
    def __init__(self, name):
        self.name, self.all = name, documents(name)
        self.deployment = self.one("Deployment")
        self.pod = self.deployment["spec"]["template"]["spec"]
        [self.container] = self.pod["containers"]

    def one(self, kind):
        return next(document for document in self.all if document["kind"] == kind)

    def probes(self):
        return [probe["httpGet"] for word, probe in self.container.items() if word.endswith("Probe")]


def check_references(manifest):
    """Selectors find the pods, mounts have volumes, and the service leads to the container's port."""
    labels = manifest.deployment["spec"]["template"]["metadata"]["labels"].items()
    selectors = [manifest.deployment["spec"]["selector"]["matchLabels"], manifest.one("Service")["spec"]["selector"]]
    selectors += [one["spec"]["selector"]["matchLabels"] for one in manifest.all if one["kind"] == "PodDisruptionBudget"]
    for selector in selectors:
        expect(f"{manifest.name}: {selector} selects the pods", selector.items() <= labels)
    volumes = {volume["name"]: volume for volume in manifest.pod["volumes"]}
    mounts = manifest.container["volumeMounts"]
    expect(f"{manifest.name} mounts each volume once", sorted(volumes) == sorted(mount["name"] for mount in mounts))
    for claim in (volume["persistentVolumeClaim"]["claimName"] for volume in volumes.values() if "persistentVolumeClaim" in volume):
        expect(f"{manifest.name} makes the claim {claim}", claim == manifest.one("PersistentVolumeClaim")["metadata"]["name"])
    [port] = manifest.container["ports"]
    ports = [probe["port"] for probe in manifest.probes()] + [port["targetPort"] for port in manifest.one("Service")["spec"]["ports"]]
    expect(f"{manifest.name}: probes and service name the port", set(ports) == {port["name"]})


def check_image(manifest, help_text):
    """User, port and paths are those of the Dockerfile and of the files of Docker Compose; the settings exist."""
    docker = (PROJECT / "Dockerfile").read_text(encoding="utf-8")
    user = int(re.search(r"--uid (\d+)", docker)[1])
    context = manifest.pod["securityContext"]
    expect(f"{manifest.name} has the user {user}", {context["runAsUser"], context["runAsGroup"], context["fsGroup"]} == {user})
    port = int(re.search(r"EXPOSE (\d+)", docker)[1])
    expect(f"{manifest.name} has the port {port}", manifest.container["ports"][0]["containerPort"] == port)
    for file in (PROJECT / "Examples/fleet/nginx.conf", PROJECT / "docs/operating.md"):
        expect(f"{file.name} has the port {port}", f":{port}" in file.read_text(encoding="utf-8"))
    config, state = (re.search(rf"{name}=(\S+)", docker)[1] for name in ("LIVERY_CONFIG", "LIVERY_STATE"))
    places = {mount["name"]: mount["mountPath"] for mount in manifest.container["volumeMounts"]}
    expect(f"{manifest.name} mounts themes and state where the image has them",
           places["themes"] == f"{config}/themes" and places["state"] == state)
    for variable in manifest.container["env"]:
        expect(f"there is a setting {variable['name']}", re.search(rf"\b{variable['name']}\b", help_text))
        for path in re.findall(r"/run/[^?&]+", variable.get("value", "")):
            expect(f"{manifest.name} mounts {path}", any(path.startswith(place + "/") for place in places.values()))
    service = yaml.safe_load((PROJECT / "compose.fleet.yaml").read_text(encoding="utf-8"))["services"]["livery"]
    expect("Docker Compose starts the image read-only too", service["read_only"])


def check_end(manifest, help_text):
    """A pod has the time that the drain takes. One that shares its service with others leaves it before."""
    drain = float(re.search(r"--drain-time.*?\[(\d+)\]", help_text, re.S)[1])
    pause = manifest.container.get("lifecycle", {}).get("preStop", {}).get("exec", {}).get("command", ["sleep", "0"])
    expect(f"{manifest.name} leaves 20 s for requests that are under way",
           manifest.pod["terminationGracePeriodSeconds"] >= drain + float(pause[-1]) + 20)
    replicas, strategy = manifest.deployment["spec"]["replicas"], manifest.deployment["spec"]["strategy"]["type"]
    on_volume = any("persistentVolumeClaim" in volume for volume in manifest.pod["volumes"])
    expect(f"{manifest.name} never has two servers on one volume", not on_volume or (replicas, strategy) == (1, "Recreate"))
    expect(f"{manifest.name} has several servers on one log", on_volume or replicas > 1 and pause[-1] != "0")


class MountedThemes:
    """A folder as Kubernetes mounts a ConfigMap: links to a hidden folder, which is replaced as a whole."""

    def __init__(self, place):
        self.place, self.number = place, 0
        place.mkdir()

    def show(self, files):
        self.number += 1
        version = self.place / f"..2026_{self.number}"
        version.mkdir()
        for name, text in files.items():
            (version / name).write_text(text, encoding="utf-8")
            if not (self.place / name).is_symlink():
                (self.place / name).symlink_to(f"..data/{name}")
        (self.place / "..data_tmp").symlink_to(version.name)
        (self.place / "..data_tmp").rename(self.place / "..data")


def ask(address, data=None, **headers):
    request = urllib.request.Request(address, data=data, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, ""


def check_run(manifests, room):
    """The program starts with a ConfigMap over the image's themes, answers the probes, and serves the next ConfigMap."""
    config = room / "livery"
    shutil.copytree(PROJECT / "Config", config, ignore=shutil.ignore_patterns("themes"))
    subprocess.run([PROGRAM, "init", room / "Config"], check=True, stdout=subprocess.DEVNULL)
    files = {path.name: path.read_text(encoding="utf-8") for path in (room / "Config/themes").iterdir()}
    themes = MountedThemes(config / "themes")
    themes.show(files)
    variables = {"LIVERY_CONFIG": str(config), "LIVERY_STATE": f"{room}/state", "LIVERY_LISTEN": "127.0.0.1:0", "LIVERY_TOKEN": TOKEN}
    process, address = start([PROGRAM, "serve"], env=os.environ | variables)
    try:
        for manifest in manifests:
            for probe in manifest.probes():
                expect(f"{probe['path']} is answered with 200", ask(address + probe["path"])[0] == 200)
        expect("a write needs the token of the secret", ask(f"{address}/v1/active", b"theme=autumn")[0] == 401)
        authorization = {"Authorization": f"Bearer {TOKEN}"}
        expect("a write with it succeeds", ask(f"{address}/v1/active", b"theme=autumn", **authorization)[0] == 200)
        themes.show(files | {"autumn.json": files["autumn.json"].replace('"Autumn"', '"Late autumn"')})
        for _ in range(300):
            document = json.loads(ask(f"{address}/v1/themes/autumn", **authorization)[1])
            if document.get("title") == "Late autumn":
                return
            time.sleep(0.1)
        expect("a new version of the ConfigMap is served", False)
    finally:
        process.terminate()
        process.wait(60)


def main():
    help_text = subprocess.run([PROGRAM, "serve", "--help"], check=True, capture_output=True, text=True).stdout
    names = sorted(path.name for path in FOLDER.iterdir())
    manifests = [Manifest(name) for name in names]
    for manifest in manifests:
        check_schema(manifest.name)
        check_references(manifest)
        check_image(manifest, help_text)
        check_end(manifest, help_text)
    with tempfile.TemporaryDirectory(prefix="livery-kubernetes-") as room:
        check_run(manifests, pathlib.Path(room))
    print(f"kubernetes: {', '.join(names)} are valid for {' and '.join(VERSIONS)}, and the program runs as they say")


main()
