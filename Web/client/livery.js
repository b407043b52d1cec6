// Follows a theme: docs/clients.md, livery.d.ts.

const sheets = new Map()

const absolute = (address = "") => new URL(address, document.baseURI).href

const server = (address = "") => address.split("/v1/")[0]

const elements = (address = "") =>
  /** @type {any[]} */ ([...document.querySelectorAll("link[href], style[data-livery]")]).filter(
    ({ href, dataset }) => absolute(href ?? dataset.livery) == address)

/** A module beside this one, else on the server. */
const part = (name = "", address = "") => {
  const load = (at = ".") => import(/* @vite-ignore */ /* webpackIgnore: true */ `${at}/livery-${name}.js`)
  return load().catch(() => load(server(address)))
}

export function put(text = "", address = "") {
  address = absolute(address)
  const sheet = sheets.get(address) ?? new CSSStyleSheet()
  sheets.set(address, sheet)
  // Here an address without a host is the page's.
  text = text.replaceAll('url("/v1/', `url("${server(address)}/v1/`)
  sheet.replaceSync(`@layer livery{${text}}`)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets.filter((other) => other != sheet), sheet]
  for (const element of elements(address)) element.disabled = true
}

function fade(text = "", show = () => {}, page = /** @type {any} */ (document)) {
  const duration = 1000 * Number(/--transition--duration: ([\d.]+)s/.exec(text)?.[1])
  if (!duration || !page.startViewTransition || matchMedia("(prefers-reduced-motion: reduce)").matches) return show()
  page.startViewTransition(show).ready.then(() => {
    // The page has others.
    for (const { effect } of page.getAnimations())
      if (effect.pseudoElement?.startsWith("::view-")) effect.updateTiming({ duration })
  }, () => {})
}

const isLoaded = (address = "", text = "") =>
  elements(address).length > 0 &&
  getComputedStyle(document.documentElement).getPropertyValue(/--[\w-]+/.exec(text)?.[0] ?? "") != ""

const form = (address = "") => /\.(css|xml)$/.exec(new URL(address).pathname)?.[1] ?? "json"

function check(text = "", address = "") {
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
  fonts = Promise.resolve([""].slice(1))
  #address = ""
  #name = ""
  /** @type {any} */
  #options
  #draft = ""
  /** On the page. */
  #shown = ["", ""]
  /** The last tag, and why the page does not show it. */
  #told = ""
  #reason = ""
  #odd = ""
  #said = ""
  #began = 0
  #well = 0
  /** The end of `Retry-After`. */
  #until = 0
  /** Grows by a fifth of a second with each theme. */
  #used = 0
  #pause = 0
  #next = ""
  #quick = 0
  #warned = false
  /** Aborted once the tab is hidden.
   * @type {any} */
  #stay
  /** The same, while this tab sends the requests for all.
   * @type {any} */
  #leading
  /** @type {any} */
  #channel
  #watchdog = 0
  #life = new AbortController()
  /** Ends a request or pause. */
  #wake = () => {}

  constructor(address = "", options = /** @type {any} */ ({})) {
    super()
    if (!globalThis.document) return
    this.#address = absolute(address)
    this.#name = `livery ${this.#address}`
    const drafts = document.querySelector(":is(html,link,script)[data-livery-drafts]")
    const all = (this.#options = { keep: true, share: true, wait: 25, drafts, ...options })
    this.#draft = /[?&]livery-draft=([\w-]{22})(&|$)/.exec(all.drafts ? location.search : "")?.[1] ?? ""
    if (this.#draft) {
      all.keep = all.share = false
      this.#bar()
    }
    try {
      const { seed } = all
      const [tag, text] = seed ? [seed.tag, seed.text] : JSON.parse((all.keep && localStorage.getItem(this.#name)) || "")
      check(text, this.#address)
      this.#take(tag, text)
      this.state = seed ? "live" : "kept"
      this.#show()
    } catch {}
    const { signal } = this.#life
    const look = () => (document.hidden ? this.#rest() : this.#begin())
    document.addEventListener("visibilitychange", look, { signal })
    addEventListener("pageshow", look, { signal })
    addEventListener("pagehide", () => this.#leave(), { signal })
    addEventListener("online", () => this.#wake(), { signal })
    look()
  }

  stop() {
    this.#life.abort()
    this.#leave()
    this.dispatchEvent(new Event("turn"))
  }

  refuse(reason = "") {
    if (this.#reason) return
    this.#reason = reason.replace(/[^ -~]/g, "?").slice(0, 100) || "?"
    this.#stand("offline")
    this.#wake()
  }

  async *[Symbol.asyncIterator]() {
    let told = ""
    try {
      while (!this.#life.signal.aborted) {
        if (this.tag != told) {
          told = this.tag
          yield this.text
        } else await new Promise((next) => this.addEventListener("turn", next, { once: true }))
      }
    } finally {
      this.stop()
    }
  }

  #take(tag = "", text = "") {
    this.tag = this.#told = tag
    this.text = text
    this.#reason = ""
  }

  #show() {
    const { tag, text } = this
    const before = this.#shown
    if (before[0] == tag || (this.state != "live" && isLoaded(this.#address, text))) return
    this.#shown = [tag, text]
    const { keep, apply = form(this.#address) == "css" && put } = this.#options
    const show = (page = text) => {
      // A newer one came.
      if (tag != this.tag) return
      try {
        if (apply) apply(page, this.#address)
      } catch (error) {
        reportError(error)
        ;[this.tag, this.text] = this.#shown = before
        return this.refuse(`not applied: ${Object(error).name}`)
      }
      try {
        if (keep && this.#leading) localStorage.setItem(this.#name, JSON.stringify([tag, text]))
      } catch {}
      this.dispatchEvent(new Event("change"))
      this.dispatchEvent(new Event("turn"))
    }
    const begin = (page = text) => (before[0] && apply == put ? fade(text, () => show(page)) : show(page))
    if (apply != put || !text.includes("@font-face")) return begin()
    part("fonts", this.#address).then(({ load }) => load(this, this.#address, this.#options.token))
      .then(begin, () => begin())
  }

  #stand(state = this.state) {
    if (state == this.state) return
    this.state = state
    this.dispatchEvent(new Event("state"))
  }

  #bar() {
    const key = this.#draft
    part("draft", this.#address).then(({ show }) => show(server(this.#address), key)).catch(reportError)
  }

  #begin(steal = false) {
    if (this.#stay) return
    this.#pause = 0
    const stay = (this.#stay = new AbortController())
    const lead = () => this.#lead(stay)
    if (!this.#options.share || !navigator.locks || !globalThis.BroadcastChannel) return void lead()
    this.#listen()
    navigator.locks.request(this.#name, steal ? { steal } : { signal: stay.signal }, lead).catch((error) => {
      if (stay.signal.aborted) return
      if (error.name != "AbortError") return lead()
      // Another tab took over.
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
    this.#channel.onmessage = (/** @type {any} */ { data }) => {
      if (!data) return this.#tell()
      if (this.#leading) return
      this.#watch()
      this.#until = data.until
      this.#pause = 0
      if (data.tag && data.tag != this.#told) this.#take(data.tag, data.text)
      this.#stand(this.#reason ? "offline" : data.state)
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
    const takeOver = () => {
      this.#rest()
      this.#begin(true)
    }
    if (this.#stay) this.#watchdog = setTimeout(takeOver, (this.#options.wait + 15) * 1000)
  }

  async #lead(stay = this.#life) {
    const { signal } = stay
    if (signal.aborted) return
    this.#leading = stay
    clearTimeout(this.#watchdog)
    const beat = setInterval(() => this.#tell(), 10_000)
    for (; ; this.#tell()) {
      await this.#sleep(signal)
      if (signal.aborted) return clearInterval(beat)
      this.#pause = await this.#ask()
    }
  }

  async #sleep(signal = this.#life.signal) {
    let end = Date.now() + this.#pause * 1000
    const left = () => Math.max(end, this.#until, this.#used - 1000) - Date.now()
    for (; left() > 0 && !signal.aborted; end = 0) {
      await new Promise((wake) => {
        const timer = setTimeout(wake, Math.min(left(), 1e9))
        this.#wake = () => wake(clearTimeout(timer))
      })
    }
  }

  /** Returns the seconds to pause. */
  async #ask() {
    const cut = new AbortController()
    let isAwake = false
    let hangs = false
    const timer = setTimeout(() => cut.abort((hangs = true)), (this.#next ? 75 : this.#options.wait + 20) * 1000)
    this.#wake = () => {
      isAwake = true
      this.#said = ""
      cut.abort()
    }
    try {
      const ended = new Promise((_, fail) => (cut.signal.onabort = fail))
      return await Promise.race([this.#fetch(cut.signal), ended])
    } catch {
      if (isAwake && !this.#reason) return 0
      const pause = this.#trouble()
      if (hangs && this.#channel) {
        this.#tell()
        this.#rest()
        this.#begin()
      }
      return pause
    } finally {
      clearTimeout(timer)
      cut.abort()
    }
  }

  async #fetch(signal = this.#life.signal) {
    let { token, wait } = this.#options
    if (typeof token == "function") token = await token()
    const waits = this.state == "live" || this.#reason
    const led = this.#next
    const address = new URL(led || this.#address)
    /** @type {any} */
    const headers = {}
    this.#next = ""
    if (!led) {
      if (token) headers.Authorization = `Bearer ${token}`
      if (this.#told) headers["If-None-Match"] = this.#told
      if (waits) headers.Prefer = `wait=${wait}`
      this.#said = this.#said ? "" : this.#reason
      if (this.#said) headers["Livery-Refused"] = this.#said
      if (this.#draft) address.searchParams.set("draft", this.#draft)
    }
    const asked = performance.now()
    const answer = await fetch(address.href, {
      headers, signal, cache: "no-store", credentials: "omit", referrerPolicy: "no-referrer" })
    this.#said = ""
    const isSame = answer.status == (led ? 204 : 304) && this.#told
    if (answer.status != 200 && !isSame) return this.#refused(answer)
    const isNew = !isSame && (await this.#changed(answer))
    this.#live()
    const next = new URL(answer.headers.get("Livery-Next") ?? "x:", address)
    const took = performance.now() - asked
    const least = answer.headers.has("Preference-Applied") ? 500 : wait * 500
    this.#quick = isNew || took > 1000 ? 0 : this.#quick + 1
    if (next.origin == address.origin && next.href != address.href && this.#quick < 10) this.#next = next.href
    return isNew || this.#next || (isSame && !led && (!waits || took > least)) ? 0 : 12 + 6 * Math.random()
  }

  async #changed(answer = new Response()) {
    const tag = answer.headers.get("ETag")
    const type = answer.headers.get("Content-Type") ?? ""
    const text = await answer.text()
    if (tag == this.#told && !this.#reason) return false
    try {
      if (!tag || !type.includes(form(this.#address))) throw TypeError(`No theme, but ${type}.`)
      check(text, this.#address)
    } catch (error) {
      if (!this.#warned) console.warn(`livery: ${this.#address} can't be read.`, error)
      this.#warned = true
      if (tag == this.#told) {
        // It ignores tags.
        this.#odd = tag
        this.#told = this.tag
        this.#reason = ""
      } else if (tag && tag != this.#odd) {
        this.#told = tag
        this.#reason = ""
        this.refuse(`no theme in it: ${Object(error).name}`)
      }
      throw error
    }
    this.#used = Math.max(Date.now(), this.#used) + 200
    this.#take(tag, text)
    return true
  }

  #live() {
    this.#well ||= performance.now()
    if (this.#reason) return
    this.#warned = false
    this.#stand("live")
    this.#show()
  }

  #refused({ status, headers } = new Response()) {
    if (status == 401 || status == 403) {
      this.#stand("refused")
      return 60
    }
    if (this.#draft && [400, 404, 410].includes(status)) {
      this.#bar()
      this.#draft = ""
      return 0
    }
    if (status == 429 || status == 503)
      this.#until = Date.now() + (Number(headers.get("Retry-After")) * (1000 + 250 * Math.random()) || 0)
    return this.#trouble()
  }

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

for (const element of /** @type {Iterable<any>} */ (globalThis.document?.querySelectorAll("[data-livery]") ?? [])) {
  const { livery, etag } = element.dataset
  follow(element.href || livery, { seed: etag && { tag: etag, text: element.textContent } })
}
