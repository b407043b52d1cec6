// The element that was clicked in the drawing or in the tree, with the explanation of its look.
import { h } from "../dom.js"
import { beginChange, lookOf, pick } from "../explaining.js"
import { swatch } from "./device.js"
import { inspector } from "./inspector.js"
import { read } from "../color.js"
import { pickedIn } from "../loading.js"
import { chipsOf } from "../scenes/scenes.js"
import { world } from "../state.js"
import { asking } from "./notices.js"
import { studio } from "./studio.js"

/** @typedef {import("../state.js").World} World */
/** @typedef {import("../types").Tree} Tree */
/** @typedef {{ id: string, for: string, depth: number }} Row */

/** @param {World} world */
export function inspect(world) {
  return studio(world, theme => {
    const look = lookOf(theme.name)
    if (!look) return h("div", { class: "panel panes" }, h("div", { class: "inspector" }, asking("its look")))
    const chips = new Set(chipsOf(look).map(node => node.id))
    const rows = flat(look.tree, 0).filter(row => !chips.has(row.id))
    return h("div", { class: "panel panes" }, tree(look, rows), inspector(world, theme, look))
  }, { isPickable: true })
}

/** @param {Tree} tree @param {number} depth @returns {Row[]} */
function flat(tree, depth) {
  const below = (tree.children ?? []).flatMap(child => flat(child, tree.for ? depth + 1 : depth))
  return tree.for ? [{ id: tree.id, for: tree.for, depth }, ...below] : below
}

/** @param {import("../types").Look} look @param {Row[]} rows */
function tree(look, rows) {
  const picked = pickedIn(look)
  const reached = rows.some(row => row.id === picked) ? picked : rows[0]?.id
  return h("div", { class: "tree", role: "tree", "aria-label": "Elements", on: { keydown: event => walk(event, rows, reached) } },
    rows.map(row => h("div", {
      key: row.id, role: "treeitem", "aria-level": row.depth + 1, "aria-selected": String(row.id === picked),
      "aria-label": row.for, tabindex: row.id === reached ? "0" : "-1", "data-element": row.id,
      style: { "--depth": String(row.depth) }, on: { click: () => pick(row.id), dblclick: () => beginChange(world.route.theme ?? "", row.id) },
    }, h("span", { class: "name" }, row.for), colorsOf(look, row.id))))
}

/** @param {import("../types").Look} look @param {string} id */
function colorsOf(look, id) {
  const set = look.nodes.find(node => node.id === id)?.set ?? {}
  const colors = [...new Set(Object.values(set).filter(value => read(value)))]
  return colors.slice(0, 4).map(color => swatch(color))
}

/**
 * @param {KeyboardEvent} event
 * @param {Row[]} rows
 * @param {string} from
 */
function walk(event, rows, from) {
  const at = rows.findIndex(row => row.id === from)
  const to = target(event.key, rows, at)
  if (to === undefined || !rows[to]) return
  event.preventDefault()
  pick(rows[to].id)
  if (event.key === "Enter") return void beginChange(world.route.theme ?? "", rows[to].id)
  const tree = /** @type {HTMLElement} */ (event.currentTarget)
  const next = /** @type {HTMLElement | null} */ (tree.querySelector(`[data-element="${CSS.escape(rows[to].id)}"]`))
  next?.focus()
}

/** @param {string} key @param {Row[]} rows @param {number} at */
function target(key, rows, at) {
  const depth = rows[at]?.depth ?? 0
  switch (key) {
    case "ArrowDown": return Math.min(at + 1, rows.length - 1)
    case "ArrowUp": return Math.max(at - 1, 0)
    case "ArrowLeft": return rows.slice(0, at).map(row => row.depth).lastIndexOf(depth - 1)
    case "ArrowRight": return rows[at + 1]?.depth === depth + 1 ? at + 1 : undefined
    case "Home": return 0
    case "End": return rows.length - 1
    case "Enter": case " ": return at
  }
}
