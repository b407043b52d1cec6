// What a color of the screen stands on, or what stands on it, as the kit pairs them.
import { read } from "./color.js"
import { path } from "./scenes/parts.js"

/** @typedef {import("./types").Look} Look */

const isGround = (/** @type {string} */ key) => /^(background|barTint|cardBackground|container)\w*(:\w+)*$/i.test(key)

/**
 * Returns the value of a key, or after slashes a part of it.
 * @param {any} set
 * @param {string} path
 */
export function within(set, path) {
  return (path ? path.split("/") : []).reduce((value, name) => value?.[name], set)
}

/** @param {import("./state.js").World} world @param {string} kit @param {string} target @param {string} wanted */
export function isKind(world, kit, target, wanted) {
  const classes = world.kits[kit]?.classes ?? {}
  for (let name = /** @type {string | null} */ (target.split(".")[0]); name; name = classes[name]?.superclass ?? null) {
    if (name === wanted) return true
  }
  return false
}

/**
 * Returns the color that belongs to a property's color: the background of a text, or the text of a background.
 * @param {import("./state.js").World} world
 * @param {{ element?: string, property?: string }} what
 * @param {Look | undefined} look
 */
export function counterpart(world, { element, property = "" }, look) {
  const node = look?.nodes.find(each => each.id === element)
  if (!look || !node) return undefined
  const kit = look.resolved.kit
  const pairs = (world.kits[kit]?.contrasts ?? []).filter(pair => isKind(world, kit, node.for, pair.class))
  for (const { text, background } of pairs) {
    const other = property === text ? background : property === background ? text : ""
    const value = other && within(node.set, other)
    if (read(value)) return { value, isGround: property === text, words: other }
  }
  return isGround(property) ? undefined : behind(look, node.id ?? "")
}

/**
 * Returns the background of the nearest element around another one that has one.
 * @param {Look} look @param {string} id
 * @returns {{ value: string, isGround: boolean, words: string, id: string, key: string } | undefined}
 */
function behind(look, id) {
  for (const step of path(look.tree, id).reverse()) {
    const node = look.nodes.find(each => each.id === step)
    for (const [key, value] of Object.entries(node?.set ?? {})) {
      const color = isGround(key) && read(value)
      if (color && color.alpha > 0.5) return { value, isGround: true, words: `${node?.for} ${key}`, id: step, key }
    }
  }
  return undefined
}

/** @typedef {{ target: string, in?: string, key: string, under: string, text: string, ground: string, on?: { for: string, in?: string } }} Pair a text and its background, which may be another element's */

/**
 * Returns the pairs of the kit: text and background of one element, as the theme's rules set them.
 * @param {import("./state.js").World} world
 * @param {import("./types").Resolved} resolved
 * @returns {Pair[]}
 */
export function pairsOf(world, resolved) {
  const kit = world.kits[resolved.kit]
  return resolved.appearance.flatMap(rule => (kit?.contrasts ?? []).flatMap(pair => {
    const [text, ground] = [within(rule.set, pair.text), within(rule.set, pair.background)]
    if (!read(text) || !read(ground) || !isKind(world, resolved.kit, rule.for, pair.class)) return []
    return [{ target: rule.for, in: rule.in, key: pair.text, under: pair.background, text, ground }]
  }))
}

/**
 * Returns the texts of the screen whose background another rule sets, or an element around them. The same colors come once.
 * @param {import("./state.js").World} world
 * @param {Look} look
 * @param {Pair[]} known
 * @returns {Pair[]}
 */
export function pairsOnScreen(world, look, known) {
  const { kit } = look.resolved
  const around = (/** @type {string} */ id) => path(look.tree, id).slice(0, -1).map(step => look.nodes.find(node => node.id === step)?.for).filter(Boolean).join("/") || undefined
  /** @type {Pair[]} */
  const found = []
  for (const node of look.nodes) {
    for (const { text: key, background: under } of (world.kits[kit]?.contrasts ?? []).filter(pair => isKind(world, kit, node.for, pair.class))) {
      const id = node.id ?? ""
      const [text, own] = [within(node.set, key), within(node.set, under)]
      const ground = read(own) ? { value: own, key: under, id } : behind(look, id)
      if (!read(text) || !ground || [...known, ...found].some(pair => pair.key === key && (pair.target === node.for || (pair.text === text && pair.ground === ground.value)))) continue
      const on = ground.id === id ? undefined : { for: look.nodes.find(each => each.id === ground.id)?.for ?? "", in: around(ground.id) }
      found.push({ target: node.for, in: around(id), key, under: ground.key, text, ground: ground.value, on })
    }
  }
  return found
}
