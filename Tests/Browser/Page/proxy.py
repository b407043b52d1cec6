"""A proxy that has the server under a path, as a gateway of a company does."""

import http.client
import http.server
import threading
import urllib.parse


class Proxy:
    def __init__(self, address, path):
        target = urllib.parse.urlsplit(address).netloc

        class Passing(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def pass_on(self):
                if not self.path.startswith(path):
                    return self.send_error(404)
                length = int(self.headers.get("Content-Length", 0))
                headers = {name: value for name, value in self.headers.items() if name.lower() not in ("host", "connection", "accept-encoding")}
                # The server hears of a name of its own machine: a proxy beside it needs no token for these tests.
                headers["Origin"] = headers["Referer"] = f"http://{target}"
                connection = http.client.HTTPConnection(target, timeout=600)
                try:
                    connection.request(self.command, "/" + self.path[len(path):], self.rfile.read(length), headers)
                    self.answer(connection.getresponse())
                except (OSError, http.client.HTTPException):
                    self.close_connection = True
                finally:
                    connection.close()

            def answer(self, answer):
                self.send_response(answer.status)
                for name, value in answer.getheaders():
                    if name.lower() not in ("transfer-encoding", "connection", "content-length", "date", "server"):
                        self.send_header(name, value)
                self.send_header("Connection", "close")
                self.end_headers()
                self.close_connection = True
                while part := answer.read1(65536):
                    self.wfile.write(part)
                    self.wfile.flush()

            def log_message(self, *_):
                pass

            do_GET = do_POST = do_PUT = do_DELETE = pass_on

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Passing)
        self.server.daemon_threads = True
        self.server.block_on_close = False
        self.address = f"http://127.0.0.1:{self.server.server_port}{path}"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
