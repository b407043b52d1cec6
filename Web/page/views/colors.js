// The palette, and the contrasts between its colors.
import { h } from "../dom.js"
import { contrast, grade, ratioText, read } from "../color.js"
import { beginChangeOf, lookOf } from "../explaining.js"
import { readOnly } from "../state.js"
import { allPairs, pairName, repairsOf, use } from "../repairing.js"
import { isShown, showUses } from "../uses.js"
import { breakable } from "../words.js"
import { swatch } from "./device.js"
import { asking } from "./notices.js"
import { studio } from "./studio.js"
import { uses } from "./uses.js"

/** @typedef {import("../state.js").World} World */

/** @param {World} world */
export function colors(world) {
  return studio(world, theme => {
    const look = lookOf(theme.name)
    const resolved = look?.resolved
    const found = look ? allPairs(look) : []
    const palette = Object.entries(resolved?.colors ?? {})
    return h("section", { class: "palette", "aria-label": "Colors" },
      !resolved && asking("its colors"),
      resolved && !palette.length && h("p", { class: "muted" }, "This theme names no color."),
      palette.length > 0 && [
        h("ul", { class: "chips", role: "list", "aria-label": "Palette" }, palette.map(([name, value]) => chip(world, theme.name, name, value))),
        pairs(theme.name, found),
        table(palette, found.length ? "Every color on each background" : "Contrast"),
      ])
  })
}

/** @param {World} world @param {string} theme @param {string} name @param {string} value */
function chip(world, theme, name, value) {
  const why = readOnly()
  const isOpen = isShown(theme, name)
  return [
    h("li", { key: name },
      h("button", { class: "quiet", "aria-label": `${name}, ${value}`, "aria-expanded": String(isOpen), on: { click: () => showUses(theme, name) } },
        h("i", { "aria-hidden": "true", style: { "--color": value } }), h("b", {}, breakable(name)), h("code", {}, value)),
      h("button", { class: "quiet", "aria-label": `Change ${name}`, disabled: why !== "", title: why || null, on: { click: () => beginChangeOf(theme, name) } }, "Change")),
    isOpen && h("li", { key: `uses ${name}`, class: "used" }, uses(world, theme, name)),
  ]
}

/** @param {string} theme @param {import("../standing.js").Pair[]} found */
function pairs(theme, found) {
  if (!found.length) return null
  return h("div", { class: "panel sheet-scroll", tabindex: "0", role: "group", "aria-label": "Text on its background" },
    h("table", { class: "pairs", "aria-label": "Contrast" }, h("caption", {}, "Text on its background, as rules set them and as the screen shows them"),
      h("tbody", {}, found.map(pair => h("tr", { key: pairName(pair) }, h("th", { scope: "row" }, breakable(pair.in ? `${pair.target} in ${pair.in.split("/").pop()}` : pair.target)),
        h("td", { class: "muted" }, breakable(`${pair.key} on ${pair.on ? `${pair.under} of ${pair.on.for}` : pair.under}`)), cell(pair.text, pair.ground, repair(theme, pair)))))))
}

/** @param {string} theme @param {import("../standing.js").Pair} pair */
function repair(theme, pair) {
  const found = repairsOf(theme)?.get(pairName(pair))
  if (!found) return null
  return h("span", { class: "repair" },
    h("button", { "aria-label": `Use ${found.color} for ${pair.key} of ${pair.target}`, on: { click: () => use(found) } }, swatch(found.color), `Use ${found.color}`),
    h("small", {}, `ΔE ${found.difference.toFixed(1)}, for ${found.where}`))
}

/** @param {[string, string][]} palette @param {string} name */
function table(palette, name) {
  const grounds = palette.filter(([name]) => isGround(name)).slice(0, 8)
  const columns = grounds.length ? grounds : palette.slice(0, 6)
  return h("div", { class: "panel sheet-scroll", tabindex: "0", role: "group", "aria-label": "Every color on each background" },
    h("table", { "aria-label": name },
      h("thead", {}, h("tr", {}, h("th", { scope: "col", class: "muted" }, "text on"),
        columns.map(([name, value]) => h("th", { key: name, scope: "col" }, swatch(value), name)))),
      h("tbody", {}, palette.map(([name, value]) => h("tr", { key: name },
        h("th", { scope: "row" }, swatch(value), name),
        columns.map(([on, ground]) => (on === name ? h("td", { class: "muted" }, "–") : cell(value, ground))))))))
}

/**
 * The usual names of background colors.
 * @param {string} name
 */
function isGround(name) {
  return /page|paper|surface|ground|back|sheet|sky|moss|accent$|danger$|^on[A-Z]|tint|fill|card|window/i.test(name)
}

/** @param {string} text @param {string} ground @param {import("../dom.js").Child} [more] */
function cell(text, ground, more) {
  const [ink, under] = [read(text), read(ground)]
  if (!ink || !under) return h("td", {}, "–")
  const ratio = contrast(ink, under)
  return h("td", { class: grade(ratio) },
    h("span", { class: "sample", "aria-hidden": "true", "aria-disabled": "true", style: { color: text, "background-color": ground } }, "Aa"),
    ratioText(ratio), h("small", {}, grade(ratio)), more)
}
