"""Makes a client of a running server's OpenAPI document and does with it what a team would.

    python Tests/Server/OpenAPIClient PROGRAM GENERATOR
"""

import importlib
import os
import pathlib
import pkgutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "Tools"))
from server import Server

PROGRAM, GENERATOR = map(os.path.abspath, sys.argv[1:3])
HERE = os.path.dirname(os.path.abspath(__file__))
SECRET = "for-this-check-alone"
DOCUMENT = {"extends": "default", "colors": {"accent": "#7A2E0E"}}


def generate(address, room):
    """The package; nothing of the document may be left out of it."""
    words = ["generate", "--url", f"{address}/openapi.json", "--meta", "none", "--fail-on-warning"]
    done = subprocess.run(
        [GENERATOR, *words, "--config", f"{HERE}/generator.json", "--output-path", f"{room}/livery_api"],
        capture_output=True, text=True, timeout=300)
    if done.returncode:
        raise SystemExit(f"openapi-client: the generator ends with {done.returncode}:\n{done.stdout[-4000:]}{done.stderr[-2000:]}")
    sys.path.insert(0, room)
    package = importlib.import_module("livery_api")
    for module in pkgutil.walk_packages(package.__path__, "livery_api."):
        importlib.import_module(module.name)
    return package


def use(api, address):
    """Reads, uploads, switches and follows, by the generated functions alone."""
    def call(name, *values, **named):
        return importlib.import_module(f"livery_api.api.{name}").sync(*values, client=client, **named)

    client = api.AuthenticatedClient(base_url=address, token=SECRET)
    models = importlib.import_module("livery_api.models")
    assert call("theme.get_theme_json").theme == "default"
    uploaded = call("themes.upload_theme", "autumn", body=models.ThemeDocument.from_dict(DOCUMENT))
    assert uploaded.name == "autumn" and uploaded.changed, uploaded
    before = call("following.get_changes").cursor
    switched = call("switching.switch_theme", body=models.SwitchOrder(theme="autumn", note="by a generated client"))
    assert (switched.theme, switched.previous) == ("autumn", "default"), switched
    assert call("switching.get_active").theme == "autumn"
    assert call("theme.get_theme_json").colors.to_dict()["accent"] == "#7a2e0e"
    changes = call("following.get_changes", since=before).changes
    assert [change.note for change in changes] == ["by a generated client"], changes
    refused = call("switching.switch_theme", body=models.SwitchOrder(theme="autum"))
    assert refused.status == 404 and "autumn" in refused.detail, refused


with tempfile.TemporaryDirectory(prefix="livery-openapi-") as room:
    server = Server(PROGRAM, os.path.join(HERE, "../../../Config"), LIVERY_TOKEN=SECRET)
    try:
        use(generate(server.address, room), server.address)
        print("openapi-client: the generated client imports, reads, uploads, switches and follows")
    finally:
        server.end()
