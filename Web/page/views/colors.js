// The palette, and the contrasts between its colors.
import { h } from "../dom.js"
import { contrast, grade, ratioText, read } from "../color.js"
import { swatch } from "./device.js"
import { studio } from "./studio.js"

/** @typedef {import("../state.js").World} World */
/** @typedef {import("../types").Resolved} Resolved */

/** @param {World} world */
export function colors(world) {
  return studio(world, theme => {
    const resolved = world.looks.get(theme.name)?.resolved
    const palette = Object.entries(resolved?.colors ?? {})
    return h("section", { class: "palette", "aria-label": "Colors" },
      !resolved && h("p", { class: "muted" }, "Asking for its colors…"),
      resolved && !palette.length && h("p", { class: "muted" }, "This theme names no color."),
      palette.length > 0 && [
        h("ul", { class: "chips", role: "list", "aria-label": "Palette" }, palette.map(([name, value]) => h("li", { key: name },
          h("i", { "aria-hidden": "true", style: { "--color": value } }), h("b", {}, name), h("code", {}, value)))),
        pairs(world, theme.kit, resolved),
        table(palette),
      ])
  })
}

/**
 * Returns the pairs of the kit: text and background of one element, as the theme's rules set them.
 * @param {World} world
 * @param {string} kitName
 * @param {Resolved | undefined} resolved
 */
function pairs(world, kitName, resolved) {
  const kit = world.kits[kitName]
  const found = (resolved?.appearance ?? []).flatMap(rule => (kit?.contrasts ?? []).flatMap(pair => {
    const [text, ground] = [within(rule.set, pair.text), within(rule.set, pair.background)]
    if (!read(text) || !read(ground) || !isKind(world, kitName, rule.for, pair.class)) return []
    return [{ what: rule.in ? `${rule.for} in ${rule.in}` : rule.for, words: `${pair.text} on ${pair.background}`, text, ground }]
  }))
  if (!found.length) return null
  return h("div", { class: "panel sheet-scroll", tabindex: "0", role: "group", "aria-label": "Text on its own background" },
    h("table", { class: "pairs" }, h("caption", {}, "Text on its own background, as rules set them"),
      h("tbody", {}, found.map(pair => h("tr", {}, h("th", { scope: "row" }, pair.what), h("td", { class: "muted" }, pair.words), cell(pair.text, pair.ground))))))
}

/**
 * Returns the value of a key, or after slashes a part of it.
 * @param {any} set
 * @param {string} path
 */
function within(set, path) {
  return path.split("/").reduce((value, name) => value?.[name], set)
}

/** @param {World} world @param {string} kit @param {string} target @param {string} wanted */
function isKind(world, kit, target, wanted) {
  const classes = world.kits[kit]?.classes ?? {}
  for (let name = /** @type {string | null} */ (target.split(".")[0]); name; name = classes[name]?.superclass ?? null) {
    if (name === wanted) return true
  }
  return false
}

/** @param {[string, string][]} palette */
function table(palette) {
  const grounds = palette.filter(([name]) => isGround(name)).slice(0, 8)
  const columns = grounds.length ? grounds : palette.slice(0, 6)
  return h("div", { class: "panel sheet-scroll", tabindex: "0", role: "group", "aria-label": "Every color on each background" },
    h("table", { "aria-label": "Contrast" },
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

/** @param {string} text @param {string} ground */
function cell(text, ground) {
  const [ink, under] = [read(text), read(ground)]
  if (!ink || !under) return h("td", {}, "–")
  const ratio = contrast(ink, under)
  return h("td", { class: grade(ratio) },
    h("span", { class: "sample", "aria-hidden": "true", "aria-disabled": "true", style: { color: text, "background-color": ground } }, "Aa"),
    ratioText(ratio), h("small", {}, grade(ratio)))
}
