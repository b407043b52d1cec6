// The dialog for another name of a value.
import { h } from "../dom.js"
import { amend, close } from "../acts.js"
import { finishNaming, whyNotNamed } from "../naming.js"
import { counted } from "../words.js"
import { alert, dialog, labeled } from "./dialog.js"

/** @param {import("../state.js").World} _ @param {import("../state.js").Dialog} state */
export function naming(_, state) {
  const { property: old = "", name = "", at, conflict, trouble } = state
  const isKnown = at !== undefined || conflict !== undefined
  const why = isKnown ? whyNotNamed() : "Asking what refers to it…"
  return dialog(`Rename ${old}`, finishNaming,
    labeled("Name", h("input", {
      value: name, required: true, pattern: "[^\\s\\{\\}\\/]+", autocomplete: "off", spellcheck: "false", autofocus: true, on: { input: event => amend({ name: event.target.value }) },
    })),
    h("p", { role: "status", "aria-label": "Also changes", class: "muted" },
      why || (at ? `${counted(at, "reference")} to it in this document ${at === 1 ? "changes" : "change"} with it.` : "Nothing in this document refers to it."), " Apps that ask for the old name find nothing there."),
    alert(trouble),
    h("div", { class: "acts end" },
      h("button", { type: "button", class: "quiet", on: { click: close } }, "Cancel"),
      h("button", { class: "primary", disabled: why !== "" || name === old, title: why || null }, "Rename")))
}
