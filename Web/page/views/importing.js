// The dialog of an import: what the files are, what is wrong with them, how the theme looks, and its name.
import { h } from "../dom.js"
import { amend } from "../acts.js"
import { cancel, finishImport, rename, whyNotCreated } from "../importing.js"
import { fileName } from "../words.js"
import { device } from "./device.js"
import { alert, dialog, labeled } from "./dialog.js"

/** @param {import("../state.js").World} _ @param {import("../state.js").Dialog} state */
export function importing(_, state) {
  const { files = [], problems = [], look, isBusy = false } = state
  const why = isBusy ? "" : whyNotCreated()
  return dialog("Import", finishImport,
    h("p", { class: "muted" }, `${files.slice(0, 3).map(file => fileName(file.name)).join(", ")}${files.length > 3 ? ` and ${files.length - 3} more` : ""}: ${state.format}`),
    h("div", { class: "pair single" }, look ? device({ title: look.resolved.title, kit: look.resolved.kit, look }) : h("span", { class: "muted" }, isBusy ? "Asking the server…" : "It can't be drawn yet.")),
    h("section", { class: "import-problems", "aria-label": "Problems", tabindex: "0" },
      !problems.length && h("p", { class: "muted" }, isBusy ? "Checking…" : "Nothing is wrong with it."),
      h("ul", { role: "list" }, problems.slice(0, 50).map((each, at) => h("li", { key: `${at}`, class: each.severity === "error" ? "bad" : "warn" },
        h("b", {}, `${fileName(each.file)}:${each.line}:${each.column} `), each.message)))),
    labeled("Name", h("input", {
      value: state.name ?? "", required: true, maxlength: "64", pattern: "[A-Za-z0-9][A-Za-z0-9._\\-]*", autocomplete: "off", spellcheck: "false", autofocus: true,
      on: { input: event => amend({ name: event.target.value }), change: event => rename(event.target.value) },
    })),
    why && h("p", { class: "muted", role: "status" }, why),
    alert(state.trouble),
    h("div", { class: "acts end" },
      h("button", { type: "button", class: "quiet", on: { click: cancel } }, "Cancel"),
      h("button", { class: "primary", disabled: isBusy || why !== "" }, "Create")))
}
