// Times and events, in the user's words.
import { h } from "./dom.js"
import { titleOf, world } from "./state.js"

/**
 * Returns a format in the browser's own language, as in its fields for times. It is made when it is needed, since the first one takes long.
 * @param {Intl.DateTimeFormatOptions} options
 */
function format(options) {
  /** @type {Intl.DateTimeFormat | undefined} */
  let made
  return (/** @type {string | Date} */ time) => (made ??= new Intl.DateTimeFormat(undefined, options)).format(new Date(time))
}

/** Returns the time zone of all times on the page. */
export const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll("_", " ")

/**
 * Keeps a title that is written from right to left apart from the words around it.
 * @param {string} title
 */
export const named = title => h("bdi", {}, title)

/**
 * Lets a long name break between its words.
 * @param {string} name
 */
export const breakable = name => name.split(/(?=[A-Z][a-z])|(?<=[.-])/).flatMap((word, at) => (at ? [h("wbr"), word] : [word]))

export const moment = format({ dateStyle: "medium", timeStyle: "short" })
export const hour = format({ timeStyle: "short" })
export const dayName = format({ weekday: "short", day: "numeric", month: "short" })

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
  const others = (channelsOf().get(name) ?? []).filter(channel => channel !== world.channel)
  const rest = others.length > 3 ? ` and ${others.length - 3} more` : ""
  const due = world.schedules.find(plan => plan.theme === name && plan.channel === world.channel && plan.state === "waiting")
  return [
    ...(others.length ? [`also in ${others.slice(0, 3).join(", ")}${rest}`] : []),
    ...(due ? [`from ${dayName(due.from)}`] : []),
  ]
}

/** @type {{ of: unknown, map: Map<string, string[]> }} */
let known = { of: null, map: new Map() }

/** Returns the channels that show each theme, collected once for the same channels. */
export function channelsOf() {
  if (known.of === world.channels) return known.map
  known = { of: world.channels, map: new Map() }
  for (const { theme, channel } of world.channels) {
    const same = known.map.get(theme)
    if (same) same.push(channel)
    else known.map.set(theme, [channel])
  }
  return known.map
}

/**
 * Says that somebody else switched the channel.
 * @param {import("./types").Change} entry
 * @param {string} channel
 */
export function switchWords(entry, channel) {
  const title = titleOf(entry.theme)
  if (entry.by === "guard") return `Taken back: ${channel} shows ${title} again. ${entry.note}.`
  return entry.schedule ? `By schedule, ${channel} shows ${title} now.` : `${entry.by ?? "Somebody"} switched ${channel} to ${title}.`
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
