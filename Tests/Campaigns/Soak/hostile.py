"""Requests that are meant to break something: whatever they get, the others must not feel it."""

import json
import os
import random
import socket
import time

JSON = {"Content-Type": "application/json"}


def connect(world, **options):
    client = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if "window" in options:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, options["window"])
    client.settimeout(60)
    client.connect(("127.0.0.1", world.port))
    return client


def send(world, data, is_answered=True):
    """Sends bytes and reads what comes, to the end. A connection that is torn down is an answer as well."""
    client = connect(world)
    try:
        client.sendall(data)
        client.shutdown(socket.SHUT_WR)
        while is_answered and client.recv(65536):
            pass
    except (ConnectionResetError, BrokenPipeError):
        pass
    finally:
        client.close()


def broken_heads(world):
    send(world, random.choice([
        b"POST /v1/check HTTP/1.1\r\nHost: x\r\nContent-Length: 5, 5\r\n\r\n",
        b"POST /v1/check HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", b"GET /%00 HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/9.9\r\nHost: x\r\n\r\n", b"GET  / HTTP/1.1\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc",
        b"GET /" + b"a" * 3000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X: y\r\n" * 900 + b"\r\n", os.urandom(2000),
    ]))


def slow_heads(world):
    clients = [connect(world) for _ in range(10)]
    for client in clients:
        client.sendall(b"GET /v1/theme HTTP/1.1\r\nHo")
    world.pause(0.5)
    for client in clients:
        client.close()


def wrong_names(world):
    nodes = [{"for": f"UIBarButtonIt{number:05x}"} for number in range(5000)]
    connection = world.connection()
    world.ask(connection, "POST", "/v1/appearance", json.dumps({"nodes": nodes}), JSON, (400,))
    connection.close()


def large_batches(world):
    nodes = [{"for": "UIButton", "in": "UIWindow/UIToolbar"}] * 8000
    client = connect(world, window=4096)
    body = json.dumps({"nodes": nodes}).encode()
    head = f"POST /v1/appearance HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    client.sendall(head.encode() + body)
    # It is not read.
    world.pause(1)
    client.close()


def old_cursors(world):
    connection = world.connection()
    answer, _ = world.ask(connection, "GET", "/v1/changes")
    epoch, revision = answer.getheader("Livery-Cursor").rsplit("-", 1)
    for back in range(0, 400, 20):
        since = f"{epoch}-{max(0, int(revision) - back)}"
        world.ask(connection, "GET", f"/v1/changes?since={since}&mode=all&wait=0", expected=(200, 204, 410))
    connection.close()


def hostile_documents(world):
    document = random.choice([
        {"colors": {f"c{number}": "{missing" + str(number) + "}" for number in range(2000)}},
        {"colors": {f"a{'-' if number % 2 else ''}b{number}": "red" for number in range(3000)}},
        {"appearance": [{"for": "UIButton", "set": {"tintColour": "red"}}] * 2000},
        [[[[[]]]]],
    ])
    connection = world.connection()
    world.ask(connection, "POST", "/v1/check", json.dumps(document), JSON)
    connection.close()


def unread_streams(world):
    clients = [connect(world, window=2048) for _ in range(5)]
    for client in clients:
        client.sendall(b"GET /v1/changes?mode=all HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n")
    world.pause(2)
    for client in clients:
        client.close()


def floods(world):
    """Many connections at once that send nothing and close."""
    clients = [connect(world) for _ in range(100)]
    time.sleep(0.05)
    for client in clients:
        client.close()


def foreign_writes(world):
    connection = world.connection()
    headers = {"Origin": "https://evil.example", "Content-Type": "application/x-www-form-urlencoded"}
    world.ask(connection, "POST", "/v1/active", "theme=night", headers, (403,))
    connection.close()


ATTACKS = [
    broken_heads, slow_heads, wrong_names, large_batches, old_cursors, hostile_documents, unread_streams, floods,
    foreign_writes,
]
