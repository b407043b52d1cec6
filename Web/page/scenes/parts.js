// The parts of the drawings: values of the server's response, parts to pick, symbols.
import { h } from "../dom.js"

/** @typedef {import("../types").Stage} Stage */
/** @typedef {import("../dom.js").Child} Child */

/**
 * Returns the value of the first of these keys that an element has.
 * @param {Stage} stage
 * @param {string} id
 * @param {...string} keys
 */
export function value(stage, id, ...keys) {
  const set = stage.look.nodes.find(node => node.id === id)?.set ?? {}
  return keys.map(key => set[key]).find(found => found !== undefined && found !== null)
}

/**
 * Returns a value that is inherited from the containers, such as a tint.
 * @param {Stage} stage
 * @param {string} id
 * @param {string} key
 * @returns {any}
 */
export function inherited(stage, id, key) {
  const way = path(stage.look.tree, id)
  return way.reverse().map(step => value(stage, step, key)).find(found => found !== undefined)
}

/**
 * Returns the ids from the root to an element.
 * @param {import("../types").Tree} tree
 * @param {string} id
 * @returns {string[]}
 */
export function path(tree, id) {
  if (tree.id === id) return [id]
  for (const child of tree.children ?? []) {
    const rest = path(child, id)
    if (rest.length) return [tree.id, ...rest]
  }
  return []
}

/**
 * Draws an element of the screen that can be picked.
 * @param {Stage} stage
 * @param {string} id
 * @param {string} kind its class name
 * @param {Record<string, string | undefined>} style
 * @param {...Child} children
 */
export function part(stage, id, kind, style, ...children) {
  const picked = stage.picked === id ? " picked" : ""
  return h("span", { class: kind + picked, style, "data-part": id }, ...children)
}

/**
 * @param {string} kind
 * @param {Record<string, string | undefined>} style
 * @param {...Child} children
 */
export function box(kind, style, ...children) {
  return h("span", { class: kind, style }, ...children)
}

/** @type {Record<string, string>} */
const outlines = {
  back: "M15 5l-7 7 7 7",
  search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l5 5",
  parcel: "M12 3l8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9",
  lamp: "M8 3h8l3 9H5zM12 12v8M8 21h8",
  share: "M12 15V3M8 7l4-4 4 4M5 12v8h14v-8",
  sort: "M4 7h16M7 12h10M10 17h4",
  bin: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13",
  bag: "M5 8h14l1 12H4zM8.5 8a3.5 3.5 0 0 1 7 0",
  list: "M9 6h11M9 12h11M9 18h11M4 6h1M4 12h1M4 18h1",
  person: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4 21c1-5 4-6.5 8-6.5s7 1.5 8 6.5",
  menu: "M4 6h16M4 12h16M4 18h16",
  check: "M5 12.5l4.5 4.5L19 7.5",
  plus: "M12 5v14M5 12h14",
  map: "M9 4L3 6.5v14L9 18l6 2.5 6-2.5V4l-6 2.5zM9 4v14M15 6.5v14",
  heart: "M12 20C5 15 3 12 3 8.8A4.6 4.6 0 0 1 12 7a4.6 4.6 0 0 1 9 1.8C21 12 19 15 12 20z",
}

/**
 * @param {string} name
 * @param {string} [kind]
 */
export function glyph(name, kind = "glyph") {
  return h("svg", { class: kind, viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: outlines[name] }))
}

/**
 * Returns an image as a style, if the theme has it.
 * @param {Stage} stage
 * @param {unknown} name
 */
export function background(stage, name) {
  const address = stage.picture(name)
  return address ? `url("${address}")` : undefined
}

/**
 * Returns a theme's font in CSS. The sizes are those of the drawing, which is smaller than the device.
 * @param {any} font
 * @returns {Record<string, string | undefined>}
 */
export function fontStyle(font) {
  const weights = { thin: 200, light: 300, regular: 400, medium: 500, semibold: 600, bold: 700, heavy: 800, black: 900 }
  const weight = /** @type {Record<string, number>} */ (weights)[font?.weight]
  return { "font-weight": weight ? String(weight) : undefined }
}
