// Colors by lightness, chroma and hue, as people see them (OKLCH), and the nearest color that passes a contrast.
import { contrast, read } from "./color.js"

/** @typedef {import("./color.js").Color} Color */
/** @typedef {import("./types").Polar} Polar lightness from 0 to 1, hue in degrees */
/** @typedef {{ lightness: number, a: number, b: number }} Lab */

const linear = (/** @type {number} */ part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
const encoded = (/** @type {number} */ part) => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055)

/** @param {Color} color @returns {Lab} */
function lab({ red, green, blue }) {
  const [r, g, b] = [red, green, blue].map(linear)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    a: 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s, b: 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  }
}

/** @param {Polar} polar @returns {Color} whose parts may be outside of what a screen shows */
function unlimited({ lightness, chroma, hue, alpha }) {
  const [a, b] = [chroma * Math.cos(hue * Math.PI / 180), chroma * Math.sin(hue * Math.PI / 180)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const parts = [4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s, -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s, -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s]
  const [red, green, blue] = parts.map(part => (part < 0 ? part : encoded(part)))
  return { red, green, blue, alpha }
}

const isShown = (/** @type {Color} */ { red, green, blue }) => [red, green, blue].every(part => part > -0.0005 && part < 1.0005)

/** @param {Color} color @returns {Polar} */
export function polarOf(color) {
  const { lightness, a, b } = lab(color)
  const chroma = Math.hypot(a, b)
  return { lightness, chroma, hue: chroma < 0.001 ? 0 : (Math.atan2(b, a) * 180 / Math.PI + 360) % 360, alpha: color.alpha }
}

/**
 * Returns the color, with as much of the chroma as a screen shows.
 * @param {Polar} polar
 * @returns {Color}
 */
export function colorOf(polar) {
  let [low, high] = [0, polar.chroma]
  if (!isShown(unlimited(polar))) {
    for (let step = 0; step < 14; step += 1) {
      const chroma = (low + high) / 2
      if (isShown(unlimited({ ...polar, chroma }))) low = chroma
      else high = chroma
    }
    polar = { ...polar, chroma: low }
  }
  const { red, green, blue, alpha } = unlimited(polar)
  const within = (/** @type {number} */ part) => Math.min(1, Math.max(0, part))
  return { red: within(red), green: within(green), blue: within(blue), alpha }
}

/** @param {Color} color */
export function hex({ red, green, blue, alpha }) {
  const parts = alpha < 1 ? [red, green, blue, alpha] : [red, green, blue]
  return `#${parts.map(part => Math.round(part * 255).toString(16).padStart(2, "0")).join("")}`
}

/**
 * Returns how different two colors look: their distance in OKLab times 100. Below 2 hardly anybody sees it.
 * @param {Color} one @param {Color} other
 */
export function difference(one, other) {
  const [from, to] = [lab(one), lab(other)]
  return 100 * Math.hypot(from.lightness - to.lightness, from.a - to.a, from.b - to.b)
}

/**
 * Returns the nearest color of the same hue that has a contrast on each background, or nothing if no lightness has it.
 * @param {string} text @param {string[]} grounds @param {number} needed
 * @returns {string | undefined}
 */
export function nearest(text, grounds, needed) {
  const color = read(text)
  if (!color) return undefined
  const polar = polarOf(color)
  // Rounded to what is written, so that the text itself passes.
  const at = (/** @type {number} */ lightness) => hex(colorOf({ ...polar, lightness }))
  const passes = (/** @type {number} */ lightness) => grounds.every(each => {
    const [ink, ground] = [read(at(lightness)), read(each)]
    return ink && ground && contrast(ink, ground) >= needed
  })
  const found = [0, 1].filter(passes).map(end => {
    let [bad, good] = [polar.lightness, end]
    for (let step = 0; step < 16; step += 1) {
      const middle = (bad + good) / 2
      if (passes(middle)) good = middle
      else bad = middle
    }
    return at(good)
  })
  const distance = (/** @type {string} */ each) => difference(color, read(each) ?? color)
  return found.sort((a, b) => distance(a) - distance(b))[0]
}
