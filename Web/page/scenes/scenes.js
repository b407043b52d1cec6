// The screens of the kits. A screen is loaded with the first theme of its kit.
import { tiles } from "./tiles.js"

/** @typedef {import("../types").Scene} Scene */

/** @type {Record<string, () => Promise<Scene>>} */
const sources = {
  uikit: () => import("./uikit.js").then(module => module.uikit),
  web: () => import("./web.js").then(module => module.web),
  android: () => import("./android.js").then(module => module.android),
}
/** @type {Map<string, Scene>} */
const scenes = new Map()

/**
 * Loads the screen of a kit before its themes are drawn. Returns false if that is impossible now.
 * @param {string} kit
 * @param {string[]} [lineage] the kit, then those that it builds on: the first that has a screen lends it
 */
export async function prepare(kit, lineage = [kit]) {
  if (scenes.has(kit)) return true
  const known = lineage.find(name => Object.hasOwn(sources, name))
  try {
    scenes.set(kit, known ? await sources[known]() : tiles)
    return true
  } catch {
    // The server is away; the page tries again when it is back.
    return false
  }
}

/** @param {string} kit */
export function sceneOf(kit) {
  return scenes.get(kit) ?? tiles
}

/**
 * Returns the targets of a theme's rules that are not on the screen: styles, which get buttons, or all targets for tiles.
 * @param {string} kit
 * @param {import("../types").Resolved} resolved
 */
function ownTargets(kit, resolved) {
  const scene = sceneOf(kit)
  const named = [...new Set(resolved.appearance.map(rule => rule.for))]
  if (scene === tiles) return named
  const shown = new Set(targets(scene.tree("", [])))
  const isStyled = (/** @type {string} */ target) => scene.styled.includes(target.split(".")[0]) && target.includes(".")
  return named.filter(target => isStyled(target) && !shown.has(target)).slice(0, 8)
}

/**
 * Indicates whether a kit has a screen of its own, and none of another kit that it builds on.
 * @param {string} kit
 */
export const hasOwnScene = kit => Object.hasOwn(sources, kit)

const mostChips = 24

/**
 * Returns the screen of a kit, and behind it the targets of a theme's rules that stand nowhere on it.
 * @param {string} kit
 * @param {string} surroundings
 * @param {import("../types").Resolved} resolved
 * @returns {import("../types").Tree}
 */
export function treeFor(kit, surroundings, resolved) {
  const own = ownTargets(kit, resolved)
  const tree = sceneOf(kit).tree(surroundings, own)
  const known = new Set(targets(tree))
  const others = [...new Set(resolved.appearance.map(rule => rule.for))].filter(target => !known.has(target)).slice(0, mostChips)
  return { ...tree, children: [...(tree.children ?? []), ...others.map(target => ({ id: `${chip}${target}`, for: target }))] }
}

const chip = "chip "

/**
 * Returns the elements that stand nowhere on the screen.
 * @param {import("../types").Look} look
 */
export const chipsOf = look => look.nodes.filter(node => node.id?.startsWith(chip))

/**
 * @param {import("../types").Tree} tree
 * @returns {string[]}
 */
function targets(tree) {
  return [tree.for, ...(tree.children ?? []).flatMap(targets)]
}
