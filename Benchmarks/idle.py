"""Says what the program is made of, and what a server takes in memory that nobody asks anything: tables of Markdown.

usage: idle.py LIVERY FOLDER
"""
import collections
import os
import pathlib
import re
import subprocess
import sys
import time

import cost
from cost import Server, row

PROGRAM, WORK = sys.argv[1], pathlib.Path(sys.argv[2])
MEBI = 1 << 20
SECTIONS = [
    ("code", r"\.text|\.plt.*|\.init|\.fini"),
    ("constants, with the page and all that comes along", r"\.rodata.*"),
    ("what the Swift runtime looks types up by", r"swift5.*|__.*|\.data\.rel\.ro.*"),
    ("what is found for exceptions and back traces", r"\.eh_frame.*|\.gcc_except_table"),
    ("what the loader fits in", r"\.rela.*|\.dyn.*|\.gnu.*|\.got.*|\.init_array|\.fini_array|\.interp|\.note.*"),
    ("data that changes", r"\.data|\.t?bss|\.tdata|\.tm_clone_table"),
    ("names of functions and lines, which `strip` takes off", r"\.symtab|\.strtab|\.shstrtab|\.debug.*|\.comment"),
]


def print_program():
    sizes, rest = collections.Counter(), os.path.getsize(PROGRAM)
    listing = subprocess.run(["readelf", "-SW", PROGRAM], check=True, capture_output=True, text=True).stdout
    for line in re.findall(r"^ +\[ *\d+\] (\S.*)$", listing, re.MULTILINE):
        name, kind, _, _, size = line.split()[:5]
        if kind in ("NULL", "NOBITS"):
            continue
        part = next((part for part, pattern in SECTIONS if re.fullmatch(pattern, name)), "other")
        sizes[part] += int(size, 16)
        rest -= int(size, 16)
    print("| the program's file | MB |\n|---|---:|")
    for part, size in sizes.most_common():
        print(f"| {part} | {size / 1e6:.1f} |")
    print(f"| between its parts | {max(0, rest) / 1e6:.1f} |")
    print(f"| all of it | {os.path.getsize(PROGRAM) / 1e6:.1f} |\n")


def print_code():
    """By whose it is: functions and constants by the modules in their mangled names."""
    modules = sorted(path.name for path in (cost.ROOT / "Sources").iterdir() if path.is_dir())
    sizes = collections.Counter()
    listing = subprocess.run(["nm", "--print-size", "--defined-only", PROGRAM], check=True, capture_output=True, text=True)
    for line in listing.stdout.splitlines():
        fields = line.split()
        if len(fields) != 4 or fields[2] not in "tTwWvVrRdD":
            continue
        sizes[owner(fields[3], modules)] += int(fields[1], 16)
    print("| functions and constants of | MB |\n|---|---:|")
    for part, size in sizes.most_common():
        print(f"| {part} | {size / 1e6:.2f} |")
    print()


def owner(symbol, modules):
    named = re.match(r"\$s(\d+)([A-Za-z_]+)", symbol)
    if named:
        name = named.group(2)[: int(named.group(1))]
        return f"`{name}`" if name in modules else "Swift's libraries"
    return "Swift's libraries" if re.match(r"\$s|_?swift|_ZN?K?5swift|_ZN\d*swift", symbol) else "C, and what has no module"


def mapping(path):
    if path == os.path.realpath(PROGRAM):
        return "the program, from its file"
    if path.startswith("/"):
        return f"`{re.sub(r'[.]so.*', '.so', os.path.basename(path))}`" if ".so" in path else "other files"
    return {"[heap]": "the heap", "[stack]": "stacks"}.get(path, "what was mapped beside the heap, stacks of threads among it")


def memory(server):
    """Resident and private bytes, by what they are of."""
    resident, private = collections.Counter(), collections.Counter()
    part = None
    for line in open(f"/proc/{server.process.pid}/smaps"):
        fields = line.split()
        if not fields[0].endswith(":"):
            part = mapping(fields[5] if len(fields) > 5 else "")
        elif fields[0] == "Rss:":
            resident[part] += int(fields[1]) * 1024
        elif fields[0] in ("Private_Dirty:", "Private_Clean:"):
            private[part] += int(fields[1]) * 1024
    return resident, private


def print_memory():
    config = cost.folder(WORK / "config", 2)
    with Server(PROGRAM, WORK, config) as server:
        client = server.connect()
        client.get("/healthz")
        time.sleep(3)
        resident, private = memory(server)
        for target in ("/v1/theme", "/v1/theme.css", "/v1/active", "/metrics", "/"):
            client.get(target)
        asked = sum(memory(server)[0].values())
    print("| idle memory | resident MB | of it private MB |\n|---|---:|---:|")
    for part, size in resident.most_common():
        if size >= 100_000:
            print(f"| {part} | {size / 1e6:.2f} | {private[part] / 1e6:.2f} |")
    total = sum(resident.values())
    print(f"| all of it | {total / 1e6:.2f} | {sum(private.values()) / 1e6:.2f} |")
    print(f"| all of it, once five things were asked for that need other parts of the program | {asked / 1e6:.2f} | |\n")
    print("| target | measured | asked | |\n|---|---|---|---|")
    row("resident memory of an idle server", f"{total / 1e6:.1f} MB", "under 15 MB", total < 15e6)


print_program()
print_code()
print_memory()
