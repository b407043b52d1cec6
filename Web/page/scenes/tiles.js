// The screen of a kit without its own: a tile for each target of the theme's rules.
import { box, part } from "./parts.js"
import { inkOn, read } from "../color.js"

/** @typedef {import("../types").Stage} Stage */

/** @type {import("../types").Scene} */
export const tiles = {
  device: "its rules",
  frame: "device sheet",
  surroundings: [],
  styled: [],
  // A root without a class: the tiles have no containers.
  tree: (_, targets) => ({ id: "", for: "", children: targets.map(target => ({ id: target, for: target })) }),
  draw(stage) {
    const shown = stage.look.nodes.slice(0, 40)
    return box("screen tiles", {}, shown.map(node => tile(stage, node.for, node.set, node.for)),
      shown.length === 0 && box("tile empty", {}, "No rules"))
  },
}

/**
 * @param {Stage} stage
 * @param {string} id
 * @param {import("../types").Values} set
 * @param {string} target
 */
export function tile(stage, id, set, target) {
  const colors = Object.entries(set).filter(([, value]) => read(value))
  const ground = colors.find(([key]) => /back|ground|fill/i.test(key))?.[1]
  const text = colors.find(([key]) => /text|title|fore|^color/i.test(key))?.[1]
  const paper = stage.scheme === "dark" ? "#1c1c1e" : "#ffffff"
  const border = colors.find(([key]) => /border|stroke/i.test(key))?.[1]
  const style = { "background-color": ground ?? paper, color: text ?? inkOn(ground ?? paper, "#000000"), "box-shadow": border && `inset 0 0 0 1px ${border}` }
  return part(stage, id, "tile", style, box("", {}, target),
    box("tile-colors", {}, colors.slice(0, 8).map(([, value]) => box("dot", { "background-color": value }))))
}
