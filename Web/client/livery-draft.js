// The bar over a page that shows a draft. livery.js loads it only then.

/** @type {Record<string, string>} */
const ends = { published: "This draft was published", discarded: "This draft was discarded", expired: "This draft has expired" }

const styles = `
  :host { position: fixed; inset: auto 0 0; z-index: 2147483647; }
  :host([hidden]) { display: none; }
  div { display: flex; flex-wrap: wrap; align-items: center; justify-content: center; gap: 4px 16px; padding: 8px 16px;
    font: 14px/1.4 system-ui, sans-serif; color: #fff; background: #1a1a1f; }
  button { min-height: 32px; padding: 0 16px; border: 1px solid #fff; border-radius: 16px; font: inherit; color: inherit;
    background: none; cursor: pointer; }
  button:hover { color: #1a1a1f; background: #fff; }
  button:focus-visible { outline: 2px solid #fff; outline-offset: 2px; }
  @media print { :host { display: none; } }
`

/** @type {HTMLElement | undefined} */
let bar
const text = document.createElement("span")
let shows = 0

function open() {
  if (bar?.isConnected) return
  bar = document.createElement("livery-draft")
  // Screen readers announce what is written into it from now on.
  bar.setAttribute("role", "status")
  const root = bar.attachShadow({ mode: "open" })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  root.adoptedStyleSheets = [sheet]
  const row = document.createElement("div")
  const button = document.createElement("button")
  button.type = "button"
  button.textContent = "Leave"
  button.onclick = leave
  row.append(text, button)
  root.append(row)
  document.body.append(bar)
}

/** Goes to the page's address without the key. */
function leave() {
  const address = new URL(location.href)
  const others = address.search.slice(1).split("&").filter((part) => !part.startsWith("livery-draft="))
  address.search = others.join("&")
  location.assign(address)
}

/**
 * Says which draft the page shows, or how it ended.
 * @param {string} server
 * @param {string} key */
export async function show(server, key) {
  if (!document.body) await new Promise((next) => addEventListener("DOMContentLoaded", next, { once: true }))
  open()
  const serial = ++shows
  const answer = await fetch(`${server}/v1/active?draft=${key}`, {
    cache: "no-store", credentials: "omit", referrerPolicy: "no-referrer" }).catch(() => undefined)
  const about = await answer?.json().catch(() => undefined)
  // What was asked later is newer.
  if (serial != shows) return
  text.textContent = answer?.ok ? `Draft of ${about?.title ?? about?.theme}`
    : answer?.status == 410 ? ends[about?.reason] ?? "This draft has ended"
    : answer?.status == 409 ? "This draft is broken"
    : answer && answer.status < 500 ? "There is no such draft"
    : "Draft"
}
