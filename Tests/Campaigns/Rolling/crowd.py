"""Thousands of clients in one process, each with one connection at a time."""
import errno
import heapq
import json
import random
import re
import select
import socket
import sys
import time

HEAD_END = b"\r\n\r\n"
LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
CURSOR = re.compile(rb"\r\nlivery-cursor: *([^\r]+)", re.IGNORECASE)
RETRY = re.compile(rb"\r\nretry-after: *(\d+)", re.IGNORECASE)


class Client:
    def __init__(self, number, cursor):
        self.turn, self.cursor = number, cursor
        # The cursors of the changes that it received, in order.
        self.heard = []
        self.socket, self.pending = None, b""
        self.is_asking = False


class Crowd:
    def __init__(self, count, servers, start):
        self.servers = servers
        self.clients = [Client(number, start) for number in range(count)]
        self.epoll = select.epoll()
        self.asking = {}
        # The times at which clients retry.
        self.pauses = []
        self.complaints = []
        self.answers, self.refusals, self.breaks = 0, 0, 0
        self.random = random.Random(16)

    def __enter__(self):
        for number in range(len(self.clients)):
            self.pause(self.clients[number], number / 5000)
        return self

    def __exit__(self, *_):
        for client in self.clients:
            self.leave(client)
        self.epoll.close()

    # What the one who plays the rest wants to know.

    def is_parked(self):
        """Whether all have asked and none was answered yet."""
        return not self.pauses and all(client.is_asking for client in self.clients) and self.waiting() == len(self.clients)

    def waiting(self):
        """How many clients the servers hold."""
        total = 0
        for server in self.servers:
            try:
                total += server.parked()
            except OSError:
                pass
        return total

    def has_reached(self, cursor):
        return all(client.cursor == cursor for client in self.clients)

    def state(self):
        return f"{self.answers} answers, {self.refusals} refusals, {self.breaks} connections that ended"

    def judge(self, cursors):
        """Ends the process if a client did not receive exactly the acknowledged changes, each once and in order."""
        wrong = [client.heard for client in self.clients if client.heard != cursors]
        if wrong:
            self.complaints.append(f"{len(wrong)} clients were told something else than {cursors}; one of them {wrong[0]}")
        if self.complaints:
            sys.exit("\n".join(self.complaints[:9]))

    # The life of the clients.

    def step(self, seconds):
        """Plays all clients for a while."""
        end = time.monotonic() + seconds
        while (now := time.monotonic()) < end:
            while self.pauses and self.pauses[0][0] <= now:
                self.ask(heapq.heappop(self.pauses)[2])
            until = min(end, self.pauses[0][0]) if self.pauses else end
            for number, events in self.epoll.poll(max(0, until - time.monotonic()), 4096):
                self.take(self.asking[number], events)

    def pause(self, client, seconds):
        client.is_asking = False
        heapq.heappush(self.pauses, (time.monotonic() + seconds, id(client), client))

    def leave(self, client):
        if client.socket is None:
            return
        del self.asking[client.socket.fileno()]
        self.epoll.unregister(client.socket)
        client.socket.close()
        client.socket, client.pending = None, b""

    def ask(self, client):
        """At another server than before."""
        self.leave(client)
        client.turn += 1
        server = self.servers[client.turn % len(self.servers)]
        client.socket = socket.socket()
        client.socket.setblocking(False)
        code = client.socket.connect_ex((server.host, server.port))
        self.asking[client.socket.fileno()] = client
        self.epoll.register(client.socket, select.EPOLLOUT)
        client.is_asking = True
        if code not in (0, errno.EINPROGRESS):
            self.fail(client)

    def fail(self, client):
        """The connection is lost: the cursor is good elsewhere."""
        self.breaks += 1
        self.leave(client)
        self.pause(client, self.random.uniform(0, 1))

    def take(self, client, events):
        try:
            if events & select.EPOLLOUT:
                self.send(client)
                return
            data = client.socket.recv(65536)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self.fail(client)
            return
        client.pending += data
        self.read(client)

    def send(self, client):
        code = client.socket.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
        if code:
            raise OSError(code, "connecting")
        # Shorter than what a socket takes at once.
        client.socket.send(
            f"GET /v1/changes?since={client.cursor}&mode=all&wait=50 HTTP/1.1\r\nHost: livery\r\n\r\n".encode())
        self.epoll.modify(client.socket, select.EPOLLIN)

    def read(self, client):
        head, mark, body = client.pending.partition(HEAD_END)
        length = LENGTH.search(head)
        if not mark or len(body) < (int(length[1]) if length else 0):
            return
        status = int(head.split(b" ", 2)[1])
        if status == 503:
            self.refusals += 1
            retry = RETRY.search(head)
            self.leave(client)
            self.pause(client, self.random.uniform(0.5, 1) * int(retry[1] if retry else 1))
            return
        self.answers += 1
        if status == 200:
            answer = json.loads(body)
            client.heard += [change["cursor"] for change in answer["changes"]]
            client.cursor = answer["cursor"]
        elif status == 204:
            client.cursor = CURSOR.search(head)[1].decode()
        else:
            self.complaints.append(f"a client got {status}: {body[:300]!r}")
        self.ask(client)
