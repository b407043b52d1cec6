// A theme in light and dark side by side, and in high contrast too where the theme says something of contrast.
import { failed, lookFor } from "./loading.js"
import { Refusal } from "./server.js"
import { change, themeNamed, versionOf, world } from "./state.js"

/** @typedef {import("./types").Look} Look */
/** @typedef {import("./types").Traits} Traits */

const normal = "no-preference"
/** @type {Pick<Traits, "scheme" | "contrast">[]} */
const wishes = [
  { scheme: "light", contrast: normal }, { scheme: "dark", contrast: normal }, { scheme: "light", contrast: "more" }, { scheme: "dark", contrast: "more" },
]

/** @type {Map<string, string>} the requests that are under way, by theme */
const underway = new Map()

/**
 * Requests the looks of a theme in all schemes.
 * @param {string} name
 */
export async function loadVariants(name) {
  const theme = themeNamed(name)
  if (!theme) return
  const key = JSON.stringify([versionOf(name), world.traits.more, world.inspect.surroundings])
  if (world.variants.get(name)?.key === key || underway.get(name) === key) return
  underway.set(name, key)
  try {
    const looks = await Promise.all(wishes.map(wish => lookFor(theme, { ...world.traits, ...wish })))
    if (underway.get(name) === key) change({ variants: new Map(world.variants).set(name, { key, looks: telling(looks) }) })
  } catch (error) {
    if (!(error instanceof Refusal && error.status === 404)) failed(error)
  } finally {
    if (underway.get(name) === key) underway.delete(name)
  }
}

/**
 * Leaves high contrast out where it looks as normal contrast does.
 * @param {Look[]} looks
 */
function telling([light, dark, lightHigh, darkHigh]) {
  const isSame = (/** @type {Look} */ one, /** @type {Look} */ other) => JSON.stringify(one.nodes) === JSON.stringify(other.nodes)
  return isSame(light, lightHigh) && isSame(dark, darkHigh) ? [light, dark] : [light, dark, lightHigh, darkHigh]
}
