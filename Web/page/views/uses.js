// The list of the places where a value is used, each a link to it.
import { h } from "../dom.js"
import { themeLink } from "../route.js"
import { titleOf } from "../state.js"
import { isShown } from "../uses.js"
import { fileName, named } from "../words.js"
import { asking } from "./notices.js"

/** @typedef {import("../state.js").World} World */

/** @param {World} world @param {string} theme @param {string} name */
export function uses(world, theme, name) {
  if (!isShown(theme, name)) return null
  const found = world.uses?.found
  if (!found) return h("p", { class: "uses muted" }, asking("where it is used"))
  const link = (/** @type {string} */ key, /** @type {string} */ href, /** @type {import("../dom.js").Child} */ words, /** @type {string} */ what) =>
    h("li", { key }, h("a", { href }, words), h("small", { class: "muted" }, what))
  const items = [
    ...found.names.map(each => link(`name ${each}`, themeLink(theme, "values", each), each, "refers to it")),
    ...found.rules.map(each => link(`rule ${each.words} ${each.line}`, themeLink(each.theme, "edit", each.line), `${fileName(each.file)}:${each.line}`, each.words)),
    ...found.elements.map(each => link(`element ${each.id} ${each.words}`, `${themeLink(theme)}?element=${encodeURIComponent(each.id)}`, each.words, "on this screen")),
    ...found.themes.map(each => link(`theme ${each}`, themeLink(each), named(titleOf(each)), "has it from here")),
  ]
  return h("ul", { class: "uses", role: "list", "aria-label": `Uses of ${name}` }, items.length ? items : h("li", { class: "muted" }, "Nothing uses it under these traits."))
}
