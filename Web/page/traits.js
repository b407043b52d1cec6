// What the reader chose, in the words of each kit.
import { world } from "./state.js"

/** @typedef {import("./types").KitTrait} KitTrait */
/** @typedef {import("./types").ThemeEntry} ThemeEntry */

const hints = { scheme: "Sec-CH-Prefers-Color-Scheme", contrast: "Sec-CH-Prefers-Contrast" }

/**
 * The traits to ask a theme for, of its kit and its own; light or dark and contrast by the client hint that a trait names.
 * @param {ThemeEntry | undefined} theme
 * @returns {Record<string, string>}
 */
export function traitsOf(theme) {
  if (!theme) return {}
  const chosen = world.traits.more[theme.kit] ?? {}
  /** @type {Record<string, string>} */
  const traits = {}
  for (const [name, trait] of Object.entries({ ...world.kits[theme.kit]?.traits, ...theme.traits })) {
    const value = chosen[name] || hinted(trait)
    // Themes with a trait of the same name may have other values.
    if (value && (trait.values?.includes(value) ?? true)) traits[name] = value
  }
  return traits
}

/** @param {KitTrait} trait */
function hinted(trait) {
  const wish = trait.hint === hints.scheme ? world.traits.scheme : trait.hint === hints.contrast ? world.traits.contrast : undefined
  if (wish === undefined) return undefined
  return trait.hintValues?.[wish] ?? (trait.values?.includes(wish) ? wish : (wish === "more" ? "high" : "normal"))
}

/**
 * The traits that have a list of their own: all but those which light, dark and contrast stand for, then those that
 * themes add to the kit.
 * @param {string} kitName
 * @param {ThemeEntry[]} themes
 * @returns {[string, KitTrait][]}
 */
export function otherTraits(kitName, themes) {
  const all = Object.entries(world.kits[kitName]?.traits ?? {})
  /** @type {Record<string, KitTrait>} */
  const own = {}
  for (const theme of themes.filter(each => each.kit === kitName)) {
    for (const [name, { values = [] }] of Object.entries(theme.traits ?? {})) {
      own[name] = { values: [...new Set([...(own[name]?.values ?? []), ...values])] }
    }
  }
  return [...all.filter(([, trait]) => trait.hint !== hints.scheme && trait.hint !== hints.contrast), ...Object.entries(own)]
}
