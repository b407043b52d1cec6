"""When `livery.js` asks, by a hand clock: time passes only as a case says, so that no figure hangs on the machine."""

from scene import case

CLOCK = """
  const asked = []
  let now = 1e6
  let answer = () => ({ status: 500 })
  /** By their time, the next one last. */
  const timers = []
  const { port1, port2 } = new MessageChannel()
  const settled = () => new Promise((next) => {
    port1.onmessage = next
    port2.postMessage(0)
  })
  const set = (body, wait = 0, repeats = 0) => {
    const timer = { at: now + Math.max(0, wait), body, repeats }
    let [low, high] = [0, timers.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (timers[middle].at > timer.at) low = middle + 1
      else high = middle
    }
    timers.splice(low, 0, timer)
    return timer
  }
  Date.now = performance.now = () => now
  globalThis.setTimeout = (body, wait) => set(body, wait)
  globalThis.setInterval = (body, wait) => set(body, wait, wait)
  globalThis.clearTimeout = globalThis.clearInterval = (timer) => timer && (timer.body = undefined)
  globalThis.fetch = async (address, { headers }) => {
    const request = { who: address, at: now / 1000, headers }
    asked.push(request)
    const { status, text = "", wait = 0, ...fields } = answer(request)
    if (wait) await new Promise((next) => set(next, wait * 1000))
    return { status, headers: new Headers(fields), text: async () => text }
  }

  /** Lets time pass; what is due in the same moment is done before anything else. */
  const pass = async (seconds) => {
    const end = now + seconds * 1000
    await settled()
    while (timers.length && timers.at(-1).at <= end) {
      const { at, body, repeats } = timers.pop()
      if (!body) continue
      now = at
      if (repeats) set(body, repeats, repeats)
      body()
      await settled()
    }
    now = end
  }
  const good = (tag) => ({
    status: 200, text: ":root { --accent: red }", ETag: tag, "Content-Type": "text/css" })
  const { follow } = await import("/livery.js")
  let serialOfClients = 0
  const client = (options) => follow(`/v1/theme.css?${serialOfClients++}`, {
    share: false, keep: false, apply() {}, ...options })
  const gaps = () => asked.slice(1).map(({ at }, index) => at - asked[index].at)
"""


async def play(scene, script):
    """What a script says that has the clock in its hands."""
    tab = await scene.tab(scene.address(script=f"{CLOCK}\nwindow.result = await (async () => {{ {script} }})()"))
    await tab.until("window.result !== undefined")
    return await tab.ask("result")


async def outage(scene, clients, seconds):
    """When each client is back after an outage, and how often it asked in the first nine seconds of it."""
    return await play(scene, f"""
      for (let count = 0; count < {clients}; count++) client()
      const began = now / 1000
      await pass({seconds})
      const early = new Map()
      for (const {{ who, at }} of asked) if (at - began <= 9) early.set(who, (early.get(who) ?? 0) + 1)
      asked.length = 0
      answer = ({{ headers }}) => (headers.Prefer ? {{ ...good("1"), status: 304, wait: 25 }} : good("1"))
      await pass({seconds} + 1)
      const back = new Map()
      for (const {{ who, at }} of asked) if (!back.has(who)) back.set(who, at - began - {seconds})
      return [[...back.values()], Math.max(...early.values())]
    """)


async def comes_back(scene, clients, seconds):
    back, most = await outage(scene, clients, seconds)
    assert len(back) == clients, f"{len(back)} of {clients} are back"
    assert max(back) <= max(0.5, min(30, seconds)), f"the last one is back after {max(back)} s"
    assert most <= 14, f"one asked {most} times in 9 s"
    crowds = {}
    for time in back:
        crowds[int(time * 10)] = crowds.get(int(time * 10), 0) + 1
    assert max(crowds.values()) < clients / 2, f"{max(crowds.values())} came in the same tenth of a second"


@case
async def short_outage(scene):
    """2 000 clients by a hand clock are back before an outage of 2 s has lasted twice as long, and never in step"""
    await comes_back(scene, 2_000, 2)


@case
async def long_outage(scene):
    """200 clients, likewise after an outage of ten minutes"""
    await comes_back(scene, 200, 600)


@case
async def pauses(scene):
    """a pause is 30 to 100 % of the time that the trouble lasts, by a hand clock"""
    gaps = await play(scene, "client(); await pass(300); return gaps()")
    lasted = 0
    for gap in gaps:
        least, most = 0.3 * min(30, max(0.5, lasted)), min(30, max(0.5, lasted))
        assert least - 1e-6 <= gap <= most + 1e-6, f"paused {gap} s after {lasted} s"
        lasted += gap
    assert len(gaps) >= 10


@case
async def trouble_between(scene):
    """an answer between failures does not make them quick again, a second that is well does"""
    quick, pause = await play(scene, """
      let count = 0
      answer = () => (count++ % 2 ? good(`${count}`) : { status: 500 })
      client()
      await pass(9)
      const quick = asked.length
      answer = ({ headers }) => (headers.Prefer ? { ...good("1"), status: 304, wait: 25 } : good("1"))
      await pass(100)
      answer = () => ({ status: 500 })
      asked.length = 0
      await pass(26)
      return [quick, gaps()[0]]
    """)
    assert quick <= 28 and 0.15 <= pause <= 0.5, (quick, pause)


@case
async def retry_after(scene):
    """after a Retry-After nobody of a thousand asks earlier, nor later than a quarter more"""
    back = await play(scene, """
      answer = () => ({ status: 503, "Retry-After": "20" })
      for (let count = 0; count < 1000; count++) client()
      await pass(0)
      const began = now / 1000
      asked.length = 0
      answer = () => ({ ...good("1"), wait: 1000 })
      await pass(19.9)
      dispatchEvent(new Event("online"))
      await pass(20)
      return asked.map(({ at }) => at - began)
    """)
    assert len(back) == 1000 and min(back) >= 20 and max(back) <= 25, (len(back), min(back), max(back))
    assert max(back) - min(back) > 4, "spread over the quarter"


@case
async def quick_themes(scene):
    """themes in a row are asked for at once, from the sixth on five a second, by a hand clock"""
    gaps = await play(scene, """
      let count = 0
      answer = () => good(`${count++}`)
      client()
      await pass(10)
      return gaps()
    """)
    assert gaps[:4] == [0] * 4 and sum(gaps[:40]) >= 0.2 * 39 - 1, gaps


@case
async def polls(scene):
    """where a proxy takes Prefer away it asks every 15 s ± 20 %, by a hand clock"""
    gaps = await play(scene, """
      answer = ({ headers }) => (headers["If-None-Match"] ? { status: 304 } : good("1"))
      client()
      await pass(600)
      return gaps()
    """)
    assert gaps[0] == 0 and all(12 <= gap <= 18 for gap in gaps[1:]), gaps


@case
async def held_without_word(scene):
    """a 304 after half of the wait counts as held where a proxy took the word away"""
    gaps = await play(scene, """
      answer = ({ headers }) => (headers["If-None-Match"] ? { status: 304, wait: 20 } : good("1"))
      client()
      await pass(200)
      return gaps()
    """)
    assert all(gap == 20 for gap in gaps[1:]), gaps


@case
async def refused(scene):
    """a refusal is asked again after a minute, by a hand clock"""
    gaps = await play(scene, "answer = () => ({ status: 401 }); client(); await pass(600); return gaps()")
    assert gaps == [60] * 10, gaps


@case
async def given_up(scene):
    """a request that never ends is given up after the wait and 20 s, by a hand clock"""
    gaps = await play(scene, """
      answer = () => ({ ...good("1"), wait: 1e6 })
      client({ wait: 30 })
      await pass(51)
      return gaps()
    """)
    assert 50.15 <= gaps[0] <= 50.5, gaps
