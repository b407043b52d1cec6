"""What clients of several servers with one log see: `fleet.py notice ROUNDS A B` and `fleet.py gap A B < /dev/null`.

A and B are addresses of two servers. `notice` has a client parked at B while A is switched, so many times, and prints
the median and the 99th percentile of the time from the acknowledgement at A to the answer at B, in milliseconds.
`gap` switches at A and B in turn until its input says that the primary was killed, and prints for how many seconds
nothing was acknowledged around that.
"""
import http.client
import json
import sys
import threading
import time

THEMES = ['night', 'default']


def connect(address):
    host, port = address.split(':')
    return http.client.HTTPConnection(host, int(port), timeout=60)


def ask(connection, method, target, body=None, headers=None):
    """The status, the headers and the body of an answer."""
    connection.request(method, target, body, headers or {})
    reply = connection.getresponse()
    return reply.status, reply.headers, reply.read()


def switch(connection, theme, headers=None):
    kind = {'Content-Type': 'application/json'} | (headers or {})
    return ask(connection, 'POST', '/v1/active', json.dumps({'theme': theme}), kind)


def notice(rounds, near, far):
    here, there = connect(near), connect(far)
    _, headers, _ = ask(there, 'GET', '/v1/changes')
    cursor, times = headers['Livery-Cursor'], []
    for number in range(rounds):
        there.request('GET', f'/v1/changes?since={cursor}&wait=50')
        # Until it is parked.
        time.sleep(0.02)
        heard = []

        def hear():
            reply = there.getresponse()
            heard.append((time.monotonic(), reply.headers['Livery-Cursor'], reply.status))
            reply.read()

        listener = threading.Thread(target=hear)
        listener.start()
        status, _, body = switch(here, THEMES[number % 2])
        acknowledged = time.monotonic()
        if status != 200:
            sys.exit(f'a switch was refused: {body!r}')
        listener.join()
        moment, cursor, status = heard[0]
        if status == 200:
            times.append(max(0.0, moment - acknowledged) * 1000)
    times.sort()
    print(f'{times[len(times) // 2]:.2f} {times[len(times) * 99 // 100]:.2f}')


def gap(near, far):
    """A write is tried again under the same key until it is acknowledged, as a client should."""
    killed = []
    threading.Thread(target=lambda: killed.append(sys.stdin.readline()), daemon=True).start()
    last, longest, after, number = time.monotonic(), 0.0, 0, 0
    while after < 20:
        number += 1
        key = {'Idempotency-Key': f'gap-{number}'}
        for turn in range(10_000):
            try:
                status, _, _ = switch(connect((near, far)[(number + turn) % 2]), THEMES[number % 2], key)
                if status == 200:
                    break
            except OSError:
                pass
            time.sleep(0.005)
        now = time.monotonic()
        if killed:
            longest = max(longest, now - last)
            after += 1
        last = now
    print(f'{longest:.2f}')


if sys.argv[1] == 'notice':
    notice(int(sys.argv[2]), *sys.argv[3:5])
else:
    gap(*sys.argv[2:4])
