// Five weeks: the coming themes, below them their schedules, and the same as a list in words.
import { h } from "../dom.js"
import { beginSchedule, cancelSchedule } from "../acts.js"
import { strongest } from "../color.js"
import { outlookDays, outlookStart } from "../loading.js"
import { readOnly, titleOf } from "../state.js"
import { moment } from "../words.js"
import { swatch } from "./device.js"

/** @typedef {import("../state.js").World} World */
/** @typedef {import("../types").Schedule} Schedule */

const day = 86_400_000

/** @param {World} world */
export function calendar(world) {
  const plans = world.schedules.filter(plan => plan.channel === world.channel).sort((a, b) => a.from.localeCompare(b.from))
  const why = readOnly(world.channel)
  return h("section", { class: "panel calendar", "aria-label": "Schedule" },
    h("div", { class: "bar" }, h("h2", {}, "What will show"),
      h("button", { class: "primary", disabled: why !== "", title: why || null, on: { click: () => beginSchedule() } }, "Schedule a theme")),
    h("div", { class: "strip-scroll", tabindex: "0", role: "img", "aria-label": "Calendar of the next weeks; the list below says the same" }, strip(world, plans)),
    plans.length
      ? h("ul", { class: "plans", role: "list", "aria-label": "Schedules" }, plans.map(plan => row(world, plan)))
      : h("p", { class: "muted plans" },
        world.access?.watch ? `Nothing is scheduled for ${world.channel}.` : "Schedules need a token that may watch: see Access, above."))
}

/** @param {World} world @param {Schedule} plan */
function row(world, plan) {
  const title = titleOf(plan.theme)
  return h("li", { key: plan.id }, swatch(colorOf(world, plan.theme)), h("b", {}, title),
    h("span", {}, plan.until ? `${moment(plan.from)} – ${moment(plan.until)}` : `from ${moment(plan.from)} on`),
    plan.state === "running" && h("span", { class: "good" }, "running"),
    h("span", { class: "muted" }, plan.note ? `${plan.by}: ${plan.note}` : `by ${plan.by}`),
    h("button", {
      class: "quiet", "aria-label": `Cancel schedule of ${title}`, disabled: readOnly(plan.channel) !== "", on: { click: () => cancelSchedule(plan) },
    }, "Cancel"))
}

/** @param {World} world @param {string} theme */
function colorOf(world, theme) {
  return strongest(Object.values(world.looks.get(theme)?.resolved.colors ?? {}))
}

/** @param {World} world @param {Schedule[]} plans */
function strip(world, plans) {
  const start = outlookStart().getTime()
  const place = (/** @type {number} */ time) => Math.min(Math.max((time - start) / (outlookDays * day), 0), 1) * 100
  const span = (/** @type {string} */ theme, /** @type {number} */ from, /** @type {number} */ until, /** @type {string} */ key) =>
    h("span", { key, style: { left: `${place(from)}%`, width: `${place(until) - place(from)}%`, "--color": colorOf(world, theme) } }, titleOf(theme))
  const end = start + outlookDays * day
  const inSight = plans.filter(plan => Date.parse(plan.from) < end && (!plan.until || Date.parse(plan.until) > start))
  return h("div", { class: "strip" }, days(start),
    h("div", { class: "lane outcome" }, world.outlook.map(each => span(each.theme, Date.parse(each.from), Date.parse(each.until), each.from))),
    inSight.slice(0, 8).map(plan => h("div", { class: "lane", key: plan.id },
      span(plan.theme, Date.parse(plan.from), plan.until ? Date.parse(plan.until) : end, plan.id))),
    h("i", { class: "now", style: { left: `${place(Date.now())}%` } }))
}

/** @param {number} start */
function days(start) {
  const month = new Intl.DateTimeFormat("en-GB", { month: "short" })
  return h("div", { class: "days" }, Array.from({ length: outlookDays }, (_, at) => {
    const date = new Date(start)
    date.setDate(date.getDate() + at)
    const kind = [date.getDay() % 6 === 0 && "rest", date.toDateString() === new Date().toDateString() && "today"].filter(Boolean).join(" ")
    return h("span", { class: kind }, h("b", {}, at === 0 || date.getDate() === 1 ? month.format(date) : " "), date.getDate())
  }))
}
