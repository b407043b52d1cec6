// Coming themes, past changes, and the other channels.
import { h } from "../dom.js"
import { chooseChannel } from "../acts.js"
import { titleOf } from "../state.js"
import { moment } from "../words.js"
import { calendar } from "./calendar.js"
import { history } from "./history.js"
import { shows } from "./themes.js"

/** @typedef {import("../state.js").World} World */

/** @param {World} world */
export function timeline(world) {
  if (!world.themes) return h("p", { class: "empty" }, "Asking for the timeline…")
  return [
    h("div", { class: "head" }, shows(world)),
    h("div", { class: "timeline" }, calendar(world), history(world), channels(world)),
  ]
}

/** @param {World} world */
function channels(world) {
  return h("section", { class: "panel channels", "aria-label": "Channels" }, h("h2", {}, "Channels"),
    h("ul", { role: "list" }, world.channels.map(each => h("li", { key: each.channel },
      h("button", { class: "quiet", "aria-pressed": String(each.channel === world.channel), on: { click: () => chooseChannel(each.channel) } },
        h("b", {}, each.channel), h("span", {}, titleOf(each.theme)),
        h("small", { class: "muted" }, each.by === "settings" ? "never switched yet" : `since ${moment(each.since)}`))))))
}
