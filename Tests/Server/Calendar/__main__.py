"""Compares the calendar of a server with its occurrences, as icalendar and recurring-ical-events read it.

    python Tests/Server/Calendar PROGRAM
"""

import datetime
import json
import pathlib
import random
import sys
import urllib.parse
import zoneinfo

import icalendar
import recurring_ical_events

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "Tools"))
from server import Server  # noqa: E402

UTC = datetime.timezone.utc
YEARS = 3
ZONES = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca", "Asia/Calcutta", "UTC"]
RULES = [
    "FREQ=DAILY", "FREQ=DAILY;INTERVAL=3", "FREQ=WEEKLY;BYDAY=SA,SU", "FREQ=MONTHLY;BYDAY=-1FR", "FREQ=MONTHLY;BYMONTHDAY=31",
    "FREQ=DAILY;COUNT=40", "FREQ=YEARLY;BYMONTH=12", "FREQ=DAILY;UNTIL=20280415", "FREQ=MONTHLY;BYDAY=1MO,3MO;INTERVAL=2",
]  # fmt: skip
TIMES = [("20:00", 600), ("02:30", 60), ("01:45", 30), ("00:00", 1440), ("02:10", 20)]


def ask(server, *words):
    return json.loads(server.ask(*words))


def plan(server, zone, rule, time, minutes, number):
    """Enters a plan, from the first day on which its rule allows it."""
    start = datetime.datetime.fromisoformat(f"2027-01-01T{time}")
    body = {"theme": "default", "repeat": rule, "zone": zone, "note": f"Nr. {number}; a, b \\ {'é' * 90}\nnext line"}
    for _ in range(2):
        end = start + datetime.timedelta(minutes=minutes)
        body |= {"from": f"{start:%Y-%m-%dT%H:%M}", "until": f"{end:%Y-%m-%dT%H:%M}"}
        try:
            return ask(server, "POST", "/v1/schedule", body, 201)["schedule"]["id"]
        except RuntimeError:
            start = datetime.datetime.fromisoformat(ask(server, "POST", "/v1/schedule", body, 400)["instead"])
    raise AssertionError(f"{rule} begins nowhere")


def occurrences(server, schedule, start, end):
    """Returns the moments of the occurrences that begin in a time, page by page."""
    found, span = [], {"from": start.isoformat(), "until": end.isoformat(), "limit": 500}
    while True:
        query = urllib.parse.urlencode(span)
        page = ask(server, "GET", f"/v1/schedule/{schedule}/occurrences?{query}")
        found += page["occurrences"]
        if not page["more"]:
            return {(moment(one["from"]), moment(one["until"])) for one in found}
        span |= {"from": found[-1]["from"], "after": found[-1]["occurrence"]}


def moment(text):
    return datetime.datetime.fromisoformat(text)


def change_some(server, schedule, start, end, source):
    query = urllib.parse.urlencode({"from": start.isoformat(), "until": end.isoformat(), "limit": 30})
    known = ask(server, "GET", f"/v1/schedule/{schedule}/occurrences?{query}")["occurrences"]
    for one in source.sample(known, min(4, len(known))):
        ask(server, "POST", f"/v1/schedule/{schedule}/skip", {"occurrence": one["occurrence"]})
    for one in source.sample(known, min(3, len(known))):
        later = datetime.datetime.fromisoformat(one["occurrence"]) + datetime.timedelta(hours=5)
        body = {"occurrence": one["occurrence"], "from": f"{later:%Y-%m-%dT%H:%M}"}
        ask(server, "POST", f"/v1/schedule/{schedule}/move", body)


def main():
    source = random.Random(1)
    server = Server(sys.argv[1], "Config")
    start = datetime.datetime(2027, 1, 1, tzinfo=UTC)
    end = start.replace(year=start.year + YEARS)
    plans = []
    for number, (zone, rule) in enumerate((zone, rule) for zone in ZONES for rule in RULES):
        plans.append(plan(server, zone, rule, *source.choice(TIMES), number))
        if number % 2:
            change_some(server, plans[-1], start, end, source)
    calendar = icalendar.Calendar.from_ical(server.bytes("/v1/schedules.ics"))
    events = {}
    for event in recurring_ical_events.of(calendar).between(start - datetime.timedelta(days=2), end):
        span = tuple(event[name].dt.astimezone(UTC) for name in ("DTSTART", "DTEND"))
        events.setdefault(str(event["UID"]), set()).add(span)
    wrong = total = 0
    for schedule in plans:
        expected = occurrences(server, schedule, start, end)
        found = {one for one in events.get(f"{schedule}@livery", set()) if start <= one[0] < end}
        total += len(expected)
        if found != expected:
            wrong += 1
            text = server.ask("GET", f"/v1/schedule/{schedule}")
            print(text, "missing", sorted(expected - found)[:3], "more", sorted(found - expected)[:3], sep="\n")
    assert {zone.tz_name for zone in calendar.walk("VTIMEZONE")} == set(ZONES)
    print(f"{total} events of {len(plans)} plans read back, {wrong} plans differ")
    server.end()
    sys.exit(wrong > 0)


main()
