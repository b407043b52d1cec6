#!/usr/bin/env python3
"""Writes rules with the occurrences that python-dateutil and zoneinfo give, for the tests of plans that repeat.

    record.py COUNT [SEED] > rules.txt     # from random rules in random zones; COUNT 0 leaves only the chosen ones
    record.py --campaign COUNT [SEED]      # such a file of any size, in all zones, and the tests with it

A line beginning with `zone` is a zone with its file of tzdata in hexadecimal digits. Each other line is a zone, a rule, the local
beginning and end of the first occurrence, and then the names of occurrences with both their moments in seconds.
"""
import contextlib
import datetime
import itertools
import os
import pathlib
import random
import subprocess
import sys
import zoneinfo

try:
    from dateutil import rrule
except ImportError:
    sys.exit("dateutil is missing: 'Scripts/set-up python3-dateutil' installs it.")

FOLDER = pathlib.Path(zoneinfo.TZPATH[0])
LAST = datetime.datetime(2041, 1, 1)
CHOSEN = [
    # RFC 5545, section 3.8.5.3, as far as the rules are supported.
    ("America/New_York", "FREQ=DAILY;COUNT=10", "1997-09-02T09:00", 60),
    ("America/New_York", "FREQ=DAILY;UNTIL=19971224T000000Z", "1997-09-02T09:00", 60),
    ("America/New_York", "FREQ=DAILY;INTERVAL=2", "1997-09-02T09:00", 60),
    ("America/New_York", "FREQ=DAILY;INTERVAL=10;COUNT=5", "1997-09-02T09:00", 60),
    ("America/New_York", "FREQ=YEARLY;UNTIL=20000131T140000Z;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA", "1998-01-01T09:00", 60),
    ("America/New_York", "FREQ=DAILY;UNTIL=20000131T140000Z;BYMONTH=1", "1998-01-01T09:00", 60),
    ("America/New_York", "FREQ=WEEKLY;COUNT=10", "1997-09-02T09:00", 60),
    ("America/New_York", "FREQ=WEEKLY;INTERVAL=2;COUNT=8;BYDAY=TU,TH", "1997-09-02T09:00", 60),
    ("America/New_York", "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU", "1997-08-05T09:00", 60),
    ("America/New_York", "FREQ=MONTHLY;COUNT=10;BYDAY=1FR", "1997-09-05T09:00", 60),
    ("America/New_York", "FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU", "1997-09-07T09:00", 60),
    ("America/New_York", "FREQ=MONTHLY;COUNT=6;BYDAY=-2MO", "1997-09-22T09:00", 60),
    ("America/New_York", "FREQ=MONTHLY;BYMONTHDAY=-3", "1997-09-28T09:00", 60),
    ("America/New_York", "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15", "1997-09-02T09:00", 60),
    ("America/New_York", "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1", "1997-09-30T09:00", 60),
    ("America/New_York", "FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15", "1997-09-10T09:00", 60),
    ("America/New_York", "FREQ=MONTHLY;INTERVAL=2;BYDAY=TU", "1997-09-02T09:00", 60),
    ("America/New_York", "FREQ=YEARLY;COUNT=10;BYMONTH=6,7", "1997-06-10T09:00", 60),
    ("America/New_York", "FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3", "1997-03-10T09:00", 60),
    ("America/New_York", "FREQ=YEARLY;BYMONTH=3;BYDAY=TH", "1997-03-13T09:00", 60),
    ("America/New_York", "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "1998-02-13T09:00", 60),
    ("America/New_York", "FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13", "1997-09-13T09:00", 60),
    ("America/New_York", "FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8", "1996-11-05T09:00", 60),
    # Gaps, times that come twice, a day that is left out, 29 February, half an hour of summer time.
    ("Europe/Berlin", "FREQ=DAILY", "2026-12-01T20:00", 600),
    ("Europe/Berlin", "FREQ=DAILY", "2026-03-01T02:30", 60),
    ("Europe/Berlin", "FREQ=DAILY", "2026-03-01T01:45", 30),
    ("Europe/Berlin", "FREQ=DAILY", "2026-10-01T02:30", 15),
    ("Europe/Berlin", "FREQ=DAILY", "2026-03-01T02:30", 40),
    ("Pacific/Apia", "FREQ=DAILY", "2011-12-01T10:00", 600),
    ("Pacific/Kwajalein", "FREQ=DAILY", "1993-08-01T10:00", 60),
    ("Australia/Lord_Howe", "FREQ=DAILY", "2026-09-01T02:15", 60),
    ("Africa/Casablanca", "FREQ=DAILY", "2026-01-01T02:30", 60),
    ("America/Godthab", "FREQ=DAILY", "2026-03-01T22:30", 60),
    ("Europe/Dublin", "FREQ=WEEKLY;BYDAY=SU", "2026-01-04T01:30", 60),
    ("Asia/Calcutta", "FREQ=YEARLY", "2028-02-29T12:00", 60 * 24),
    ("UTC", "FREQ=MONTHLY", "2026-01-31T00:00", 60),
]


def rule_of(random):
    freq = random.choice(["DAILY", "WEEKLY", "MONTHLY", "YEARLY"])
    parts = [f"FREQ={freq}"]
    days = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
    if random.random() < 0.5:
        parts.append(f"INTERVAL={random.choice([1, 2, 3, 4, 5, 7, 12, 30, 100])}")
    if random.random() < 0.4:
        some = random.sample(days, random.randint(1, 4))
        # Days with and without numbers side by side: dateutil wants both to hold, RFC 5545 one of them.
        if freq == "MONTHLY" and random.random() < 0.7:
            some = [random.choice(["1", "2", "3", "4", "5", "-1", "-2", "-5", "+3"]) + day for day in some]
        parts.append("BYDAY=" + ",".join(some))
    if random.random() < 0.3:
        parts.append("BYMONTH=" + ",".join(str(n) for n in random.sample(range(1, 13), random.randint(1, 4))))
    if freq != "WEEKLY" and random.random() < 0.3:
        choices = list(range(1, 32)) + list(range(-31, 0))
        parts.append("BYMONTHDAY=" + ",".join(str(n) for n in random.sample(choices, random.randint(1, 5))))
    ending = random.random()
    if ending < 0.2:
        parts.append(f"COUNT={random.choice([1, 2, 10, 50, 400])}")
    elif ending < 0.3:
        parts.append(f"UNTIL={random.randint(2027, 2039)}0{random.randint(1, 9)}{random.randint(10, 28)}")
    elif ending < 0.4:
        parts.append(f"UNTIL={random.randint(2027, 2039)}0{random.randint(1, 9)}{random.randint(10, 28)}T023000")
    random.shuffle(parts)
    return ";".join(parts)


def naive(text, start, zone):
    """Returns dateutil's rule on local times. A day as UNTIL is the whole day there too."""
    text = text.replace("+", "")
    parts = dict(part.split("=") for part in text.split(";"))
    until = parts.pop("UNTIL", None)
    found = rrule.rrulestr(";".join(f"{k}={v}" for k, v in parts.items()), dtstart=start)
    if until is None:
        return found
    if until.endswith("Z"):
        end = datetime.datetime.strptime(until, "%Y%m%dT%H%M%SZ").replace(tzinfo=datetime.timezone.utc)
        return itertools.takewhile(lambda one: moment(one, zone) <= end.timestamp(), found)
    form = "%Y%m%d" if len(until) == 8 else "%Y%m%dT%H%M%S"
    end = datetime.datetime.strptime(until, form) + datetime.timedelta(days=len(until) == 8, seconds=-(len(until) == 8))
    return itertools.takewhile(lambda one: one <= end, found)


def moment(local, zone):
    return int(local.replace(tzinfo=zone, fold=0).timestamp())


def occurrences(name, rule, start, minutes, most):
    zone = zoneinfo.ZoneInfo(name)
    length = datetime.timedelta(minutes=minutes)
    for local in itertools.islice(naive(rule, start, zone), 20_000):
        if local >= LAST or most == 0:
            return
        begin, end = moment(local, zone), moment(local + length, zone)
        if end > begin:
            most -= 1
            yield f"{local:%Y-%m-%dT%H:%M} {begin} {end}"


def line(name, rule, start, minutes, most=25):
    first = datetime.datetime.fromisoformat(start)
    until = first + datetime.timedelta(minutes=minutes)
    return [name, rule, f"{first:%Y-%m-%dT%H:%M}", f"{until:%Y-%m-%dT%H:%M}"] + list(
        occurrences(name, rule, first, minutes, most)
    )


def near_change(random, zone):
    """Returns a local time near one of the changes of a clock, or any."""
    day = datetime.datetime(random.randint(2005, 2030), random.randint(1, 12), random.randint(1, 28))
    if random.random() < 0.6:
        before = day.replace(tzinfo=zone).utcoffset()
        for _ in range(366):
            day += datetime.timedelta(days=1)
            if day.replace(tzinfo=zone).utcoffset() != before:
                day -= datetime.timedelta(days=random.randint(0, 2))
                break
    return day + datetime.timedelta(minutes=random.choice([0, 15, 90, 120, 150, 175, 180, 1200, 1410, random.randint(0, 1439)]))


def random_line(random, zones):
    name = random.choice(zones)
    zone = zoneinfo.ZoneInfo(name)
    while True:
        rule, start = rule_of(random), near_change(random, zone)
        free = ";".join(part for part in rule.split(";") if part.split("=")[0] not in ("UNTIL", "COUNT"))
        first = next(iter(naive(free, start, zone)), None)
        if first and first.year < 2026:
            return line(name, rule, f"{first:%Y-%m-%dT%H:%M}", random.choice([15, 40, 60, 600, 1440, 20_000]))


def around_changes(name):
    """Yields plans of three days around each change of a clock from 1970 to 2040, at times that it leaves out or repeats."""
    zone, day = zoneinfo.ZoneInfo(name), datetime.timedelta(days=1)
    offset = lambda moment: moment.astimezone(zone).utcoffset()
    at = datetime.datetime(1970, 1, 2, tzinfo=datetime.timezone.utc)
    while at.year < LAST.year:
        low, at = at, at + day
        if offset(low) == offset(at):
            continue
        high, before, after = at, offset(low), offset(at)
        while high - low > datetime.timedelta(minutes=1):
            middle = low + (high - low) / 2
            low, high = (middle, high) if offset(middle) == before else (low, middle)
        local = high.replace(tzinfo=None) + min(before, after) + abs(after - before) / 2
        yield line(name, "FREQ=DAILY;COUNT=3", f"{local - day:%Y-%m-%dT%H:%M}", 45)


def write(count, seed):
    source = random.Random(seed)
    zones = sorted(name for name in zoneinfo.available_timezones() if name[0].isupper() and name != "Factory")
    if count <= 1000:
        zones = source.sample(zones, 24) + ["Europe/Berlin", "Pacific/Apia"]
    lines = [line(*one) for one in CHOSEN] + [random_line(source, zones) for _ in range(count)]
    if count > 1000:
        clocks = {(FOLDER / name).read_bytes(): name for name in zones}
        lines += [one for name in clocks.values() for one in around_changes(name)]
    for name in sorted({one[0] for one in lines}):
        print("zone", name, (FOLDER / name).read_bytes().hex(), sep="\t")
    for one in lines:
        print(*one, sep="\t")


def main():
    arguments = [word for word in sys.argv[1:] if word != "--campaign"]
    count, seed = int(arguments[0]), int(arguments[1]) if len(arguments) > 1 else 1
    if len(arguments) == len(sys.argv) - 1:
        return write(count, seed)
    with open(".build/plans.txt", "w") as file, contextlib.redirect_stdout(file):
        write(count, seed)
    tests = ["swift", "test", "--disable-xctest", "--filter", "RecurrenceTests"]
    sys.exit(subprocess.run(tests, env=os.environ | {"LIVERY_PLANS": ".build/plans.txt"}).returncode)


main()
