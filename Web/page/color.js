// Colors as the server writes them, #rrggbb or #rrggbbaa, and their contrast.

/** @typedef {{ red: number, green: number, blue: number, alpha: number }} Color Parts from 0 to 1. */

/**
 * @param {unknown} text
 * @returns {Color | null}
 */
export function read(text) {
  if (typeof text !== "string" || !/^#([0-9a-f]{6}|[0-9a-f]{8})$/.test(text)) return null
  const part = (/** @type {number} */ from) => parseInt(text.slice(from, from + 2) || "ff", 16) / 255
  return { red: part(1), green: part(3), blue: part(5), alpha: part(7) }
}

/**
 * Returns the visible color of one color over another.
 * @param {Color} top
 * @param {Color} under
 * @returns {Color}
 */
export function over(top, under) {
  const mix = (/** @type {"red" | "green" | "blue"} */ part) =>
    top[part] * top.alpha + under[part] * (1 - top.alpha)
  return { red: mix("red"), green: mix("green"), blue: mix("blue"), alpha: 1 }
}

/** @param {Color} color */
export function luminance({ red, green, blue }) {
  const linear = (/** @type {number} */ part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/**
 * Returns the contrast of text on a background by WCAG 2.2, from 1 to 21.
 * @param {Color} text
 * @param {Color} ground
 */
export function contrast(text, ground) {
  const solid = over(ground, { red: 1, green: 1, blue: 1, alpha: 1 })
  const [bright, dark] = [luminance(over(text, solid)), luminance(solid)].sort((a, b) => b - a)
  return (bright + 0.05) / (dark + 0.05)
}

/**
 * Returns the grade of a ratio by WCAG.
 * @param {number} ratio
 * @returns {"AAA" | "AA" | "large" | "fails"}
 */
export function grade(ratio) {
  if (ratio >= 7) return "AAA"
  if (ratio >= 4.5) return "AA"
  return ratio >= 3 ? "large" : "fails"
}

/**
 * Formats a ratio with one decimal, never rounded up over the limit of a grade.
 * @param {number} ratio
 */
export function ratioText(ratio) {
  return (Math.floor(ratio * 10 + 1e-9) / 10).toFixed(1)
}

/**
 * @param {unknown} color
 * @param {string} otherwise
 * @returns {string} what can be read on it
 */
export function inkOn(color, otherwise) {
  const ground = read(color)
  if (!ground || ground.alpha < 0.5) return otherwise
  return luminance(ground) > 0.4 ? "#000000" : "#ffffff"
}

/**
 * Returns the most colorful color, by which people remember a theme.
 * @param {string[]} colors
 * @returns {string | undefined}
 */
export function strongest(colors) {
  const strength = (/** @type {string} */ text) => {
    const color = read(text)
    if (!color || color.alpha < 0.9) return -1
    const parts = [color.red, color.green, color.blue]
    return Math.max(...parts) - Math.min(...parts)
  }
  return [...colors].sort((a, b) => strength(b) - strength(a))[0]
}
