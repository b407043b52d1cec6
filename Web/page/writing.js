// Where the value of a property or a name is written in a theme's document, and the document with another value there.
import { read } from "./color.js"
import { ask, query, Refusal } from "./server.js"
import { within } from "./standing.js"
import { nodeAt, parse, written } from "./written.js"

/** @typedef {import("./types").Place} Place */
/** @typedef {import("./written.js").Node} Node */
/** @typedef {{ theme: string, root: Node, resolved?: import("./types").Resolved, traits: Record<string, string> }} Source a parsed document, and what it comes to for some traits */

/**
 * Returns the places at which a property can be changed, the plainest last: a new rule, the rule, and the names that it refers to.
 * @param {Source} source
 * @param {{ target: string, around?: string, property: string, winner?: import("./types").RuleOutcome | null }} what after a slash, a part of a property
 * @returns {Promise<Place[]>}
 */
export async function placesOf(source, { target, around, property, winner }) {
  const { theme, root } = source
  const [key, ...parts] = property.split("/")
  const own = ["appearance", winner?.index ?? 0, "set", key, ...parts]
  const isOwn = winner?.theme === theme && nodeAt(root, own) !== undefined
  const value = within(winner?.value, parts.join("/"))
  /** @type {Place[]} */
  const places = []
  if (isOwn) places.push({ words: `every ${winner?.rule}`, path: own, value })
  else if (isLivery(root) && !parts.length) {
    const rule = { for: target, in: around || undefined, set: { [key]: null } }
    places.push({ words: `only ${target} here, by a new rule`, path: ["appearance", nodeAt(root, ["appearance"])?.members?.size ?? 0], value, rule })
  }
  return [...places, ...await namesFrom(source, isOwn ? nodeAt(root, own)?.value : within(winner?.written, parts.join("/")))]
}

/** @param {Node} root a document of Livery's own form, which can have rules and replace its parent's colors */
const isLivery = root => ["kit", "extends", "colors", "appearance"].some(key => root.members?.has(key))

/**
 * Follows a reference from name to name, to the value itself.
 * @param {Source} source @param {unknown} start
 * @returns {Promise<Place[]>}
 */
export async function namesFrom(source, start) {
  const { root, resolved } = source
  /** @type {Place[]} */
  const places = []
  for (let now = start; places.length < 16;) {
    const name = /^\{([^}/]+)(?:\/[^}]*)?\}$/.exec(String(now))?.[1]
    if (!name || places.some(place => place.name === name)) return places
    const sort = resolved?.colors[name] === undefined && resolved?.values[name] ? "values" : "colors"
    const winner = await definition(source, sort, name)
    const path = pathOf(root, sort, name, winner)
    const value = sort === "colors" ? resolved?.colors[name] : resolved?.values[name]?.value
    if (!path) return places
    places.push({ words: `the name ${name}`, name, path, value })
    now = nodeAt(root, path)?.value ?? winner?.definition
  }
  return places
}

/**
 * Requests the definition of a name that applies, or nothing if only the unsaved text has it.
 * @param {Source} source @param {string} sort @param {string} name
 */
async function definition({ theme, traits }, sort, name) {
  try {
    const { body } = await ask(`v1/${sort}/${encodeURIComponent(name)}${query({ theme, explain: "true", ...traits })}`)
    return body.explain?.winner
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return undefined
    throw error
  }
}

/**
 * Returns the path of the value of a name that applies, or a new one where a parent has it.
 * @param {Node} root @param {string} sort @param {string} name
 * @param {{ theme: string, when?: Record<string, string> } | undefined} winner
 * @returns {(string | number)[] | undefined}
 */
function pathOf(root, sort, name, winner) {
  const token = [...name.split("."), "$value"]
  if (nodeAt(root, token)) return token
  const entry = nodeAt(root, [sort, name])
  if (!entry) return isLivery(root) ? [sort, name] : undefined
  return entry.members ? [sort, name, ...variant(entry, winner?.when ?? {})] : [sort, name]
}

/**
 * Returns where the value of a definition stands that applies under these traits.
 * @param {Node} entry @param {Record<string, string>} when
 * @returns {(string | number)[]}
 */
function variant(entry, when) {
  const text = (/** @type {object} */ traits) => JSON.stringify(Object.entries(traits).sort())
  const found = [...(nodeAt(entry, ["when"])?.members ?? [])].find(([, node]) => text(node.value.traits ?? {}) === text(when))
  if (found) return ["when", found[0], "value"]
  if (entry.members?.has("value")) return ["value"]
  const word = Object.values(when)[0] ?? "light"
  return entry.members?.has(word) ? [word] : []
}

/**
 * Returns the document with another value at a place.
 * @param {string} text @param {Place} place @param {any} value
 */
export function patched(text, place, value) {
  if (place.rule) return written(text, place.path, { ...place.rule, set: { [Object.keys(place.rule.set)[0]]: value } })
  return written(text, place.path, inKind(nodeAt(parse(text), place.path)?.value, value))
}

/**
 * Writes a color as the one before was written: in large letters, or as the parts of a space.
 * @param {any} before @param {any} value
 */
function inKind(before, value) {
  const color = read(value)
  if (!color) return value
  if (typeof before === "string") return /[A-F]/.test(before) ? value.toUpperCase() : value
  if (!before?.components) return value
  const components = [color.red, color.green, color.blue].map(part => Math.round(part * 10_000) / 10_000)
  return { colorSpace: "srgb", components, ...(color.alpha < 1 ? { alpha: Math.round(color.alpha * 1_000) / 1_000 } : {}), hex: value.slice(0, 7) }
}
