// The stream of all changes. `fetch` reads it, since an EventSource can't send a token. The tabs of a browser share it,
// since a browser has six connections for a server, and a stream for each tab would use them up.
import { base, send, tokenMark } from "./server.js"

/** @typedef {"connecting" | "connected" | "reconnecting" | "offline" | "refused"} Connection */
/**
 * @typedef {{
 *   state: (connection: Connection) => void,
 *   tell: (event: string, data: any) => void
 * }} Listener
 */

/** Slightly more than two heartbeats: after that time the server is gone. */
const silence = 40_000

/** @type {Connection} */
let connection = "connecting"
let cursor = ""
/** The time at which failures began; 0 for none. */
let trouble = 0
/** @type {(() => void) | null} */
let wake = null
/** @type {AbortController | null} */
let holding = null
/** @type {BroadcastChannel | null} */
let tabs = null
let heard = Date.now()
/** @type {Listener} */
let listener

/** @param {Listener} to */
export function follow(to) {
  listener = to
  document.addEventListener("visibilitychange", () => (document.hidden ? leave() : enter()))
  addEventListener("pagehide", leave)
  addEventListener("pageshow", event => event.persisted && enter())
  addEventListener("online", () => wake?.())
  setInterval(watch, 5_000)
  enter()
}

/** Each token has its own stream, since the events may differ. */
export function followAnew() {
  leave()
  cursor = ""
  become("connecting")
  enter()
}

function enter() {
  if (holding || document.hidden) return
  const own = (holding = new AbortController())
  listen()
  hold(own.signal, false)
}

/** A hidden tab holds no connection. */
function leave() {
  holding?.abort()
  holding = null
  tabs?.close()
  tabs = null
}

function listen() {
  if (typeof BroadcastChannel === "undefined") return
  heard = Date.now()
  tabs = new BroadcastChannel(place())
  tabs.onmessage = ({ data }) => {
    heard = Date.now()
    if (data.ask) return void (turn && announce())
    if (data.cursor) cursor = data.cursor
    if (data.state) become(data.state)
    if (data.event) listener.tell(data.event, data.data)
  }
  tabs.postMessage({ ask: true })
}

const place = () => `livery ${base.pathname} ${tokenMark()}`

/**
 * Reads the stream while this tab is the reader.
 * @param {AbortSignal} signal
 * @param {boolean} steal
 */
function hold(signal, steal) {
  const term = new AbortController()
  signal.addEventListener("abort", () => term.abort())
  const read = () => reading(term.signal)
  if (!navigator.locks || !tabs) return void read()
  navigator.locks.request(place(), steal ? { steal } : { signal }, read).catch(() => {
    term.abort()
    // Another tab became the reader, since this one was silent for too long. It queues again.
    if (!signal.aborted) hold(signal, false)
  })
}

/** A frozen tab stays the reader and reads nothing, so another tab takes over. */
function watch() {
  if (!holding || turn || !tabs || Date.now() - heard < silence) return
  heard = Date.now()
  hold(holding.signal, true)
}

/**
 * Reads as long as this tab is the reader.
 * @type {AbortSignal | null}
 */
let turn = null

/** @param {AbortSignal} term */
async function reading(term) {
  if (term.aborted) return
  turn = term
  while (!term.aborted) {
    const pause = await once(term)
    if (pause > 0 && !term.aborted) await rest(pause, term)
  }
  if (turn === term) turn = null
}

/**
 * Reads until the stream ends. Returns the pause before the next attempt.
 * @param {AbortSignal} signal
 */
async function once(signal) {
  const end = new AbortController()
  const stop = () => end.abort()
  signal.addEventListener("abort", stop)
  let guard = setTimeout(stop, silence)
  try {
    const answer = await send("v1/changes?channel=*&mode=all", { headers: headers(), signal: end.signal })
    if (!answer.ok || !answer.body) return refused(answer)
    trouble = 0
    tellState("connected")
    await pieces(answer.body, () => {
      clearTimeout(guard)
      guard = setTimeout(stop, silence)
    })
    return signal.aborted ? 0 : afterEnd()
  } catch {
    return signal.aborted ? 0 : quiet()
  } finally {
    clearTimeout(guard)
    signal.removeEventListener("abort", stop)
  }
}

/** @returns {Record<string, string>} */
function headers() {
  return { Accept: "text/event-stream", ...(cursor ? { "Last-Event-ID": cursor } : {}) }
}

/** The server ends each stream after some minutes. That is a failure only if the next one ends immediately. */
let ended = 0
function afterEnd() {
  const isSoon = Date.now() - ended < 5_000
  ended = Date.now()
  return isSoon ? quiet() : 1
}

/** @param {Response} answer */
function refused(answer) {
  if (answer.status === 401 || answer.status === 403) {
    tellState("refused")
    return 60_000
  }
  const after = Number(answer.headers.get("Retry-After"))
  const pause = quiet()
  return after > 0 ? after * 1000 * (1 + Math.random() / 4) : pause
}

/** Returns a random part of the time since the first failure, so that not all clients return at once. */
function quiet() {
  if (!trouble) trouble = Date.now()
  const lasting = Date.now() - trouble
  tellState(lasting > 3_000 ? "offline" : "reconnecting")
  return Math.min(Math.max(lasting, 500), 30_000) * (0.3 + 0.7 * Math.random())
}

/**
 * @param {number} pause
 * @param {AbortSignal} signal
 */
function rest(pause, signal) {
  return new Promise(done => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener("abort", end)
      if (wake === end) wake = null
      done(undefined)
    }
    const timer = setTimeout(end, pause)
    signal.addEventListener("abort", end)
    wake = end
  })
}

/**
 * @param {ReadableStream<Uint8Array>} body
 * @param {() => void} alive
 */
async function pieces(body, alive) {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ""
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    alive()
    text += decoder.decode(value, { stream: true })
    const events = text.split("\n\n")
    text = events.pop() ?? ""
    for (const event of events) take(event)
    if (!events.length) continue
    tabs?.postMessage({ state: connection, cursor })
  }
}

/** @param {string} text an event, or a comment */
function take(text) {
  const fields = text.split("\n").map(line => /^(id|event|data): ?(.*)$/.exec(line) ?? [])
  const field = (/** @type {string} */ name) => fields.filter(([, kind]) => kind === name).map(([, , words]) => words)
  const [event] = field("event")
  cursor = field("id")[0] ?? cursor
  if (!event) return
  const data = JSON.parse(field("data").join("\n"))
  if (event === "gone") cursor = data.cursor ?? ""
  tabs?.postMessage({ state: connection, cursor, event, data })
  listener.tell(event, data)
}

/** @param {Connection} state */
function tellState(state) {
  become(state)
  announce()
}

function announce() {
  tabs?.postMessage({ state: connection, cursor })
}

/** @param {Connection} state */
function become(state) {
  if (state === connection && state !== "refused") return
  connection = state
  listener.state(state)
}
