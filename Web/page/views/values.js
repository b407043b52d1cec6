// All values and colors of a theme with a specimen each, and what they refer to.
import { h } from "../dom.js"
import { beginChangeOf, lookOf } from "../explaining.js"
import { beginNaming } from "../naming.js"
import { themeLink } from "../route.js"
import { readOnly } from "../state.js"
import { isShown, showUses } from "../uses.js"
import { valueText } from "../words.js"
import { asking } from "./notices.js"
import { specimen } from "./specimens.js"
import { studio } from "./studio.js"
import { uses } from "./uses.js"

/** @typedef {import("../state.js").World} World */
/** @typedef {{ name: string, type?: string, value: any }} Entry */

/** The groups by the types of their values, in this order; all else is in the last. */
const groups = {
  color: "Colors", typography: "Type", fontFamily: "Fonts", fontWeight: "Fonts", dimension: "Sizes", border: "Borders", shadow: "Shadows",
  gradient: "Gradients", duration: "Motion", cubicBezier: "Motion", transition: "Motion",
}

/** @param {World} world */
export function values(world) {
  return studio(world, theme => {
    const resolved = lookOf(theme.name)?.resolved
    if (!resolved) return h("section", { "aria-label": "Values" }, asking("its values"))
    /** @type {Entry[]} */
    const all = [
      ...Object.entries(resolved.colors).map(([name, value]) => ({ name, type: "color", value })),
      ...Object.entries(resolved.values).map(([name, entry]) => ({ name, ...entry })),
    ]
    const titles = [...new Set([...Object.values(groups), "Others"])]
    return h("section", { class: "values", "aria-label": "Values" },
      !all.length && h("p", { class: "muted" }, "This theme names no value."),
      titles.map(title => group(world, theme.name, title, all.filter(each => titleOf(each) === title))))
  })
}

/**
 * Indicates whether a theme has a name, also in its unsaved text.
 * @param {string} theme @param {string} name
 */
function has(theme, name) {
  const resolved = lookOf(theme)?.resolved
  return resolved?.colors[name] !== undefined || resolved?.values[name] !== undefined
}

/** @param {Entry} entry */
const titleOf = ({ type }) => groups[/** @type {keyof typeof groups} */ (type)] ?? "Others"

/** @param {World} world @param {string} theme @param {string} title @param {Entry[]} entries */
function group(world, theme, title, entries) {
  if (!entries.length) return null
  return h("div", { key: title, class: "panel" }, h("h3", {}, title),
    h("ul", { role: "list", "aria-label": title }, entries.map(each => row(world, theme, each))))
}

/** @param {World} world @param {string} theme @param {Entry} entry */
function row(world, theme, { name, type, value }) {
  const isReached = world.route.with === name
  const why = readOnly()
  const to = world.aliases?.of.get(name)?.find(each => has(theme, each.name))
  return h("li", { key: name, "aria-label": name, class: isReached ? "reached" : "", hook: element => { if (isReached) reach(element, name) } },
    specimen(name, type, value), h("b", { dir: "auto" }, name), h("code", {}, text(value)),
    h("span", { class: "acts" },
      h("button", { class: "quiet", "aria-label": `Uses of ${name}`, "aria-expanded": String(isShown(theme, name)), on: { click: () => showUses(theme, name) } }, "Uses"),
      ...["Change", "Rename"].map((words, at) => h("button", {
        class: "quiet", "aria-label": `${words} ${name}`, disabled: why !== "", title: why || null, on: { click: () => (at ? beginNaming(theme, name) : beginChangeOf(theme, name)) },
      }, words))),
    to && h("a", { href: themeLink(theme, "values", to.name), "aria-label": `${name} → ${to.name}` }, `→ ${to.name}`),
    uses(world, theme, name))
}

/** The value that was reached last: a row comes into sight once. */
let reached = ""

/** @param {Element} element @param {string} name */
function reach(element, name) {
  if (reached === `${location.hash} ${name}`) return
  reached = `${location.hash} ${name}`
  requestAnimationFrame(() => element.scrollIntoView({ block: "center" }))
}

/**
 * Formats a value: a number with its unit, a list with commas.
 * @param {any} value
 * @returns {string}
 */
function text(value) {
  if (Array.isArray(value)) return value.map(text).join(", ")
  if (value && typeof value === "object" && "unit" in value) return `${value.value} ${value.unit}`
  if (value && typeof value === "object") return Object.entries(value).map(([key, part]) => `${key} ${text(part)}`).join(", ")
  return valueText(value)
}
