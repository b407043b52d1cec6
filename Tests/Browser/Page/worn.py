"""After a switch, a bar says how many of those who wait have it."""

import http.client
import json
import threading

from play import open_page, scenario, switch


def wait(world, tag):
    """A client that waits for the channel, and comes back with what it got."""
    connection = http.client.HTTPConnection("127.0.0.1", world.port, timeout=60)
    for _ in range(2):
        connection.request("GET", "/v1/theme", headers={"If-None-Match": tag, "Prefer": "wait=30"} if tag else {})
        answer = connection.getresponse()
        answer.read()
        tag = answer.headers["ETag"]
    connection.request("GET", "/v1/theme", headers={"If-None-Match": tag, "Prefer": "wait=30"})
    return connection


@scenario("after a switch a bar fills with the clients that have it, and says so in figures")
def worn(world):
    page = open_page(world)
    page.get_by_role("article", name="Night").wait_for()
    held = []
    thread = threading.Thread(target=lambda: held.append(wait(world, "")))
    thread.start()
    world.until(lambda: json.loads(world.ask("v1/channels/main/clients"))["waiting"] == 1)
    switch(page, "Night").get_by_role("button", name="Switch", exact=True).click()
    bar = page.get_by_role("progressbar", name="Clients with Night")
    bar.wait_for()
    page.get_by_text("1 of 1 waiting clients have Night").wait_for()
    assert not world.axe(page), world.axe(page)
    thread.join()
    held[0].close()
