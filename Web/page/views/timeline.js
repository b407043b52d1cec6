// Coming themes, past changes, and the other channels.
import { h } from "../dom.js"
import { chooseChannel } from "../acts.js"
import { change, titleOf } from "../state.js"
import { moment, named } from "../words.js"
import { calendar } from "./calendar.js"
import { history } from "./history.js"
import { asking } from "./notices.js"
import { shows } from "./themes.js"

/** @typedef {import("../state.js").World} World */

/** The number of channels that are listed at once. */
const most = 50

/** @param {World} world */
export function timeline(world) {
  if (!world.themes) return h("div", { class: "empty" }, asking("the timeline"))
  return [
    h("div", { class: "head" }, shows(world)),
    h("div", { class: "timeline" }, calendar(world), history(world), channels(world)),
  ]
}

/** @param {World} world */
function channels(world) {
  const word = world.channelFilter.trim().toLowerCase()
  const found = word ? world.channels.filter(each => each.channel.toLowerCase().includes(word)) : world.channels
  return h("section", { class: "panel channels", "aria-label": "Channels" }, h("h2", {}, "Channels"),
    world.channels.length > 20 && h("input", {
      type: "search", "aria-label": "Filter channels", placeholder: "Filter channels", value: world.channelFilter,
      on: { input: event => change({ channelFilter: event.target.value }) },
    }),
    h("ul", { role: "list" }, found.slice(0, most).map(each => h("li", { key: each.channel },
      h("button", { class: "quiet", "aria-pressed": String(each.channel === world.channel), on: { click: () => chooseChannel(each.channel) } },
        h("b", {}, each.channel), h("span", {}, named(titleOf(each.theme))),
        h("small", { class: "muted" }, each.by === "settings" ? "never switched yet" : `since ${moment(each.since)}`))))),
    found.length > most && h("p", { class: "muted" }, `and ${found.length - most} more`))
}
