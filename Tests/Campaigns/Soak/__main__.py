"""Everything that clients do at once, good and bad, for as long as one likes, with a table of what it costs the server."""

import argparse
import sys

from clients import CLIENTS
from world import World


def main():
    parser = argparse.ArgumentParser(prog="Scripts/soak")
    parser.add_argument("program")
    parser.add_argument("config")
    parser.add_argument("--seconds", type=int, default=10)
    arguments = parser.parse_args()
    world = World(arguments.program, arguments.config, arguments.seconds)
    try:
        world.run(CLIENTS)
        complaints = world.complaints()
    finally:
        world.end()
    for complaint in complaints:
        print(f"FAILED: {complaint}", file=sys.stderr)
    print("did not hold" if complaints else "held", world.summary())
    sys.exit(1 if complaints else 0)


main()
