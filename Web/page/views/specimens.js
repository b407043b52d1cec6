// A specimen of a value: text in its type, a bar of its length, a box with its shadow, an easing that plays.
import { h } from "../dom.js"
import { read } from "../color.js"

/** @typedef {import("../dom.js").Part} Part */
/** @typedef {Record<string, string | undefined>} Style */

const path = (/** @type {number[]} */ [a, b, c, d]) => `M4 44 C${4 + 40 * a} ${44 - 40 * b} ${4 + 40 * c} ${44 - 40 * d} 44 4`

/** @param {any} size such as 16, or a value with its unit */
function length(size) {
  if (typeof size === "number") return `${size}px`
  return size && typeof size === "object" && "value" in size ? `${size.value}${size.unit ?? "px"}` : undefined
}

/** @param {any} font */
const family = font => (Array.isArray(font) ? font.map(each => (/^[a-z-]+$/.test(each) ? each : JSON.stringify(each))).join(", ") : font)

/** @param {any} each */
const shadow = each => [each.inset && "inset", length(each.offsetX), length(each.offsetY), length(each.blur), length(each.spread), each.color].filter(Boolean).join(" ")

/** @param {any[]} stops */
const gradient = stops => `linear-gradient(90deg, ${stops.map(({ color, position }) => `${color} ${position * 100}%`).join(", ")})`

/** @param {any} value @returns {Style} */
const letters = value => ({
  "font-family": family(value.fontFamily), "font-weight": value.fontWeight && String(value.fontWeight), "line-height": value.lineHeight && String(value.lineHeight),
  "font-size": `min(${length(value.fontSize) ?? "16px"}, 44px)`, "letter-spacing": length(value.letterSpacing),
})

/**
 * Returns the look of a specimen by the type of its value, or nothing for a type without a look.
 * @param {string} name
 * @param {string} type
 * @param {any} value
 * @returns {{ style?: Style, inside?: import("../dom.js").Child, kind: string } | undefined}
 */
function look(name, type, value) {
  switch (type) {
    case "color": return { kind: "box", style: { background: value } }
    case "typography": return { kind: "letters", style: letters(value), inside: "Ag" }
    case "fontFamily": return { kind: "letters", style: { "font-family": family(value) }, inside: "Ag" }
    case "fontWeight": return { kind: "letters", style: { "font-weight": String(value) }, inside: "Ag" }
    case "dimension": return /radius|corner|round/i.test(name)
      ? { kind: "corner", style: { "border-radius": length(value) } }
      : { kind: "length", style: { width: `min(${length(value)}, 100%)` } }
    case "shadow": return { kind: "box", style: { "box-shadow": (Array.isArray(value) ? value : [value]).map(shadow).join(", ") } }
    case "border": return { kind: "box", style: { border: `${length(value.width)} ${typeof value.style === "string" ? value.style : "solid"} ${value.color}` } }
    case "gradient": return { kind: "box", style: { background: gradient(value) } }
    case "cubicBezier": return { kind: "easing", inside: easing(value) }
    case "transition": return { kind: "easing", inside: easing(value.timingFunction ?? [0, 0, 1, 1], length(value.duration)) }
    case "duration": return { kind: "easing", inside: easing([0, 0, 1, 1], length(value)) }
  }
}

/** @param {number[]} points @param {string} [duration] of the dot's way */
function easing(points, duration = "1200ms") {
  return [
    h("svg", { viewBox: "0 0 48 48", "aria-hidden": "true" }, h("path", { d: path(points) })),
    h("i", { class: "dot", style: { "animation-timing-function": `cubic-bezier(${points.join(", ")})`, "animation-duration": duration } }),
  ]
}

/**
 * @param {string} name
 * @param {string | undefined} type
 * @param {any} value
 */
export function specimen(name, type, value) {
  const kind = type ?? (read(value) ? "color" : typeof value === "number" ? "dimension" : "")
  const found = look(name, kind, value)
  if (!found) return h("span", { class: "specimen none", "aria-hidden": "true" })
  return h("span", { class: `specimen ${found.kind}`, role: "img", "aria-label": name }, h("span", { class: "shape", style: found.style ?? {} }, found.inside))
}
