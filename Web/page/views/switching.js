// The dialog before a switch: both themes side by side, the number of differences, a note; and the choice after a conflict.
import { h } from "../dom.js"
import { amend, close, finishSwitch, switchBody } from "../acts.js"
import { themeNamed, titleOf } from "../state.js"
import { counted, named } from "../words.js"
import { device } from "./device.js"
import { alert, dialog, labeled } from "./dialog.js"
import { asCode } from "./as-code.js"

/** @typedef {import("../state.js").World} World */
/** @typedef {import("../state.js").Dialog} Dialog */

/** @param {World} world @param {Dialog} state */
export function switching(world, state) {
  const isBusy = state.isBusy ?? false
  return dialog(`Switch ${state.channel} to ${titleOf(state.theme)}`, finishSwitch,
    h("div", { class: "pair" }, side(world, state.shows), side(world, state.theme)),
    h("p", { class: "muted" }, howMuch(world, state)),
    labeled("Note", h("input", {
      value: state.note ?? "", maxlength: "250", placeholder: "Why, for the history (optional)", autocomplete: "off",
      on: { input: event => amend({ note: event.target.value }) }, autofocus: true,
    })),
    h("label", { class: "tick" }, h("input", { type: "checkbox", checked: state.isGuarded ?? false, on: { change: event => amend({ isGuarded: event.target.checked }) } }),
      "Take back unless 95 % have it after 30 s"),
    state.waiting !== undefined && h("p", { class: "muted" }, `${counted(state.waiting, "client waits", "clients wait")} for a change of ${state.channel}${state.waiting < 10 ? "; of fewer than 10 none is taken back" : ""}.`),
    alert(state.conflict), alert(state.trouble),
    asCode(state, { method: "POST", path: "v1/active", body: plain(switchBody(state)) }),
    h("div", { class: "acts end" },
      h("button", { type: "button", class: "quiet", on: { click: close } }, "Cancel"),
      h("button", { class: "primary", disabled: isBusy }, state.conflict ? "Switch anyway" : "Switch")))
}

/**
 * Returns the request without the cursor, which has no meaning for another user.
 * @param {any} body
 */
function plain({ if: _, ...body }) {
  return body
}

/** @param {World} world @param {string | undefined} name */
function side(world, name) {
  const theme = themeNamed(name)
  return h("div", {}, theme && device({ title: theme.title, kit: theme.kit, look: world.looks.get(theme.name) }),
    h("span", { class: "muted" }, named(titleOf(name))))
}

/** @param {World} world @param {Dialog} state */
function howMuch(world, state) {
  const [from, to] = [state.shows, state.theme].map(name => world.looks.get(name ?? "")?.resolved)
  if (!from || !to) return "…"
  if (from.kit !== to.kit) return `${titleOf(state.theme)} is made for another kit: nothing is alike.`
  const names = [...new Set([...Object.keys(from.colors), ...Object.keys(to.colors)])]
  const changed = names.filter(name => from.colors[name] !== to.colors[name])
  return changed.length ? `${changed.length} of ${names.length} colors change.` : "All colors stay as they are."
}
