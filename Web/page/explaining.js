// Why an element looks as it does: the rules that won and lost, from the server, also for what is not saved yet.
import { open } from "./acts.js"
import { containersOf, failed, pickedIn, typed } from "./loading.js"
import { showAddress } from "./route.js"
import { ask, query } from "./server.js"
import { change, themeNamed, world } from "./state.js"
import { traitsOf } from "./traits.js"

/** @param {string} picked */
export function pick(picked) {
  change({ inspect: { ...world.inspect, picked } })
  showAddress()
  if (world.route.theme) loadExplained(world.route.theme)
}

/** @param {boolean} showsUnmatched */
export function showUnmatched(showsUnmatched) {
  change({ inspect: { ...world.inspect, showsUnmatched } })
  if (world.route.theme) loadExplained(world.route.theme)
}

/**
 * Returns the unsaved text of a theme, if there is one that can be drawn.
 * @param {string} theme
 */
export function unsaved(theme) {
  const { draft } = world
  return draft?.theme === theme && draft.text !== draft.saved && draft.look ? draft : undefined
}

/**
 * Returns the look of a theme with its unsaved changes.
 * @param {string} theme
 */
export const lookOf = theme => unsaved(theme)?.look ?? world.looks.get(theme)

/**
 * Requests the explanation of the chosen element.
 * @param {string} name
 */
export async function loadExplained(name) {
  const theme = themeNamed(name)
  const id = pickedIn(lookOf(name))
  const node = lookOf(name)?.nodes.find(each => each.id === id)
  if (!theme || !node) return
  const key = explainedKey(name, id)
  if (world.explained?.key === key) return
  try {
    const [found] = await askExplained(name, [{ for: node.for, in: containersOf(name, id).join("/") }], world.inspect.showsUnmatched ? "all" : "true")
    // The user may be at another theme or element by now.
    const isWanted = world.route.theme === name && key === explainedKey(name, pickedIn(lookOf(name)))
    if (isWanted && found) change({ explained: { key, list: found.explain ?? [] } })
  } catch (error) {
    failed(error)
  }
}

/**
 * Requests the explanations of elements, of the unsaved text if there is one.
 * @param {string} name @param {{ for: string, in?: string }[]} nodes @param {string} [explain]
 * @returns {Promise<import("./types").LookNode[]>}
 */
export async function askExplained(name, nodes, explain = "true") {
  const body = { traits: typed(traitsOf(themeNamed(name))), nodes }
  const text = unsaved(name)?.text
  const answer = text === undefined
    ? await ask(`v1/appearance${query({ theme: name, explain })}`, { body })
    : await ask("v1/preview", { body: { ...body, name, text, explain } })
  return answer.body.nodes ?? []
}

/** @param {string} name @param {string} id */
export function explainedKey(name, id) {
  const look = lookOf(name)
  return JSON.stringify([name, id, world.inspect.showsUnmatched, look?.key])
}

/**
 * Opens the form for a color or another value by its name.
 * @param {string} theme @param {string} name
 */
export async function beginChangeOf(theme, name) {
  open({ kind: "change", theme, name })
  const changing = await import("./changing.js")
  await changing.begin()
}

/**
 * Opens the form for a property of an element; without one for its most visible color.
 * @param {string} theme @param {string} element @param {string} [property]
 */
export async function beginChange(theme, element, property) {
  pick(element)
  open({ kind: "change", theme, element, property })
  const changing = await import("./changing.js")
  await changing.begin()
}
