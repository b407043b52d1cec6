// Two themes side by side, with what differs in the palette and in each element.
import { h } from "../dom.js"
import { betweenThemes } from "../differing.js"
import { themeLink } from "../route.js"
import { themeNamed } from "../state.js"
import { counted } from "../words.js"
import { device } from "./device.js"
import { list } from "./history.js"
import { studio } from "./studio.js"

/** @typedef {import("../state.js").World} World */
/** @typedef {import("../types").ThemeEntry} ThemeEntry */

/** @param {World} world */
export function compare(world) {
  return studio(world, theme => {
    const other = themeNamed(world.route.with)
    return h("section", { class: "comparing", "aria-label": "Compare" },
      h("div", { class: "panel sides" }, side(world, theme), h("div", {}, choice(world, theme), other && screen(world, other))),
      other && differences(world, theme, other))
  }, { isAlone: true })
}

/** @param {World} world @param {ThemeEntry} theme */
function side(world, theme) {
  return h("div", {}, h("b", {}, theme.title), screen(world, theme))
}

/** @param {World} world @param {ThemeEntry} theme */
function screen(world, theme) {
  return device({ title: theme.title, kit: theme.kit, look: world.looks.get(theme.name) })
}

/** @param {World} world @param {ThemeEntry} theme */
function choice(world, theme) {
  const others = (world.themes ?? []).filter(each => each.name !== theme.name && each.kit === theme.kit)
  return h("label", {}, h("span", {}, "with"),
    h("select", { "aria-label": "Compare with", value: world.route.with ?? "", on: { change: event => { location.hash = themeLink(theme.name, "compare", event.target.value) } } },
      h("option", { value: "" }, others.length ? "Choose a theme" : "There is no other theme of this kit"),
      others.map(each => h("option", { key: each.name, value: each.name }, each.title))))
}

/** @param {World} world @param {ThemeEntry} theme @param {ThemeEntry} other */
function differences(world, theme, other) {
  const [from, to] = [theme, other].map(each => world.looks.get(each.name)?.resolved)
  if (!from || !to) return h("p", { class: "muted" }, "Asking for both…")
  const found = betweenThemes(from, to)
  return h("div", { class: "panel inspector" },
    h("h3", {}, found.length ? `${counted(found.length, "thing differs", "things differ")} from ${theme.title} to ${other.title}` : "Nothing differs here."),
    found.length > 0 && list(found))
}
