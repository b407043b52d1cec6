// What can be done with unsaved edits, in every view of their theme: save, keep as a draft, take back.
import { h } from "../dom.js"
import { compareDraft, discardDraft, overwrite, redoEdit, saveDraft, stepsOf, takeBack, tidy, undoEdit, whyNotSaved } from "../drafting.js"
import { saveAsDraft } from "../drafts.js"
import { betweenTexts } from "../differing.js"
import { readOnly, world } from "../state.js"
import { moment } from "../words.js"
import { list } from "./history.js"

/** @typedef {import("../state.js").Draft} Draft */
/** @typedef {import("../types").ThemeEntry} ThemeEntry */

/**
 * Shows the acts in a view without the document, once something was edited.
 * @param {ThemeEntry} theme
 */
export function editing(theme) {
  const { draft } = world
  if (draft?.theme !== theme.name || !(draft.text !== draft.saved || stepsOf(theme.name).done.length || stepsOf(theme.name).undone.length)) return null
  const wrong = draft.findings.find(each => each.severity === "error")
  return h("div", { class: "panel editing", role: "group", "aria-label": "Edits" }, acts(theme, draft), conflict(draft), wrong && h("p", { class: "bad" }, wrong.message))
}

/** @param {ThemeEntry} theme @param {Draft} draft */
export function acts(theme, draft) {
  const isSaved = draft.text === draft.saved
  const steps = stepsOf(draft.theme)
  const why = readOnly()
  return h("div", { class: "acts" },
    h("button", { class: "primary", disabled: whyNotSaved() !== "", title: why || "Ctrl+S", on: { click: saveDraft } }, "Save"),
    h("button", { disabled: whyNotSaved() !== "", title: why || null, on: { click: saveAsDraft } }, "Save as draft"),
    h("button", { class: "quiet", disabled: isSaved, on: { click: discardDraft } }, "Discard edits"),
    h("button", { class: "quiet", disabled: !steps.done.length, title: "Ctrl+Z outside of the text", on: { click: undoEdit } }, "Undo edit"),
    h("button", { class: "quiet", disabled: !steps.undone.length, title: "Ctrl+Shift+Z outside of the text", on: { click: redoEdit } }, "Redo edit"),
    world.route.view === "edit" && h("button", { class: "quiet", disabled: why !== "", title: why || null, on: { click: tidy } }, "Tidy"),
    theme.overrides && h("button", { class: "quiet", disabled: why !== "", on: { click: takeBack } }, `Take back to ${theme.overrides}`),
    h("span", { class: "muted" }, why || (isSaved ? "Saved" : "Not saved")),
    draft.trouble && h("p", { role: "alert", class: "trouble" }, draft.trouble))
}

/**
 * Somebody else saved: both versions stay until the user decides.
 * @param {Draft} draft
 */
export function conflict({ conflict: other, text, isCompared }) {
  if (!other) return null
  const who = other.by ? `${other.by} saved it${other.at ? ` on ${moment(other.at)}` : ""}` : "It was changed"
  return h("div", { role: "alert", class: "trouble" },
    h("p", {}, `${who} while you were editing. Yours is not saved, theirs is not lost.`),
    h("div", { class: "acts" },
      h("button", { on: { click: compareDraft } }, "Compare"), h("button", { on: { click: overwrite } }, "Overwrite theirs"),
      h("button", { on: { click: discardDraft } }, "Discard mine")),
    isCompared && list(betweenTexts(other.text, text)))
}
