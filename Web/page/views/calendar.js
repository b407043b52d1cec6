// The coming themes and their plans, and the same as a list in words.
import { h } from "../dom.js"
import { strongest } from "../color.js"
import { beginSchedule, cancelSchedule, repeatWords } from "../planning.js"
import { readOnly, titleOf } from "../state.js"
import { moment, named, zone } from "../words.js"
import { swatch } from "./device.js"
import { plan } from "./plan.js"

/** @typedef {import("../state.js").World} World */
/** @typedef {import("../types").Schedule} Schedule */

/** @param {World} world */
export function calendar(world) {
  const plans = world.schedules.filter(plan => plan.channel === world.channel).sort((a, b) => a.from.localeCompare(b.from))
  const why = readOnly(world.channel)
  return h("section", { class: "panel calendar", "aria-label": "Schedule" },
    h("div", { class: "bar" }, h("h2", {}, "What will show"), h("span", { class: "muted" }, `Times are those of ${zone()}.`),
      h("button", { class: "primary", disabled: why !== "", title: why || null, on: { click: () => beginSchedule() } }, "Schedule a theme")),
    plan(world),
    plans.length
      ? h("ul", { class: "plans", role: "list", "aria-label": "Schedules" }, plans.map(each => row(world, each)))
      : h("p", { class: "muted plans" },
        world.access?.watch ? `Nothing is scheduled for ${world.channel}.` : "Schedules need a token that may watch: see Access, above."))
}

/** @param {World} world @param {Schedule} plan */
function row(world, plan) {
  const title = titleOf(plan.theme)
  return h("li", { key: plan.id }, swatch(colorOf(world, plan.theme)), h("b", {}, named(title)),
    h("span", {}, plan.until ? `${moment(plan.from)} – ${moment(plan.until)}` : `from ${moment(plan.from)} on`),
    plan.repeat && h("span", {}, `${repeatWords(plan.repeat)}, by the clock of ${plan.zone}`),
    plan.state === "running" && h("span", { class: "good" }, "running"),
    h("span", { class: "muted" }, plan.note ? `${plan.by}: ${plan.note}` : `by ${plan.by}`),
    h("button", {
      class: "quiet", "aria-label": `Cancel schedule of ${title}`, disabled: readOnly(plan.channel) !== "", on: { click: () => cancelSchedule(plan) },
    }, "Cancel"))
}

/** @param {World} world @param {string} theme */
export function colorOf(world, theme) {
  return strongest(Object.values(world.looks.get(theme)?.resolved.colors ?? {}))
}
