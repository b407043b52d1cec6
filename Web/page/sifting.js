// Which themes are listed, and in which order: the words of the filter, the kit, the sort, and first what the channel shows.
import { active, world } from "./state.js"
import { channelsOf } from "./words.js"

/** @typedef {import("./types").ThemeEntry} ThemeEntry */

/** @type {Intl.Collator | undefined} */
let collator
const compare = (/** @type {string} */ a, /** @type {string} */ b) => (collator ??= new Intl.Collator()).compare(a, b)
// The first comparison takes long: it is over before the themes are there.
setTimeout(() => compare("", ""))
const channelOf = (/** @type {ThemeEntry} */ theme) => channelsOf().get(theme.name)?.[0] ?? "\u{10ffff}"

/**
 * The sorts by their names. Equal ones stay in the order of their names.
 * @type {Record<string, (a: ThemeEntry, b: ThemeEntry) => number>}
 */
export const sorts = {
  Name: (a, b) => compare(a.title, b.title),
  Kit: (a, b) => compare(a.kit, b.kit),
  Channel: (a, b) => compare(channelOf(a), channelOf(b)),
  "Newest change": (a, b) => (a.at === b.at ? 0 : (a.at ?? "") < (b.at ?? "") ? 1 : -1),
}

/** @type {{ by: unknown[], list: ThemeEntry[] }} */
let sorted = { by: [], list: [] }

/** Returns all themes in their order, which no letter in the filter changes. */
function inOrder() {
  const by = [world.themes, world.sort, world.sort === "Channel" && world.channels]
  if (by.some((part, at) => part !== sorted.by[at])) sorted = { by, list: [...(world.themes ?? [])].sort(sorts[world.sort]) }
  return sorted.list
}

/** @type {{ by: unknown[], list: ThemeEntry[] }} */
let last = { by: [], list: [] }

/** Returns the listed themes, the same list as before while nothing that it depends on has changed. */
export function sifted() {
  const now = active()?.theme
  const by = [world.themes, world.channels, now, world.filter, world.kit, world.sort]
  if (by.every((part, at) => part === last.by[at])) return last.list
  const words = world.filter.toLowerCase().split(/\s+/)
  const found = inOrder().filter(theme => (!world.kit || theme.kit === world.kit) && words.every(word => !word || has(theme, word)))
  last = { by, list: [...found.filter(theme => theme.name === now), ...found.filter(theme => theme.name !== now)] }
  return last.list
}

/** @param {ThemeEntry} theme @param {string} word */
function has({ name, title, kit }, word) {
  const own = `${name} ${title} ${kit} ${world.kits[kit]?.title ?? ""}`
  return own.toLowerCase().includes(word) || Boolean(channelsOf().get(name)?.some(channel => channel.toLowerCase().includes(word)))
}
