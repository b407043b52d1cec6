// The choices of the user, in the words of each kit.
import { world } from "./state.js"

/** @typedef {import("./types").KitTrait} KitTrait */
/** @typedef {import("./types").ThemeEntry} ThemeEntry */

const hints = { scheme: "Sec-CH-Prefers-Color-Scheme", contrast: "Sec-CH-Prefers-Contrast" }

/**
 * Returns the traits for a theme, of its kit and its own. Client hints connect light, dark and contrast with a trait.
 * @param {ThemeEntry | undefined} theme
 * @param {import("./types").Traits} [wish]
 * @returns {Record<string, string>}
 */
export function traitsOf(theme, wish = world.traits) {
  if (!theme) return {}
  const chosen = wish.more[theme.kit] ?? {}
  /** @type {Record<string, string>} */
  const traits = {}
  for (const [name, trait] of Object.entries({ ...world.kits[theme.kit]?.traits, ...theme.traits })) {
    const value = chosen[name] || hinted(trait, wish)
    // A trait of the same name may have other values in another theme.
    if (value && (trait.values?.includes(value) ?? true)) traits[name] = value
  }
  return traits
}

/** @param {KitTrait} trait @param {import("./types").Traits} wish */
function hinted(trait, { scheme, contrast }) {
  const word = trait.hint === hints.scheme ? scheme : trait.hint === hints.contrast ? contrast : undefined
  if (word === undefined) return undefined
  return trait.hintValues?.[word] ?? (trait.values?.includes(word) ? word : (word === "more" ? "high" : "normal"))
}

/**
 * Returns the traits with their own list: all except the traits for light, dark and contrast, then the traits
 * that themes add to the kit.
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
