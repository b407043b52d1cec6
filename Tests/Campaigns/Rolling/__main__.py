"""Restarts three servers that share a log, one after another, under clients that wait for changes and hop.

    python3 Tests/Campaigns/Rolling PROGRAM CONFIG [--clients 10000] [--before EARLIER]

Each client follows one channel by long poll, asks another server after each answer, and any other one when one is
gone. Meanwhile somebody switches, and each server in turn is ended by SIGTERM and started again. At the end every
client must have received each change once, in order. The servers may begin with an earlier program: then two versions
use one log until the last server was restarted.
"""
import argparse
import contextlib
import resource
import sys
import tempfile
import time

from crowd import Crowd
from fleet import Database, Fleet
from writer import Writer

# What one process may have open, here and in each server.
FILES = 20_000
# For what never comes: on a machine ten times slower everything is there long before.
PATIENCE = 600


def until(crowd, what, holds):
    """Runs the clients until a condition holds."""
    end = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > end:
            sys.exit(f"{what} did not come in {PATIENCE} s: {crowd.state()}")
        crowd.step(0.05)


def roll(fleet, crowd, writer, program):
    for server in fleet.servers:
        until(crowd, "a crowd that waits", crowd.is_parked)
        writer.order(2)
        server.end()
        until(crowd, "the end of a server", server.has_ended)
        writer.order(2)
        until(crowd, "two switches while it is away", writer.is_idle)
        server.command[0] = program
        server.start()
        until(crowd, "the server's return", server.is_ready)
        writer.order(2)
        until(crowd, "two switches after its return", writer.is_idle)
        print(f"{server.address} was restarted; {crowd.state()}", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("config")
    parser.add_argument("--clients", type=int, default=10_000)
    parser.add_argument("--before", help="the program that the servers begin with")
    options = parser.parse_args()
    limit = min(FILES, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    if options.clients > limit - 200:
        sys.exit(f"So many clients need more than the {limit} open files that a process may have here.")
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="livery-rolling-"))
        database = stack.enter_context(Database())
        fleet = stack.enter_context(Fleet(options.before or options.program, options.config, database.url, folder))
        start = fleet.servers[0].cursor()
        writer = stack.enter_context(Writer(fleet.servers))
        crowd = stack.enter_context(Crowd(options.clients, fleet.servers, start))
        began = time.monotonic()
        roll(fleet, crowd, writer, options.program)
        until(crowd, "the last change at each client", lambda: crowd.has_reached(writer.cursors[-1]))
        crowd.judge(writer.cursors)
        print(f"{options.clients} clients were told {len(writer.cursors)} changes each, once and in order, "
              f"over {len(fleet.servers)} restarts in {time.monotonic() - began:.0f} s; {crowd.state()}")


main()
