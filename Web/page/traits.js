// What the reader chose, in the words of each kit.
import { world } from "./state.js"

/** @typedef {import("./types").KitTrait} KitTrait */

const hints = { scheme: "Sec-CH-Prefers-Color-Scheme", contrast: "Sec-CH-Prefers-Contrast" }

/**
 * The traits to ask for; light or dark and contrast by the client hint that each kit's own trait names.
 * @param {string} kitName
 * @returns {Record<string, string>}
 */
export function traitsOf(kitName) {
  const kit = world.kits[kitName]
  /** @type {Record<string, string>} */
  const traits = {}
  for (const [name, trait] of Object.entries(kit?.traits ?? {})) {
    const value = hinted(trait)
    if (value !== undefined && trait.values?.includes(value)) traits[name] = value
  }
  for (const [name, value] of Object.entries(world.traits.more[kitName] ?? {})) if (value) traits[name] = value
  return traits
}

/** @param {KitTrait} trait */
function hinted(trait) {
  const wish = trait.hint === hints.scheme ? world.traits.scheme : trait.hint === hints.contrast ? world.traits.contrast : undefined
  if (wish === undefined) return undefined
  return trait.hintValues?.[wish] ?? (trait.values?.includes(wish) ? wish : (wish === "more" ? "high" : "normal"))
}

/**
 * The traits that have a list of their own: all but those which light, dark and contrast stand for.
 * @param {string} kitName
 */
export function otherTraits(kitName) {
  const all = Object.entries(world.kits[kitName]?.traits ?? {})
  return all.filter(([, trait]) => trait.hint !== hints.scheme && trait.hint !== hints.contrast)
}
