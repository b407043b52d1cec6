// Times and events, in the user's words.
import { titleOf, world } from "./state.js"

const long = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" })
const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" })
const day = new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric", month: "short" })

/** @param {string} time */
export const moment = time => long.format(new Date(time))
/** @param {string} time */
export const hour = time => clock.format(new Date(time))
/** @param {string | Date} time */
export const dayName = time => day.format(new Date(time)).replace(",", "")

/**
 * @param {number} count
 * @param {string} thing
 * @param {string} [things]
 */
export function counted(count, thing, things = `${thing}s`) {
  return `${count} ${count === 1 ? thing : things}`
}

/**
 * Returns the effect of a change, to stand before the theme's title.
 * @type {Record<string, string>}
 */
export const deeds = {
  activated: "Switched to", updated: "Changed", removed: "Removed", scheduled: "Scheduled", unscheduled: "Took back the schedule of",
}

/** @param {import("./types").Change} entry */
export function author(entry) {
  if (entry.schedule && entry.kind === "activated") return "by schedule"
  return entry.by ? `by ${entry.by}` : ""
}

/**
 * Returns when the channel will show a theme, and the other channels that show it.
 * @param {string} name
 */
export function whereabouts(name) {
  const others = world.channels.filter(each => each.theme === name && each.channel !== world.channel).map(each => each.channel)
  const due = world.schedules.filter(plan => plan.theme === name && plan.channel === world.channel && plan.state === "waiting")
  return [
    ...(others.length ? [`also in ${others.join(", ")}`] : []),
    ...due.slice(0, 1).map(plan => `from ${dayName(plan.from)}`),
  ]
}

/**
 * @param {import("./types").Active} shows
 * @returns {string}
 */
export function whoAndWhen(shows) {
  return `${shows.by ?? "Somebody"} switched ${shows.channel} to ${shows.title ?? titleOf(shows.theme)} at ${hour(shows.since)}${shows.note ? ` (“${shows.note}”)` : ""}`
}

/**
 * Formats a value of a response on one line.
 * @param {unknown} value
 * @returns {string}
 */
export function valueText(value) {
  if (value === null || value === undefined) return "unset"
  if (typeof value !== "object") return String(value)
  return Object.entries(value).map(([key, part]) => `${key} ${typeof part === "object" ? valueText(part) : part}`).join(", ")
}

/**
 * Returns the last part of a file name.
 * @param {string | undefined} file
 */
export const fileName = file => (file ?? "").split("/").pop() ?? ""
