// The user's token: stored for the tab, or on request for the device.
import { h } from "../dom.js"
import { amend, close, finishAccess } from "../acts.js"
import { alert, dialog, labeled } from "./dialog.js"

/** @param {import("../state.js").World} world @param {import("../state.js").Dialog} state */
export function access(world, state) {
  return dialog("Access", finishAccess,
    h("p", { class: "muted" }, standing(world)),
    labeled("Token", h("input", {
      type: "password", value: state.token ?? "", autocomplete: "off", spellcheck: "false", autofocus: true,
      on: { input: event => amend({ token: event.target.value }) },
    })),
    h("label", { class: "tick" },
      h("input", { type: "checkbox", checked: state.isForDevice ?? false, on: { change: event => amend({ isForDevice: event.target.checked }) } }),
      "Remember it on this device"),
    alert(state.trouble),
    h("div", { class: "acts end" },
      h("button", { type: "button", class: "quiet", on: { click: close } }, "Cancel"),
      h("button", { class: "primary", disabled: state.isBusy ?? false }, "Use token")))
}

/** @param {import("../state.js").World} world */
function standing({ access: own }) {
  if (!own) return "This server wants a token for reading."
  const where = own.channels ? ` in ${own.channels.join(", ")}` : ""
  const acts = [own.operate && `switch${where}`, own.author && "edit"].filter(Boolean).join(" and ")
  if (acts) return `You are ${own.name} and may ${acts}.`
  if (own.watch) return `You are ${own.name} and may see everything, but change nothing.`
  return "You may read what channels show; all else needs a token."
}
