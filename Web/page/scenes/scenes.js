// Which screen a kit's themes are shown on.
import { android } from "./android.js"
import { tiles } from "./tiles.js"
import { uikit } from "./uikit.js"
import { web } from "./web.js"

/** @type {Record<string, import("../types").Scene>} */
const scenes = { uikit, web, android }

/** @param {string} kit */
export function sceneOf(kit) {
  return scenes[kit] ?? tiles
}

/**
 * What a theme's rules name beyond what the screen shows anyway: styles that get a button each, or all of it for tiles.
 * @param {string} kit
 * @param {import("../types").Resolved} resolved
 */
export function ownTargets(kit, resolved) {
  const scene = sceneOf(kit)
  const named = [...new Set(resolved.appearance.map(rule => rule.for))]
  if (scene === tiles) return named
  const shown = new Set(targets(scene.tree("", [])))
  const isStyled = (/** @type {string} */ target) => scene.styled.includes(target.split(".")[0]) && target.includes(".")
  return named.filter(target => isStyled(target) && !shown.has(target)).slice(0, 8)
}

/** @param {import("../types").Tree} tree @returns {string[]} */
function targets(tree) {
  return [tree.for, ...(tree.children ?? []).flatMap(targets)]
}
