// The changes of the channel by day, newest first: effect, author, note, differences, and a button to switch back.
import { h } from "../dom.js"
import { rollBack } from "../acts.js"
import { showDifference } from "../differing.js"
import { loadOlder, mostChanges } from "../planning.js"
import { restOf } from "../past.js"
import { themeLink } from "../route.js"
import { active, readOnly, themeNamed, titleOf } from "../state.js"
import { author, counted, dayName, deeds, hour, named } from "../words.js"
import { read } from "../color.js"
import { ribbon, swatch } from "./device.js"
import { asking } from "./notices.js"

/** @typedef {import("../state.js").World} World */
/** @typedef {import("../types").Change} Change */

/** @param {World} world */
export function history(world) {
  const all = world.history
  return h("section", { class: "panel history", "aria-label": "History" }, h("h2", {}, "What happened"),
    !all && asking("the history"),
    all && !all.changes.length && h("p", { class: "muted" },
      world.access?.watch ? "Nothing yet: switches, edits and schedules will appear here." : "History needs a token that may watch: see Access, above."),
    h("ol", { role: "list", "aria-label": "Changes" }, all?.changes.slice(0, all.shown ?? mostChanges).map((entry, at) => row(world, entry, all.changes[at - 1]))),
    all && (all.next || all.changes.length > (all.shown ?? mostChanges)) && h("button", { on: { click: loadOlder } }, "Older changes"))
}

/** @param {World} world @param {Change} entry @param {Change | undefined} newer */
function row(world, entry, newer) {
  const day = dayName(entry.at)
  return h("li", { key: entry.cursor },
    (!newer || dayName(newer.at) !== day) && h("p", { class: "day" }, day),
    h("div", { class: "entry" }, ribbon(world.looks.get(entry.theme), "ribbon small"),
      h("time", { class: "muted", datetime: entry.at }, hour(entry.at)),
      h("div", { class: "what" },
        h("p", {}, `${deeds[entry.kind]} `, h("b", {}, named(titleOf(entry.theme))), h("span", { class: "muted" }, ` ${author(entry)}`)),
        entry.note && h("q", { dir: "auto" }, entry.note), difference(world, entry)),
      back(entry)))
}

/** @param {Change} entry */
function back(entry) {
  const now = active()
  if (entry.kind !== "activated" || !now || now.theme === entry.theme || !themeNamed(entry.theme)) return null
  const why = readOnly(now.channel)
  return h("button", { class: "quiet", disabled: why !== "", title: why || null, on: { click: () => rollBack(now.channel, now.cursor, entry.cursor) } },
    h("span", {}, "Go back to ", named(titleOf(entry.theme))))
}

/** @param {World} world @param {Change} entry */
function difference(world, entry) {
  const isSwitch = entry.kind === "activated" && entry.previous
  if (!isSwitch && entry.kind !== "updated") return null
  const known = world.differences.get(entry.cursor)
  return h("details", { on: { toggle: event => event.target.open && showDifference(entry) } },
    h("summary", {}, summary(entry)), known && list(known), then(entry))
}

/** @param {Change} entry */
function then({ theme, cursor }) {
  return themeNamed(theme) && h("p", {}, h("a", { href: themeLink(theme, "compare", restOf(cursor)) }, `Compare ${titleOf(theme)} as it was then with now`))
}

/** @param {Change} entry */
function summary({ kind, differs }) {
  if (kind === "activated") return "What differs"
  const count = (differs?.colors.length ?? 0) + (differs?.images.length ?? 0) + (differs?.rules.length ?? 0) + (differs?.values.length ?? 0)
  return differs?.more ? "What differs" : counted(count, "thing differs", "things differ")
}

/** @param {import("../differing.js").Difference[]} differences */
export function list(differences) {
  if (!differences.length) return h("p", { class: "muted" }, "Nothing that is known any more.")
  return h("ul", { class: "differences", role: "list" }, differences.slice(0, 200).map(({ name, from, to }) => h("li", { key: name },
    h("span", {}, name), (from ?? to) !== undefined && [side(from, true), h("span", { class: "muted" }, "→"), side(to, false)])))
}

/** @param {string | undefined} text @param {boolean} isOld */
function side(text, isOld) {
  if (text === undefined) return h("span", { class: "muted" }, isOld ? "not there" : "gone")
  return h("span", {}, read(text.toLowerCase()) && swatch(text), isOld ? h("s", {}, text) : text)
}
