"""A client that switches themes."""
import http.client
import queue
import threading
import time

THEMES = ["night", "default"]


class Writer:
    """Does each write at another server, under a key, until it is acknowledged, as a client should."""

    def __init__(self, servers):
        self.servers = servers
        # Of all writes that were acknowledged, in order.
        self.cursors = []
        self.orders = queue.Queue()
        self.left = 0

    def __enter__(self):
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.orders.put(None)
        self.thread.join()

    def order(self, count):
        self.left += count
        for _ in range(count):
            self.orders.put(len(self.cursors))

    def is_idle(self):
        return self.left == 0

    def run(self):
        number = 0
        while self.orders.get() is not None:
            self.cursors.append(self.switch(number))
            self.left -= 1
            number += 1

    def switch(self, number):
        body = f'{{"theme":"{THEMES[number % 2]}"}}'
        headers = {"Content-Type": "application/json", "Idempotency-Key": f"switch-{number}"}
        turn = number
        while True:
            turn += 1
            try:
                status, answer = self.servers[turn % len(self.servers)].ask("POST", "/v1/active", body, headers)
                if status == 200:
                    return answer["cursor"]
                if status != 503:
                    raise RuntimeError(f"a switch was refused: {status} {answer}")
            except (OSError, http.client.HTTPException):
                pass
            time.sleep(0.05)
