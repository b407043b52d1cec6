// Follows a theme of a Livery server, as docs/clients.md and livery.d.ts describe.

/** The sheets on the page by address.
 * @type {Map<string, CSSStyleSheet>} */
const sheets = new Map()

const absolute = (/** @type {string} */ address) => new URL(address, document.baseURI).href

/** Returns the page's own sheets for an address: links and rendered styles.
 * @param {string} address
 * @returns {any[]} */
const elements = (address) =>
  [...document.querySelectorAll("link[href], style[data-livery]")].filter(
    (/** @type {any} */ element) => absolute(element.href ?? element.dataset.livery) == address)

/** @type {(text: string, address: string) => void} */
export function put(text, address) {
  address = absolute(address)
  const sheet = sheets.get(address) ?? new CSSStyleSheet()
  sheets.set(address, sheet)
  // In a constructed sheet an address without a host is the page's.
  const [server] = address.split("/v1/")
  sheet.replaceSync(`@layer livery{${text.replaceAll('url("/v1/', `url("${server}/v1/`)}}`)
  // The last sheet wins, also if a page alternates between two.
  document.adoptedStyleSheets = [...document.adoptedStyleSheets.filter((other) => other != sheet), sheet]
  for (const element of elements(address)) element.disabled = true
}

/** Returns whether the page's own sheet has loaded, by its effect, since a failed link looks like any other.
 * @type {(address: string, text: string) => boolean} */
const isLoaded = (address, text) =>
  elements(address).length > 0 &&
  getComputedStyle(document.documentElement).getPropertyValue(/--[\w-]+/.exec(text)?.[0] ?? "") != ""

const form = (/** @type {string} */ address) => /\.(css|xml)$/.exec(new URL(address).pathname)?.[1] ?? "json"

/** Throws if a text is no representation.
 * @type {(text: string, address: string) => void} */
function check(text, address) {
  if (form(address) == "json") JSON.parse(text)
  if (form(address) == "css") {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    if (!sheet.cssRules.length) throw SyntaxError("No rule in it.")
  }
}

class Follower extends EventTarget {
  /** @type {import("./livery").State} */
  state = "loading"
  text = ""
  tag = ""
  #address
  #options
  #name
  /** The tag of the applied text. */
  #shown = ""
  /** When failures began, and the first good response since. */
  #began = 0
  #well = 0
  /** Before this time the server accepts no request. */
  #until = 0
  #warned = false
  /** Aborted once the tab is hidden.
   * @type {AbortController | undefined} */
  #stay
  /** The same, while this tab sends the requests for all.
   * @type {AbortController | undefined} */
  #leading
  /** @type {BroadcastChannel | undefined} */
  #channel
  /** @type {number | undefined} */
  #watchdog
  #life = new AbortController()
  /** Ends a request or pause. */
  #wake = () => {}
  /** Wakes loops. */
  #turn = new EventTarget()

  /**
   * @param {string} address
   * @param {import("./livery").Options} options */
  constructor(address, options = {}) {
    super()
    this.#address = absolute(address)
    this.#options = { keep: true, share: true, wait: 25, ...options }
    this.#name = `livery ${this.#address}`
    const start = options.seed ?? this.#kept()
    if (start) {
      this.tag = start.tag
      this.text = start.text
      this.state = options.seed ? "live" : "kept"
      this.#show()
    }
    const { signal } = this.#life
    const look = () => (document.hidden ? this.#rest() : this.#begin())
    document.addEventListener("visibilitychange", look, { signal })
    addEventListener("pageshow", (event) => event.persisted && look(), { signal })
    addEventListener("pagehide", () => this.#leave(), { signal })
    addEventListener("online", () => this.#wake(), { signal })
    look()
  }

  stop() {
    this.#life.abort()
    this.#leave()
    this.#turn.dispatchEvent(new Event("turn"))
  }

  async *[Symbol.asyncIterator]() {
    let told = ""
    try {
      while (!this.#life.signal.aborted) {
        if (this.tag != told) {
          told = this.tag
          yield this.text
        } else await new Promise((next) => this.#turn.addEventListener("turn", next, { once: true }))
      }
    } finally {
      this.stop()
    }
  }

  // The known theme

  #kept() {
    if (!this.#options.keep) return
    try {
      const [tag, text] = JSON.parse(localStorage.getItem(this.#name) ?? "")
      check(text, this.#address)
      return { tag, text }
    } catch {}
  }

  /**
   * @param {string} tag
   * @param {string} text */
  #take(tag, text) {
    this.tag = tag
    this.text = text
    try {
      if (this.#options.keep && this.#leading) localStorage.setItem(this.#name, JSON.stringify([tag, text]))
    } catch {}
  }

  #show() {
    if (this.#shown == this.tag || (this.state != "live" && isLoaded(this.#address, this.text))) return
    this.#shown = this.tag
    try {
      if (this.#options.apply) this.#options.apply(this.text, this.#address)
      else if (form(this.#address) == "css") put(this.text, this.#address)
    } catch (error) {
      reportError(error)
    }
    this.dispatchEvent(new Event("change"))
    this.#turn.dispatchEvent(new Event("turn"))
  }

  /** @param {import("./livery").State} state */
  #stand(state) {
    if (state == this.state) return
    this.state = state
    this.dispatchEvent(new Event("state"))
  }

  // One tab sends requests, the others listen

  #begin(steal = false) {
    if (this.#stay) return
    const stay = (this.#stay = new AbortController())
    const lead = () => this.#lead(stay)
    if (!this.#options.share || !navigator.locks || !globalThis.BroadcastChannel) return void lead()
    this.#listen()
    navigator.locks.request(this.#name, steal ? { steal } : { signal: stay.signal }, lead).catch((error) => {
      if (stay.signal.aborted) return
      if (error.name != "AbortError") return lead()
      // Another tab heard nothing from this one, and took over.
      this.#rest()
      this.#begin()
    })
  }

  #rest() {
    this.#stay?.abort()
    this.#stay = this.#leading = undefined
    clearTimeout(this.#watchdog)
    this.#wake()
  }

  #leave() {
    this.#rest()
    this.#channel?.close()
    this.#channel = undefined
  }

  #listen() {
    this.#channel ??= new BroadcastChannel(this.#name)
    this.#channel.onmessage = ({ data }) => {
      if (!data) return this.#tell()
      if (this.#leading) return
      this.#watch()
      this.#until = data.until
      if (data.tag) this.#take(data.tag, data.text)
      this.#stand(data.state)
      this.#show()
    }
    this.#channel.postMessage(null)
    this.#watch()
  }

  #tell() {
    const { tag, text, state } = this
    if (this.#leading) this.#channel?.postMessage({ tag, text, state, until: this.#until })
  }

  #watch() {
    clearTimeout(this.#watchdog)
    if (!this.#stay) return
    const takeOver = () => {
      this.#rest()
      this.#begin(true)
    }
    this.#watchdog = setTimeout(takeOver, (this.#options.wait + 15) * 1000)
  }

  // Requests

  /** @param {AbortController} stay */
  async #lead(stay) {
    const { signal } = stay
    if (signal.aborted) return
    this.#leading = stay
    clearTimeout(this.#watchdog)
    const beat = setInterval(() => this.#tell(), 10_000)
    for (let seconds = 0; ; this.#tell()) {
      await this.#pause(seconds, signal)
      if (signal.aborted) break
      seconds = await this.#ask(signal)
    }
    clearInterval(beat)
  }

  /** Waits for some seconds or until woken, at least as long as the server said.
   * @param {number} seconds
   * @param {AbortSignal} signal */
  async #pause(seconds, signal) {
    let end = Date.now() + seconds * 1000
    const left = () => Math.max(end, this.#until) - Date.now()
    for (; left() > 0 && !signal.aborted; end = 0) {
      await new Promise((wake) => {
        const timer = setTimeout(wake, Math.min(left(), 1e9))
        this.#wake = () => wake(clearTimeout(timer))
      })
    }
  }

  /** Sends a request. Returns the seconds to pause then.
   * @param {AbortSignal} signal */
  async #ask(signal) {
    const cut = new AbortController()
    const timer = setTimeout(() => cut.abort(), (this.#options.wait + 20) * 1000)
    let isAwake = false
    this.#wake = () => {
      isAwake = true
      cut.abort()
    }
    try {
      const ended = new Promise((_, fail) => (cut.signal.onabort = fail))
      return await Promise.race([this.#fetch(cut.signal), ended])
    } catch {
      return isAwake ? 0 : this.#trouble()
    } finally {
      clearTimeout(timer)
      cut.abort()
    }
  }

  /** @type {(signal: AbortSignal) => Promise<number>} */
  async #fetch(signal) {
    let { token, wait } = this.#options
    if (typeof token == "function") token = await token()
    // A client that is not live first checks whether the server is there.
    const waits = this.state == "live"
    /** @type {Record<string, string>} */
    const headers = {}
    if (token) headers.Authorization = `Bearer ${token}`
    if (this.tag) headers["If-None-Match"] = this.tag
    if (waits) headers.Prefer = `wait=${wait}`
    const asked = performance.now()
    const answer = await fetch(this.#address, {
      headers, signal, cache: "no-store", credentials: "omit", referrerPolicy: "no-referrer" })
    const isSame = answer.status == 304 && this.tag
    if (answer.status != 200 && !isSame) return this.#refused(answer)
    if (!isSame && (await this.#changed(answer))) return waits ? 0.2 : 0
    this.#live()
    const least = answer.headers.has("Preference-Applied") ? 500 : wait * 500
    const isHeld = performance.now() - asked > least
    return isSame && (!waits || isHeld) ? 0 : 12 + 6 * Math.random()
  }

  /** Returns whether a response of 200 has another theme.
   * @param {Response} answer */
  async #changed(answer) {
    const tag = answer.headers.get("ETag")
    const type = answer.headers.get("Content-Type") ?? ""
    const text = await answer.text()
    try {
      if (!tag || !type.includes(form(this.#address))) throw TypeError(`No theme, but ${type}.`)
      check(text, this.#address)
    } catch (error) {
      if (!this.#warned) console.warn(`livery: ${this.#address} can't be read.`, error)
      this.#warned = true
      throw error
    }
    if (tag == this.tag) return false
    this.#take(tag, text)
    this.#live()
    return true
  }

  #live() {
    this.#well ||= performance.now()
    this.#warned = false
    this.#stand("live")
    this.#show()
  }

  /** @param {Response} answer */
  #refused({ status, headers }) {
    if (status == 401 || status == 403) {
      this.#stand("refused")
      return 60
    }
    const pause = this.#trouble()
    const after = Number(headers.get("Retry-After"))
    if (!(after > 0) || (status != 429 && status != 503)) return pause
    const seconds = after * (1 + Math.random() / 4)
    this.#until = Date.now() + seconds * 1000
    return seconds
  }

  /** The pause grows with the outage, so clients are back before it has lasted twice as long, never all at once. */
  #trouble() {
    this.#stand("offline")
    const now = performance.now()
    if (!this.#began || (this.#well && now - this.#well > 1000)) this.#began = now
    this.#well = 0
    return (0.3 + 0.7 * Math.random()) * Math.min(30, Math.max(0.5, (now - this.#began) / 1000))
  }
}

/** @type {(address: string, options?: import("./livery").Options) => import("./livery").Theme} */
export const follow = (address, options) => new Follower(address, options)

// Code that also runs where there is no document may import this module.
for (const element of /** @type {Iterable<any>} */ (globalThis.document?.querySelectorAll("[data-livery]") ?? [])) {
  const { livery, etag } = element.dataset
  follow(element.href || livery, { seed: etag && { tag: etag, text: element.textContent } })
}
