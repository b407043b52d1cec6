"""The checks of each proxy. The documentation of a check is the sentence that holds."""

import hashlib
import json
import os
import re
import subprocess
import threading
import time
from urllib.parse import urljoin

from proxies import PATIENCE, TOKEN, fail, until

CHECKS = []


def check(action):
    CHECKS.append(action)
    return action


def expect(condition, words):
    if not condition:
        fail(words)


class Waiting:
    """A request in a thread of its own, which the server holds."""

    def __init__(self, site, path, **headers):
        before = site.figure("livery_parked_clients")
        self.thread = threading.Thread(target=self.ask, args=(site, path), kwargs=headers, daemon=True)
        self.thread.start()
        until(f"{path} is held", lambda: site.figure("livery_parked_clients") > before)

    def ask(self, site, path, **headers):
        self.answered = site.ask(path, **headers)

    def reply(self):
        self.thread.join(PATIENCE)
        return self.answered


def variants(count):
    """Style sheets that no check has requested before."""
    for _ in range(count):
        variants.last += 1
        yield f"/v1/theme.css?displayScale=1.{variants.last:04}"


variants.last = 0


@check
def wait(site):
    """A request that waits is held, and answered by the switch."""
    for headers in ({}, {"Accept_Encoding": "gzip"}):
        # From the cache, as that of most clients.
        tag = [site.ask("/v1/theme.css", **headers) for _ in range(3)][-1].headers["ETag"]
        ended = site.ask("/v1/theme.css", If_None_Match=tag, Prefer="wait=1", **headers)
        expect(ended.status == 304 and ended.headers["Preference-Applied"] == "wait=1", f"the wait ended with {ended.status}")
        waiting = Waiting(site, "/v1/theme.css", If_None_Match=tag, Prefer="wait=50", **headers)
        site.switch("night" if not headers else "default")
        reply = waiting.reply()
        expect(reply.status == 200 and reply.headers["ETag"] != tag, f"the switch answered with {reply.status}")
        expect(reply.headers["Preference-Applied"] == "wait=50", "the answer does not confirm the wait")


@check
def crowd(site):
    """Clients with one representation wait at one address, with one request where there is a cache."""
    sheet = site.ask("/v1/theme.css")
    if "LIVERY_CROWD_SLOT" not in site.settings():
        return
    before = site.figure("livery_parked_clients")
    answered = []

    def follow(reply):
        for _ in range(100):
            reply = site.ask("/v1/theme.css" + reply.headers["Livery-Next"])
            if reply.status != 204:
                break
        answered.append(reply)

    threads = [threading.Thread(target=follow, args=[sheet], daemon=True) for _ in range(5)]
    for thread in threads:
        thread.start()
    least, most = (1, 2) if site.collapses else (5, 5)
    until("the clients wait", lambda: site.figure("livery_parked_clients") >= before + least)
    time.sleep(2)
    held = site.figure("livery_parked_clients") - before
    expect(held <= most, f"the server holds {held} requests of five clients")
    site.switch("night")
    for thread in threads:
        thread.join(PATIENCE)
    expect(len(answered) == 5, f"{len(answered)} of five clients have an answer")
    for reply in answered:
        expect(reply.status == 200 and reply.headers["ETag"] != sheet.headers["ETag"], f"a client got {reply.status}")
    # It is led back to the first theme, and not by an answer that a cache still has.
    site.switch("default")
    reply = answered[0]
    while reply.headers["ETag"] != sheet.headers["ETag"]:
        reply = site.ask("/v1/theme.css" + reply.headers["Livery-Next"])
        expect(reply.status in (200, 204), f"a client got {reply.status}")


@check
def feed(site):
    """A long poll and an event stream pass piece by piece."""
    cursor = site.ask("/v1/changes").headers["Livery-Cursor"]
    poll = Waiting(site, f"/v1/changes?since={cursor}&wait=50")
    stream = site.open("/v1/changes", Accept="text/event-stream")
    lines = iter(lambda: stream.readline().decode(), "")
    expect(any("event: present" in line for line in lines), "the stream does not begin")
    site.switch("night")
    expect('"theme":"night"' in poll.reply().text, "the poll has no change")
    expect(any("event: changes" in line for line in lines), "the stream has no change")
    stream.close()
    site.switch("default")


@check
def poison(site):
    """Nothing that a client sends changes what others get."""
    attacks = [
        {"Host": "evil.example"}, {"Host": "localhost", "X_Forwarded_Host": "evil.example"},
        {"X_Forwarded_Prefix": "/evil"}, {"X_Forwarded_Proto": "evil"}, {"X_Forwarded_Port": "666"},
        {"Forwarded": "for=127.0.0.1;host=evil.example;proto=evil"}, {"X_Forwarded_For": "evil"},
        {"X_Forwarded_Host": "evil.example", "X_Forwarded_Prefix": "/evil", "X_Original_URL": "/evil", "Referer": "evil"},
        {"If_None_Match": '"evil"'}, {"Range": "bytes=0-3"}, {"Authorization": "Bearer evil"}, {"Prefer": "wait=evil"},
    ]
    honest = site.ask(next(variants(1))).text
    for attack, path in zip(attacks, variants(len(attacks))):
        site.ask(path, **attack)
        for _ in range(2):
            reply = site.ask(path)
            expect(reply.status == 200 and reply.text == honest, f"{attack} changes what others get: {reply.status} {reply.text[:300]}")
            expect("evil" not in str(reply.headers), f"{attack} is in the headers of others: {reply.headers}")
    for forged in ({}, {"X_Forwarded_For": "127.0.0.1"}, {"Forwarded": "for=127.0.0.1"}):
        reply = site.ask("/v1/active", "POST", b'{"theme":"night"}', Content_Type="application/json", **forged)
        expect(reply.status == 401, f"a write without a token got {reply.status} with {forged}")


@check
def hosts(site):
    """Each host has its brand, from the cache too, and nothing that a client sends shows it that of another."""
    if "LIVERY_HOSTS_FILE" not in site.settings():
        return
    brands = {"acme": "night", "nord": "new-year"}
    for brand, theme in brands.items():
        site.switch(theme, channel=brand)

    def shown(host, path="/v1/theme", **headers):
        reply = site.ask(path, Host=host, **headers)
        return json.loads(reply.text)["theme"] if reply.status == 200 else reply.status

    def expect_brands(path, why):
        for _ in range(2):
            for brand, theme in brands.items():
                found = shown(f"{brand}.brands.example", path)
                expect(found == theme, f"{why}: {brand} has {found}")
            expect(shown("localhost", path) == "default", f"{why}: another host has {shown('localhost', path)}")

    attacks = [
        {"X_Forwarded_Host": "nord.brands.example"}, {"Forwarded": "host=nord.brands.example"},
        {"X_Host": "nord.brands.example"}, {"X_Original_Host": "nord.brands.example"}, {"X_Forwarded_Server": "nord.brands.example"},
    ]
    for number, attack in enumerate(attacks):
        path = f"/v1/theme?displayScale=2.{number}"
        expect(shown("acme.brands.example", path, **attack) == "night", f"{attack} changes the brand")
        expect_brands(path, f"after {attack}")
    forms = {
        "ACME.Brands.example": "night", "acme.brands.example.": "night", "acme.brands.example:9": "night",
        "x.acme.brands.example": "default", ".brands.example": "default", "*.brands.example": "default",
        "acme.brands.example,nord.brands.example": "default", "gone.brands.example": 404, "acme.brands.example/nord": 400,
    }
    for number, (form, expected) in enumerate(forms.items()):
        path = f"/v1/theme?displayScale=3.{number}"
        for _ in range(2):
            found = shown(form, path)
            expect(found in (expected, 400), f"the host {form} has {found}")
        expect_brands(path, f"after the host {form}")
    # Answers that a crowd shares are the same for each host.
    following = site.ask("/v1/theme", Host="acme.brands.example").headers["Livery-Next"]
    expect("channel=acme" in following, f"the address of a crowd is {following}")
    known, slot = re.fullmatch(r"(.*&since=.*)&slot=(\d+)", re.sub("held=[^&]*", "held=other", following)).groups()
    for host in ("evil.example", "nord.brands.example", "acme.brands.example"):
        expect(shown(host, f"/v1/theme{known}&slot={slot}") == "night", f"a crowd sees another brand at {host}")
    for ahead in (4, 1_000_000, 10**30):
        for _ in range(2):
            reply = site.ask(f"/v1/theme{known}&slot={int(slot) + ahead}", Host="acme.brands.example")
            expect(reply.status == 400 and not is_hit(reply), f"a slot far ahead got {reply.status}")


@check
def images(site):
    """Images in style sheets and in JSON have the address of the proxy, and it sends them."""
    sheet = re.findall(r'url\("([^"]+)"\)', site.ask("/v1/theme.css").text)
    json_urls = [image["url"] for image in json.loads(site.ask("/v1/theme").text)["images"].values() if "url" in image]
    expect(sheet and json_urls, "the theme has no image")
    for url in sheet + json_urls:
        whole = urljoin(site.url, url)
        expect(whole.startswith(f"{site.url}/v1/files/"), f"the URL of an image is {url}")
        image = site.ask(whole.removeprefix(site.url))
        expect(image.status == 200 and image.headers.get_content_maintype() == "image", f"{url}: {image.status}")


def is_hit(reply):
    return reply.headers.get("X-Cache") == "HIT"


@check
def cache(site):
    """A cache answers clients that do not wait, and has the new theme after a switch."""
    for path, is_cached in (
        ("/v1/theme.css", site.caches_sheets), ("/livery.js", site.caches_sheets), ("/v1/theme", site.caches_json)):
        expect(any(is_hit(site.ask(path)) for _ in range(20)) == is_cached, f"{path} is {'not ' * is_cached}cached")
    old = site.ask("/v1/theme.css").text
    site.switch("night")
    until("the new theme", lambda: site.ask("/v1/theme.css").text != old)
    cursor = site.ask("/v1/theme.css", Authorization="Bearer none", Prefer="wait=0")
    expect(not is_hit(cursor), "the cache answers a client that waits or shows a token")
    fresh = site.ask("/v1/theme.css", Livery_Cursor=site.ask("/v1/active").headers["Livery-Cursor"])
    expect(not is_hit(fresh), "the cache answers a client that has seen a later cursor")
    site.switch("default")


@check
def hints(site):
    """JSON of a web theme has a variant for each client hint, and each is cached."""
    site.switch("paper", channel="shop")
    dark, light = '"dark"', '"light"'
    for _ in range(3):
        replies = [site.ask("/v1/theme?channel=shop", Sec_CH_Prefers_Color_Scheme=word) for word in (dark, light)]
        colors = [json.loads(reply.text)["colors"]["paper"] for reply in replies]
        expect(colors == ["#16140f", "#fbf8f1"], f"the variants are {colors}")
    if site.caches_json:
        for word in (dark, light):
            asked = [site.ask("/v1/theme?channel=shop", Sec_CH_Prefers_Color_Scheme=word) for _ in range(20)]
            expect(any(map(is_hit, asked)), f"the variant {word} is not cached: {asked[0].headers['Vary']}")


@check
def upload(site):
    """Twenty megabytes pass in both directions."""
    picture = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 80_000
    url = json.loads(site.write("PUT", "/v1/images/poster.png", picture, "image/png").text)["url"]
    sent = site.ask(url.removeprefix(site.url))
    expect(sent.status == 200 and hashlib.sha256(sent.bytes).digest() == hashlib.sha256(picture).digest(), f"{url}: {sent.status}")


@check
def condition(site):
    """The condition of a write passes."""
    refused = site.ask(
        "/v1/themes/night", "PUT", b"{}", Content_Type="application/json", If_None_Match="*",
        Authorization=site.authorization)
    expect(refused.status == 412, f"a theme that exists was uploaded as a new one: {refused.status}")


@check
def command(site):
    """The commands reach the server by its public URL, and the interface names that."""
    environment = {**os.environ, "LIVERY_TOKEN": TOKEN, "LIVERY_SERVER": site.url}
    trust = ["--ca", site.authority()] if site.scheme == "https" else []
    for words in (["switch", "night"], ["export", str(site.folder / "bundle")], ["switch", "default"]):
        done = subprocess.run([site.program, *words, *trust], env=environment, capture_output=True, text=True, timeout=PATIENCE)
        expect(done.returncode == 0, f"livery {' '.join(words)}: {done.stdout}{done.stderr}")
    expect(any((site.folder / "bundle/images").iterdir()), "the bundle has no image")
    server = json.loads(site.ask("/openapi.json").text)["servers"][0]["url"]
    expect(urljoin(f"{site.url}/", server).rstrip("/") == site.url, f"the interface names the server {server}")


def check_away(site):
    """While the server is away, a cache has its last responses."""
    paths = ["/v1/theme.css", "/v1/theme", "/livery.js", "/v1/theme?channel=shop"]
    known = {path: site.ask(path).text for path in paths}
    site.server.kill()
    site.server.wait()
    until("an answer for a client that waits", lambda: site.ask("/v1/theme.css", Prefer="wait=1").status in (502, 503, 504))
    # The lifetime of the responses.
    time.sleep(1.5)
    for path in paths if site.serves_stale else []:
        for _ in range(3):
            reply = site.ask(path)
            expect(reply.status == 200 and reply.text == known[path], f"{path}: {reply.status}")
