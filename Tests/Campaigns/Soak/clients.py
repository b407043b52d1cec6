"""What clients do. Each is called again and again until the run is over."""

import json
import os
import random
import signal
import socket
import time

from hostile import ATTACKS

TARGETS = [
    "/v1/theme", "/v1/theme?userInterfaceStyle=dark", "/v1/theme.css", "/v1/theme.xml", "/v1/theme.tokens.json",
    "/v1/colors/accent", "/v1/active", "/v1/channels", "/v1/themes", "/v1/kits", "/v1/outlook", "/",
    "/v1/appearance?for=UIButton&explain=all",
]
THEMES = ["default", "night", "new-year"]
JSON = {"Content-Type": "application/json"}


def probe(world, index):
    """Asks calmly on a connection of its own: its waits are the table's."""
    connection = world.connection()
    while not world.is_over.is_set():
        began = time.monotonic()
        world.ask(connection, "GET", random.choice(TARGETS[:6]))
        world.probe(time.monotonic() - began)
        world.pause(0.02)


def read(world, index):
    connection = world.connection()
    for _ in range(200):
        if world.is_over.is_set():
            break
        target = random.choice(TARGETS)
        answer, _ = world.ask(connection, "GET", target, headers={"Accept-Encoding": random.choice(["gzip", "identity"])})
        if tag := answer.getheader("ETag"):
            world.ask(connection, "GET", target, headers={"If-None-Match": tag}, expected=(200, 304))
        world.pause(0.01)
    connection.close()


def ask_unlike(world, index):
    """Requests that no other client sends, some of them with a wait."""
    connection = world.connection()
    for _ in range(50):
        if world.is_over.is_set():
            break
        target = f"/v1/theme?typesettingLanguage=x{random.getrandbits(40):x}"
        answer, _ = world.ask(connection, "GET", target)
        headers = {"If-None-Match": answer.getheader("ETag") or '"x"', "Prefer": "wait=1"}
        world.ask(connection, "GET", target, headers=headers, expected=(200, 304))
    connection.close()


def poll(world, index):
    """Many wait; half of them leave before they are answered."""
    connection = world.connection()
    answer, _ = world.ask(connection, "GET", "/v1/changes")
    connection.close()
    since = answer.getheader("Livery-Cursor")
    sockets = []
    for _ in range(40):
        client = socket.create_connection(("127.0.0.1", world.port), timeout=30)
        mode = random.choice(["latest", "all"])
        client.sendall(f"GET /v1/changes?since={since}&wait=2&mode={mode} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        sockets.append(client)
    world.pause(0.2)
    random.shuffle(sockets)
    for client in sockets[:20]:
        client.close()
    for client in sockets[20:]:
        if not client.recv(65536).startswith((b"HTTP/1.1 20", b"HTTP/1.1 503", b"HTTP/1.1 410")):
            world.trouble("a poller was not answered as it should be")
        client.close()
    world.count("polls", len(sockets))


def stream(world, index):
    client = socket.create_connection(("127.0.0.1", world.port), timeout=60)
    client.sendall(b"GET /v1/changes?mode=all HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n")
    end = time.monotonic() + random.uniform(1, 10)
    while time.monotonic() < end and not world.is_over.is_set():
        piece = client.recv(65536)
        if not piece:
            break
        world.count("events", piece.count(b"\nevent: "))
    client.close()


def read_history(world, index):
    connection = world.connection()
    answer, text = world.ask(connection, "GET", "/v1/history?limit=500")
    if answer.status == 200 and (cursor := json.loads(text).get("next")):
        world.ask(connection, "GET", f"/v1/history?limit=100&before={cursor}", expected=(200, 410))
    connection.close()
    world.pause(0.05)


def switch(world, index):
    connection = world.connection()
    for _ in range(100):
        if world.is_over.is_set():
            break
        body = json.dumps({"theme": random.choice(THEMES), "channel": random.choice(["main", "kiosk"])})
        answer, _ = world.ask(connection, "POST", "/v1/active", body, JSON)
        world.count("switches", int(answer.status == 200))
        world.pause(0.04)
    connection.close()


def upload(world, index):
    connection = world.connection()
    name = f"soak-{random.randrange(5)}"
    colors = {f"c{number}": f"#{random.getrandbits(24):06x}" for number in range(random.randrange(1, 200))}
    document = json.dumps({"extends": "default", "colors": colors})
    answer, _ = world.ask(connection, "PUT", f"/v1/themes/{name}", document, JSON, (200, 201))
    if random.random() < 0.3:
        world.ask(connection, "DELETE", f"/v1/themes/{name}", expected=(200, 204, 404))
    world.count("uploads")
    connection.close()
    world.pause(0.7)


def reload(world, index):
    path = os.path.join(world.config, "themes", "soak.json")
    with open(path + ".new", "w") as file:
        json.dump({"extends": "default", "colors": {"soaked": f"#{random.getrandbits(24):06x}"}}, file)
    os.replace(path + ".new", os.path.join(world.config, "themes", "soak.json"))
    world.process.send_signal(signal.SIGHUP)
    world.count("reloads")
    world.pause(3)


def attack(world, index):
    random.choice(ATTACKS)(world)
    world.count("hostile")
    world.pause(0.05)


CLIENTS = [
    (probe, 1), (read, 3), (ask_unlike, 2), (poll, 2), (stream, 3), (read_history, 2), (switch, 2), (upload, 1),
    (reload, 1), (attack, 3),
]
