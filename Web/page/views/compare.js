// Two themes side by side, or one now and earlier, with the differences in the palette and in each element.
import { h } from "../dom.js"
import { betweenTexts, byElement, onScreen } from "../differing.js"
import { bringBack } from "../drafting.js"
import { cursorOf, restOf } from "../past.js"
import { themeLink } from "../route.js"
import { readOnly, themeNamed, world } from "../state.js"
import { counted, moment, named } from "../words.js"
import { device } from "./device.js"
import { list } from "./history.js"
import { asking } from "./notices.js"
import { overlay } from "./overlay.js"
import { studio } from "./studio.js"

/** @typedef {import("../state.js").World} World */
/** @typedef {import("../types").ThemeEntry} ThemeEntry */
/** @typedef {import("../types").Look} Look */

/** @param {World} world */
export function compare(world) {
  return studio(world, theme => {
    const isPast = cursorOf(world.route.with) !== undefined
    const other = themeNamed(world.route.with)
    return h("section", { class: "comparing", "aria-label": "Compare" },
      overlay(
        { title: h("b", {}, named(theme.title), isPast && " now"), screen: screen(theme, theme.title, world.looks.get(theme.name)) },
        { title: choice(world, theme), screen: isPast ? then(world, theme) : other && screen(other, other.title, world.looks.get(other.name)) }),
      isPast ? sinceThen(world, theme) : other && differences(world.looks.get(theme.name), world.looks.get(other.name), `from ${theme.title} to ${other.title}`))
  }, { isAlone: true })
}

/** @param {ThemeEntry} theme @param {string} title @param {Look | undefined} look */
function screen(theme, title, look) {
  return device({ title, kit: theme.kit, look })
}

/** @param {World} world @param {ThemeEntry} theme */
function choice(world, theme) {
  const others = (world.themes ?? []).filter(each => each.name !== theme.name && each.kit === theme.kit)
  const times = pastOf(world, theme)
  return h("label", {}, h("span", {}, "with"),
    h("select", { "aria-label": "Compare with", value: world.route.with ?? "", on: { change: event => { location.hash = themeLink(theme.name, "compare", event.target.value) } } },
      h("option", { value: "" }, others.length || times.length ? "Choose what to compare with" : "There is no other theme of this kit"),
      h("optgroup", { key: "then", label: "The same theme", hidden: !times.length }, times.map(([cursor, words]) => h("option", { key: cursor, value: restOf(cursor) }, words))),
      h("optgroup", { key: "others", label: "Another theme", hidden: !others.length }, others.map(each => h("option", { key: each.name, value: each.name }, each.title)))))
}

/**
 * Offers the versions after each change and before the first.
 * @param {World} world
 * @param {ThemeEntry} theme
 * @returns {[string, string][]}
 */
function pastOf({ times, route }, theme) {
  const changes = times?.theme === theme.name ? times.changes : []
  /** @type {[string, string][]} */
  const found = changes.map(each => [each.cursor, `as of ${moment(each.at)}, by ${each.by}`])
  const first = changes[changes.length - 1]
  if (first?.before) found.push([first.before, `before ${moment(first.at)}`])
  const asked = cursorOf(route.with)
  if (asked && !found.some(([cursor]) => cursor === asked)) found.push([asked, "as it was then"])
  return found
}

/** @param {World} world @param {ThemeEntry} theme */
function pastNow({ past, route }, theme) {
  return past?.theme === theme.name && past.cursor === cursorOf(route.with) ? past : undefined
}

/** @param {World} world @param {ThemeEntry} theme */
function then(world, theme) {
  const past = pastNow(world, theme)
  if (past?.trouble) return h("p", { role: "alert", class: "trouble" }, past.trouble)
  if (past && !past.look) return h("p", { class: "muted" }, readOnly() || "What it was then can't be drawn with the themes of now.")
  return screen(theme, `${theme.title} then`, past?.look)
}

/** @param {World} world @param {ThemeEntry} theme */
function sinceThen(world, theme) {
  const past = pastNow(world, theme)
  const { text, look } = past ?? {}
  if (past?.trouble) return null
  return [
    text !== undefined && h("div", { class: "acts" },
      h("button", { disabled: readOnly() !== "", title: readOnly() || null, on: { click: () => bringBack(theme.name, text) } }, "Edit what it was then")),
    text !== undefined && !look ? writtenSince(world, theme, text) : differences(look, world.looks.get(theme.name), "from then to now"),
  ]
}

/**
 * Shows the documents if a version can't be drawn.
 * @param {World} world @param {ThemeEntry} theme @param {string} text
 */
function writtenSince({ past }, theme, text) {
  const found = betweenTexts(text, past?.now ?? text)
  return h("div", { class: "panel inspector" }, h("h3", {}, `${theme.title}: what its document says otherwise`), list(found))
}

/** @param {Look | undefined} from @param {Look | undefined} to @param {string} words */
function differences(from, to, words) {
  if (!from || !to) return asking("both")
  const all = byElement(from.resolved, to.resolved)
  const groups = world.compare.isOnScreen ? onScreen(all, [from, to]) : all
  const count = groups.reduce((sum, [, found]) => sum + found.length, 0)
  return h("div", { class: "panel inspector" },
    h("h3", {}, count ? `${counted(count, "thing differs", "things differ")} ${words}` : "Nothing differs here."),
    groups.map(([name, found]) => h("section", { key: name, class: "property", "aria-label": name }, h("p", {}, name), list(found))))
}
