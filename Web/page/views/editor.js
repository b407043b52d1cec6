// A text field over a colored copy of its text, so that undo, screen reader and keyboard are the browser's own.
import { h } from "../dom.js"
import { read } from "../color.js"
import { typed } from "../drafting.js"

/** @typedef {import("../state.js").Draft} Draft */

const rowHeight = 20
/** The last line in the address: the caret moves to each line once. */
let reached = ""

/** @param {Draft} draft @param {boolean} isLocked @param {number | undefined} line */
export function editor(draft, isLocked, line) {
  const lines = draft.text.split("\n")
  const marks = new Map(draft.findings.map(each => [each.line, each.severity === "error" ? "error" : "warning"]))
  return h("div", { class: "panel sheet-editor" },
    h("div", { class: "lines-behind", "aria-hidden": "true" }, h("pre", { class: "numbers" }, lines.map((_, at) => h("span", { class: marks.get(at + 1) ?? "" }, at + 1))),
      h("pre", { class: "ink" }, lines.map((text, at) => h("span", { class: `line ${marks.get(at + 1) ?? ""}` }, colored(text))))),
    h("textarea", {
      "aria-label": "Theme document", "aria-describedby": "problems", "aria-invalid": String([...marks.values()].includes("error")),
      value: draft.text, readOnly: isLocked, title: "Tab indents. Escape, then Tab, leads on.", spellcheck: "false", autocomplete: "off", autocapitalize: "off", wrap: "off",
      on: { input: event => typed(event.target.value), scroll: event => follow(event.target), keydown: indent },
      hook: element => arrive(element, draft, line),
    }))
}

/** @param {HTMLTextAreaElement} field @param {Draft} draft @param {number | undefined} line */
function arrive(field, draft, line) {
  follow(field)
  const place = `${draft.theme} ${line ?? ""}`
  if (place === reached) return
  reached = place
  if (line) requestAnimationFrame(() => moveCaret(line, 1))
}

/** @param {HTMLTextAreaElement} field */
function follow(field) {
  const behind = /** @type {HTMLElement | null} */ (field.previousElementSibling)
  behind?.style.setProperty("--x", `${-field.scrollLeft}px`)
  behind?.style.setProperty("--y", `${-field.scrollTop}px`)
}

/**
 * Tab inserts two spaces; after Escape it leaves the field as usual.
 * @param {KeyboardEvent} event
 */
function indent(event) {
  const field = /** @type {HTMLTextAreaElement} */ (event.currentTarget)
  if (event.key === "Escape") field.dataset.leaves = "true"
  if (event.key !== "Tab") return
  if (field.dataset.leaves || event.shiftKey || field.readOnly) return void delete field.dataset.leaves
  event.preventDefault()
  field.setRangeText("  ", field.selectionStart, field.selectionEnd, "end")
  typed(field.value)
}

/**
 * Columns count characters, as on the server.
 * @param {number} line
 * @param {number} column
 */
export function moveCaret(line, column) {
  const field = document.querySelector("textarea")
  if (!field) return
  const lines = field.value.split("\n")
  const before = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0)
  const within = [...(lines[line - 1] ?? "")].slice(0, column - 1).join("").length
  field.focus()
  field.setSelectionRange(before + within, before + within)
  field.scrollTop = Math.max(0, (line - 1) * rowHeight - field.clientHeight / 3)
}

/** @param {string} text one line */
function colored(text) {
  const parts = text.match(/"(?:[^"\\]|\\.)*"(?=\s*:)|"(?:[^"\\]|\\.)*"?|-?\d[\d.eE+-]*|[^"\d-]+|./g) ?? []
  return parts.map((part, at) => {
    if (/^"/.test(part) && /^\s*:/.test(parts[at + 1] ?? "")) return h("span", { class: "key" }, part)
    if (/^"/.test(part)) return h("span", { class: "text", style: underline(part) }, part)
    return /^-?\d/.test(part) ? h("span", { class: "digits" }, part) : part
  })
}

/**
 * Shows each color under its own text.
 * @param {string} part
 */
function underline(part) {
  const word = part.slice(1, -1).toLowerCase()
  const long = /^#[0-9a-f]{3,4}$/.test(word) ? `#${[...word.slice(1)].map(digit => digit + digit).join("")}` : word
  return read(long) ? { "--color": long } : {}
}
