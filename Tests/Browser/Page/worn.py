"""After a switch, a bar says how many of those who wait have it."""

import contextlib
import http.client
import json
import threading

from play import open_page, scenario, switch


def wait(world, tag, **last):
    """A client that waits for the channel, and comes back with what it got, and perhaps with more header fields."""
    connection = http.client.HTTPConnection("127.0.0.1", world.port, timeout=60)
    for _ in range(2):
        connection.request("GET", "/v1/theme", headers={"If-None-Match": tag, "Prefer": "wait=30"} if tag else {})
        answer = connection.getresponse()
        answer.read()
        tag = answer.headers["ETag"]
    connection.request("GET", "/v1/theme", headers={"If-None-Match": tag, "Prefer": "wait=30", **last})
    return connection


@contextlib.contextmanager
def switched(world, **last):
    """The page after a switch to Night, for which a client waited."""
    page = open_page(world)
    page.get_by_role("article", name="Night").wait_for()
    held = []
    thread = threading.Thread(target=lambda: held.append(wait(world, "", **last)))
    thread.start()
    world.until(lambda: json.loads(world.ask("v1/channels/main/clients"))["waiting"] == 1)
    switch(page, "Night").get_by_role("button", name="Switch", exact=True).click()
    yield page
    thread.join()
    held[0].close()


@scenario("after a switch a bar fills with the clients that have it, and says so in figures")
def worn(world):
    with switched(world) as page:
        page.get_by_role("progressbar", name="Clients with Night").wait_for()
        page.get_by_text("1 of 1 waiting clients have Night").wait_for()
        assert not world.axe(page), world.axe(page)


@scenario("the bar says why clients refused the theme, and the reasons stay")
def refused(world):
    with switched(world, **{"Livery-Refused": "no theme in it"}) as page:
        page.get_by_text("1 refused it: 1 × “no theme in it”").wait_for()


@scenario("a switch is made with a guard, says who waits, and says why it was taken back")
def guarded(world):
    page = open_page(world)
    page.get_by_role("article", name="Night").wait_for()
    dialog = switch(page, "Night")
    dialog.get_by_text("0 clients wait for a change of main; of fewer than 10 none is taken back.").wait_for()
    dialog.get_by_role("checkbox", name="Take back unless 95 % have it after 30 s").check()
    dialog.get_by_role("button", name="Switch", exact=True).click()
    page.get_by_role("status", name="Notices").get_by_text("main shows Night now. ").wait_for()
    guard = world.get("v1/active")["guard"]
    assert (guard["holding"], guard["within"]) == (0.95, 30), guard
    gone = [wait_once(world) for _ in range(12)]
    world.until(lambda: world.get("v1/channels/main/clients")["waiting"] == 12)
    world.ask("v1/active", "POST", json.dumps({"theme": "aurora", "guard": {"holding": 0.95, "within": 1}}))
    for connection in gone:
        connection.getresponse().read()
        connection.close()
    page.get_by_role("status", name="Notices").get_by_text("Taken back: main shows Night again. 0 of 12 hold it after 1 s").wait_for()


def wait_once(world):
    """A client that waits for a change, and does not come back."""
    connection = http.client.HTTPConnection("127.0.0.1", world.port, timeout=60)
    connection.request("GET", "/v1/theme")
    answer = connection.getresponse()
    answer.read()
    connection.request("GET", "/v1/theme", headers={"If-None-Match": answer.headers["ETag"], "Prefer": "wait=30"})
    return connection
