// The drafts above the list of themes, and the dialog of one: its link, and what will look different.
import { h } from "../dom.js"
import { close, copy } from "../acts.js"
import { read } from "../color.js"
import { discard, linkOf, openDraft, publish } from "../drafts.js"
import { qr } from "../qr.js"
import { readOnly } from "../state.js"
import { counted, moment, named } from "../words.js"
import { swatch } from "./device.js"
import { alert, dialog, labeled } from "./dialog.js"

/** @typedef {import("../types").SavedDraft} SavedDraft */
/** @typedef {import("../types").Consequence} Consequence */

/** @param {import("../state.js").World} world */
export function drafts({ drafts: all }) {
  if (!all.length) return null
  const why = readOnly()
  const act = (/** @type {string} */ words, /** @type {() => void} */ click) => h("button", { disabled: why !== "", title: why || null, on: { click } }, words)
  return h("section", { class: "panel drafts", "aria-label": "Drafts" }, h("h2", {}, "Drafts"),
    h("ul", { role: "list" }, all.map(draft => h("li", { key: draft.id },
      h("b", {}, named(draft.title)), h("span", { class: "muted" }, `by ${draft.authors.join(", ")}, ${moment(draft.changedAt)}, kept until ${moment(draft.expires)}`),
      draft.state !== "open" && h("span", { class: "warn" }, draft.state), draft.note && h("q", { dir: "auto" }, draft.note),
      h("span", { class: "acts" }, h("button", { on: { click: () => openDraft(draft) } }, "Open draft of ", named(draft.title)),
        act("Publish", () => openDraft(draft)), act("Discard", () => discard(draft)))))))
}

/** @param {import("../state.js").World} _ @param {import("../state.js").Dialog} state */
export function draftDialog(_, state) {
  const { draft } = state
  if (!draft) return null
  const link = linkOf(draft)
  const why = draft.state === "broken" ? "It has errors, or what it builds on has changed: edit it first." : readOnly()
  return dialog(`Draft of ${draft.title}`, () => publish(draft),
    link
      ? [h("p", {}, "Everybody with this link sees it, and nobody else:"),
        h("p", { class: "draft-link" }, h("a", { href: link, target: "_blank", rel: "noopener", "aria-label": "Preview link" }, link),
          h("button", { type: "button", on: { click: () => copy(link, "The link is copied.") } }, "Copy")), code(link)]
      : labeled("Preview link", h("span", { class: "muted" }, "Its authors have it.")),
    h("section", { class: "consequences", "aria-label": "Consequences", tabindex: "0" }, consequences(state.consequences)),
    alert(state.trouble),
    h("div", { class: "acts end" },
      h("button", { type: "button", class: "quiet", on: { click: close } }, "Close"),
      h("button", { class: "primary", disabled: (state.isBusy ?? false) || why !== "", title: why || null }, "Publish")))
}

/** @param {string} link that a phone reads with its camera */
function code(link) {
  const rows = qr(link)
  const size = (rows?.length ?? 0) + 8
  const dark = rows?.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x + 4} ${y + 4}h1v1h-1z`] : []))).join("")
  return rows && h("svg", { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": "QR code" }, h("path", { d: dark }))
}

/** @param {import("../types").Consequences | undefined} found contrast that gets worse comes first */
function consequences(found) {
  if (!found) return h("p", { class: "muted" }, "Asking what will look different…")
  const worse = found.contrasts.filter(each => (each.after ?? 21) < (each.before ?? 21))
  const better = found.contrasts.filter(each => !worse.includes(each))
  const all = [...worse, ...found.looks, ...found.names, ...better]
  if (!all.length) return h("p", { class: "muted" }, "Nothing will look different.")
  return [
    h("p", { class: "muted" }, `${counted(found.count, "thing", "things")} will look different.`),
    h("ul", { role: "list" }, all.map((each, at) => h("li", { key: `${at}`, class: worse.includes(each) ? "bad" : "" }, line(each)))),
  ]
}

/** @param {Consequence} each */
function line(each) {
  const where = each.for ? `${each.for}${each.in ? ` in ${each.in}` : ""}` : `${each.kind} ${each.name}`
  const what = each.text ? `contrast of ${each.text} on ${each.on}` : (each.property ?? "")
  const traits = Object.entries(each.traits).map(([name, value]) => `${name} ${value}`).join(", ")
  return [h("span", {}, `${where} ${what}`), h("span", {}, value(each.before), " → ", value(each.after)),
    h("small", { class: "muted" }, [traits, each.needs && `needs ${each.needs}`].filter(Boolean).join(", "))]
}

/** @param {unknown} shown */
function value(shown) {
  if (shown === undefined || shown === null) return "unset"
  return [read(shown) && swatch(String(shown)), typeof shown === "object" ? JSON.stringify(shown) : String(shown)]
}
