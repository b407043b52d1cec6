// The document as it was written, with its problems during typing and a preview of the screen.
import { h } from "../dom.js"
import { fix } from "../drafting.js"
import { readOnly } from "../state.js"
import { acts, conflict } from "./editing.js"
import { editor, moveCaret } from "./editor.js"
import { asking } from "./notices.js"
import { studio } from "./studio.js"

/** @typedef {import("../state.js").World} World */
/** @typedef {import("../state.js").Draft} Draft */

/** @param {World} world */
export function edit(world) {
  const { draft, route } = world
  const isHere = draft?.theme === route.theme
  return studio(world, theme => {
    if (!draft || !isHere) return h("div", { class: "panel inspector" }, h("p", { class: "muted" }, asking("the document")))
    return h("div", { class: "drafting" }, editor(draft, readOnly() !== "", route.line),
      acts(theme, draft), conflict(draft), problems(draft))
  }, { look: isHere ? draft?.look : undefined })
}

/** @param {Draft} draft */
function problems(draft) {
  const found = draft.findings
  return h("section", { class: "panel problems", id: "problems", "aria-label": "Problems", "aria-live": "polite" },
    !found.length && h("p", { class: "muted" }, draft.checked === draft.text ? "Nothing is wrong with it." : "Checking…"),
    h("ul", { role: "list" }, found.slice(0, 100).map((each, at) => h("li", { key: `${at}`, class: each.severity === "error" ? "bad" : "warn" },
      h("button", { class: "quiet", on: { click: () => moveCaret(each.line, each.column) } },
        h("b", {}, `Line ${each.line}, column ${each.column}`), h("span", {}, each.message)),
      each.instead && h("button", { on: { click: () => fix(each) } }, `Change to ${each.instead}`)))))
}
