// The document as it was written, with its problems during typing and a preview of the screen.
import { h } from "../dom.js"
import { compareDraft, discardDraft, fix, overwrite, saveDraft, takeBack } from "../drafting.js"
import { betweenTexts } from "../differing.js"
import { readOnly } from "../state.js"
import { moment } from "../words.js"
import { editor, moveCaret } from "./editor.js"
import { list } from "./history.js"
import { studio } from "./studio.js"

/** @typedef {import("../state.js").World} World */
/** @typedef {import("../state.js").Draft} Draft */
/** @typedef {import("../types").ThemeEntry} ThemeEntry */

/** @param {World} world */
export function edit(world) {
  const { draft, route } = world
  const isHere = draft?.theme === route.theme
  return studio(world, theme => {
    if (!draft || !isHere) return h("div", { class: "panel inspector" }, h("p", { class: "muted" }, "Asking for the document…"))
    return h("div", { class: "drafting" }, editor(draft, readOnly() !== "", route.line),
      acts(theme, draft), conflict(draft), problems(draft))
  }, { look: isHere ? draft?.look : undefined })
}

/** @param {ThemeEntry} theme @param {Draft} draft */
function acts(theme, draft) {
  const isSaved = draft.text === draft.saved
  const isWrong = draft.findings.some(each => each.severity === "error")
  const why = readOnly()
  return h("div", { class: "acts" },
    h("button", { class: "primary", disabled: isSaved || isWrong || why !== "" || draft.isBusy, title: why || null, on: { click: saveDraft } }, "Save"),
    h("button", { class: "quiet", disabled: isSaved, on: { click: discardDraft } }, "Discard"),
    theme.overrides && h("button", { class: "quiet", disabled: why !== "", on: { click: takeBack } }, `Take back to ${theme.overrides}`),
    h("span", { class: "muted" }, why || (isSaved ? "Saved" : "Not saved")),
    draft.trouble && h("p", { role: "alert", class: "trouble" }, draft.trouble))
}

/**
 * Somebody else saved: both versions stay until the user decides.
 * @param {Draft} draft
 */
function conflict({ conflict: other, text, isCompared }) {
  if (!other) return null
  const who = other.by ? `${other.by} saved it${other.at ? ` on ${moment(other.at)}` : ""}` : "It was changed"
  return h("div", { role: "alert", class: "trouble" },
    h("p", {}, `${who} while you were editing. Yours is not saved, theirs is not lost.`),
    h("div", { class: "acts" },
      h("button", { on: { click: compareDraft } }, "Compare"), h("button", { on: { click: overwrite } }, "Overwrite theirs"),
      h("button", { on: { click: discardDraft } }, "Discard mine")),
    isCompared && list(betweenTexts(other.text, text)))
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
