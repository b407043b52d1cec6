// The dialogs for a new theme, for another name, and before a deletion.
import { h } from "../dom.js"
import { amend, close } from "../acts.js"
import { formatOf } from "../drafting.js"
import { finishDelete, finishNew, finishRename, nameFor, references, whyKept, whyNotDeleted } from "../making.js"
import { themeNamed } from "../state.js"
import { alert, dialog, labeled } from "./dialog.js"

/** @typedef {import("../state.js").World} World */
/** @typedef {import("../state.js").Dialog} Dialog */

/**
 * @param {Dialog} state @param {string} words
 * @param {string} why it can't be done
 */
function acts(state, words, why = "") {
  return h("div", { class: "acts end" },
    h("button", { type: "button", class: "quiet", on: { click: close } }, "Cancel"),
    h("button", { class: "primary", disabled: (state.isBusy ?? false) || why !== "", title: why || null }, words))
}

/** @param {Dialog} state @param {string} suggested @param {boolean} [disabled] */
function nameField(state, suggested, disabled = false) {
  return labeled("Name", h("input", {
    value: state.name ?? "", placeholder: suggested, maxlength: "64", pattern: "[A-Za-z0-9][A-Za-z0-9._\\-]*", autocomplete: "off", spellcheck: "false", disabled,
    title: "Letters, digits, and hyphens", "aria-describedby": disabled ? "why-kept" : null, on: { input: event => amend({ name: event.target.value }) },
  }))
}

/** @param {Dialog} state @param {boolean} [disabled] */
function titleField(state, disabled = false) {
  return labeled("Title", h("input", {
    value: state.title ?? "", required: true, dir: "auto", autocomplete: "off", autofocus: true, disabled, on: { input: event => amend({ title: event.target.value }) },
  }))
}

/** @param {World} world @param {Dialog} state */
export function newTheme(world, state) {
  const bases = (world.themes ?? []).filter(theme => theme.kit === state.kit)
  return dialog("New theme", finishNew,
    titleField(state), nameField(state, nameFor(state.title ?? "")),
    labeled("Kit", h("select", { value: state.kit, on: { change: event => amend({ kit: event.target.value, base: "" }) } },
      Object.entries(world.kits).map(([name, kit]) => h("option", { key: name, value: name }, kit.title)))),
    labeled("Based on", h("select", { value: state.base ?? "", on: { change: event => amend({ base: event.target.value }) } },
      h("option", { value: "" }, "nothing: it looks as the platform has it"),
      bases.map(theme => h("option", { key: theme.name, value: theme.name, dir: "auto" }, theme.title)))),
    alert(state.trouble), acts(state, "Create"))
}

/** @param {World} _ @param {Dialog} state */
export function renaming(_, state) {
  const theme = themeNamed(state.theme)
  if (!theme) return null
  const why = whyKept(theme)
  return dialog(`Rename ${theme.title}`, finishRename,
    titleField(state, formatOf(theme.file) !== undefined), nameField(state, theme.name, why !== ""),
    why && h("p", { class: "muted", id: "why-kept" }, `The name stays: ${why}`),
    alert(state.trouble), acts(state, "Rename"))
}

/** @param {World} _ @param {Dialog} state */
export function deleting(_, state) {
  const theme = themeNamed(state.theme)
  if (!theme) return null
  const found = references(theme.name)
  const why = whyNotDeleted(theme)
  return dialog(`Delete ${theme.title}`, finishDelete,
    theme.overrides && h("p", {}, `${theme.overrides} applies again.`),
    h("p", {}, found.length ? "What refers to it:" : "Nothing refers to it."),
    found.length > 0 && h("ul", { class: "plain", role: "list" }, found.map(words => h("li", { key: words }, words))),
    why && h("p", { class: "muted" }, why),
    alert(state.trouble), acts(state, `Delete ${theme.title}`, why))
}
