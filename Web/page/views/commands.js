// The dialog that finds a theme, a channel, a color or an act by a few letters.
import { h } from "../dom.js"
import { amend, close } from "../acts.js"
import { commands } from "../commands.js"
import { swatch } from "./device.js"
import { dialog } from "./dialog.js"

/** @typedef {import("../commands.js").Command} Command */

/** @param {import("../state.js").World} _ @param {import("../state.js").Dialog} state */
export function commandDialog(_, state) {
  const found = commands(state.name ?? "")
  const at = Math.min(state.at ?? 0, found.length - 1)
  return dialog("Commands", () => run(found[at]),
    h("input", {
      role: "combobox", "aria-label": "Find or do", "aria-expanded": "true", "aria-controls": "commands", "aria-autocomplete": "list",
      "aria-activedescendant": found.length ? `command-${at}` : null, value: state.name ?? "", autocomplete: "off", spellcheck: "false", autofocus: true,
      placeholder: "Find or do: a theme, a channel, “dark”", on: { input: event => amend({ name: event.target.value, at: 0 }), keydown: event => walk(event, at, found.length) },
    }),
    h("ul", { id: "commands", class: "commands", role: "listbox", "aria-label": "Commands" }, found.map((each, index) => h("li", {
      key: each.name, id: `command-${index}`, role: "option", "aria-selected": String(index === at), on: { click: () => run(each) },
      hook: element => { if (index === at) element.scrollIntoView({ block: "nearest" }) },
    }, each.color && swatch(each.color), h("bdi", {}, each.name)))),
    !found.length && h("p", { class: "muted", role: "status" }, "Nothing is called like this."))
}

/** @param {Command | undefined} command */
function run(command) {
  if (!command) return
  close()
  command.act()
}

/** @param {KeyboardEvent} event @param {number} at @param {number} count */
function walk(event, at, count) {
  const to = { ArrowDown: at + 1, ArrowUp: at - 1 + count }[event.key]
  if (to === undefined || !count) return
  event.preventDefault()
  amend({ at: to % count })
}
