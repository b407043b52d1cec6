"""Stand-ins of the APIs by which two CDNs purge. They check what the real ones check, and answer errors in their form."""

import http.server
import json
import re
import threading

FASTLY_KEY = "a-fastly-key-of-the-page-about-operating"
CLOUDFLARE_TOKEN = "a-cloudflare-token-of-the-page-about-operating"


class Refusal(Exception):
    """The status and the document of an error."""


class API(http.server.BaseHTTPRequestHandler):
    """Takes requests at the paths of a subclass, and lists what was purged."""

    protocol_version = "HTTP/1.1"

    def take(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        try:
            status, document = 200, self.purge(body)
        except Refusal as refusal:
            status, document = refusal.args
        data = json.dumps(document).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    do_GET = do_POST = do_PUT = do_DELETE = do_PURGE = take

    def log_message(self, *words):
        """Logs nothing: standard error is for failures."""


class Fastly(API):
    """`POST /service/{id}/purge/{key}`: purges what the origin tagged with a surrogate key."""

    def purge(self, body):
        path = re.fullmatch(r"/service/([A-Za-z0-9]{22})/purge/([^/?\s]{1,1024})", self.path)
        if not self.headers.get("fastly-key"):
            raise Refusal(401, {"msg": "Provided credentials are missing or invalid"})
        if self.headers["fastly-key"] != FASTLY_KEY:
            raise Refusal(403, {"msg": "You are not authorized to perform this action"})
        if not path:
            raise Refusal(404, {"msg": "Record not found", "detail": "Cannot load service"})
        if self.command != "POST":
            raise Refusal(405, {"msg": "Method not allowed"})
        self.server.purged.append(path.group(2))
        return {"status": "ok", "id": f"108-1391560174-{len(self.server.purged)}"}


class Cloudflare(API):
    """`POST /client/v4/zones/{id}/purge_cache`: purges files, tags, hosts or prefixes, or everything."""

    WAYS = ("purge_everything", "files", "tags", "hosts", "prefixes")

    def purge(self, body):
        if not re.fullmatch(r"/client/v4/zones/[0-9a-f]{32}/purge_cache", self.path):
            raise self.refusal(404, 7003, f"Could not route to {self.path}, perhaps your object identifier is invalid?")
        if self.command != "POST":
            raise self.refusal(405, 10405, "Method not allowed for this authentication scheme")
        bearer = re.fullmatch(r"Bearer (\S+)", self.headers.get("authorization", ""))
        if not bearer:
            raise self.refusal(400, 6003, "Invalid request headers")
        if bearer.group(1) != CLOUDFLARE_TOKEN:
            raise self.refusal(401, 10000, "Authentication error")
        if self.headers.get_content_type() != "application/json":
            raise self.refusal(415, 10415, "Content-Type must be application/json")
        return self.purge_document(body)

    def purge_document(self, body):
        try:
            document = json.loads(body)
        except ValueError:
            raise self.refusal(400, 6007, "Malformed JSON in request body") from None
        ways = [way for way in self.WAYS if isinstance(document, dict) and document.get(way)]
        if len(ways) != 1 or set(document) != set(ways):
            names = '"purge_everything", "files", "tags", "hosts" or "prefixes"'
            raise self.refusal(400, 1012, f"Request must contain one of {names}")
        values = document[ways[0]]
        if ways[0] == "files" and not (
            len(values) <= 30 and all(re.fullmatch(r"https?://[^/\s]+/\S*", value) for value in values)
        ):
            raise self.refusal(400, 1016, "Unable to purge, files must be absolute URLs, at most 30")
        self.server.purged += values if isinstance(values, list) else ["*"]
        return {"success": True, "errors": [], "messages": [], "result": {"id": "9a7806061c88ada191ed06f989cc3dac"}}

    @staticmethod
    def refusal(status, code, message):
        return Refusal(status, {"success": False, "errors": [{"code": code, "message": message}], "messages": [], "result": None})


def start(api):
    """Starts one of the two on a free port, until the process ends. Returns its address, and the list of what it purged."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), api)
    server.daemon_threads, server.purged = True, []
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}", server.purged
