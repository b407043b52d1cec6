// The differences between two themes, or of one theme before and after a change: names with old and new values.
import { chipsOf } from "./scenes/scenes.js"
import { ask, query, Refusal } from "./server.js"
import { change, themeNamed, world } from "./state.js"
import { traitsOf } from "./traits.js"
import { valueText } from "./words.js"

/** @typedef {{ name: string, from?: string, to?: string }} Difference */
/** @typedef {import("./types").Resolved} Resolved */

/**
 * Returns the differences of two themes that were resolved for the same traits.
 * @param {Resolved} from
 * @param {Resolved} to
 * @returns {Difference[]}
 */
export function betweenThemes(from, to) {
  return [colors, images, values, rules].flatMap(part => between(part(from), part(to)))
}

/** @param {Resolved} theme */
const colors = theme => theme.colors

/** @param {Resolved} theme @returns {Record<string, string>} */
const values = theme => Object.fromEntries(Object.entries(theme.values).map(([name, { value }]) => [name, valueText(value)]))

/** @param {Resolved} theme @returns {Record<string, string>} */
const rules = theme => Object.fromEntries(theme.appearance.flatMap(rule =>
  Object.entries(rule.set).map(([key, value]) => [`${rule.in ? `${rule.in}/` : ""}${rule.for} ${key}`, valueText(value)])))

/** @param {Resolved} theme @returns {Record<string, string>} */
const images = theme => Object.fromEntries(Object.entries(theme.images).map(([name, image]) => [name, image.file ?? image.candidates[0]]))

/**
 * Returns the differences of two documents' texts, or nothing if one is not JSON.
 * @param {string} from
 * @param {string} to
 * @returns {Difference[]}
 */
export function betweenTexts(from, to) {
  try {
    return betweenDocuments(JSON.parse(from), JSON.parse(to))
  } catch {
    return []
  }
}

/**
 * Returns the differences of two parsed documents.
 * @param {any} from
 * @param {any} to
 * @returns {Difference[]}
 */
function betweenDocuments(from, to) {
  return between(leaves(from), leaves(to))
}

/**
 * @param {Record<string, string>} from
 * @param {Record<string, string>} to
 */
function between(from, to) {
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])].filter(name => from[name] !== to[name])
  return names.map(name => ({ name, from: from[name], to: to[name] }))
}

/**
 * Collects all values of a document by their paths. The variants of a color stay together.
 * @param {any} node
 * @param {string} way
 * @param {Record<string, string>} found
 */
function leaves(node, way = "", found = {}) {
  if (typeof node !== "object" || node === null) found[way || "document"] = String(node)
  else for (const [name, child] of Object.entries(node)) leaves(child, step(way, name, child), found)
  return found
}

/**
 * Names a rule by its target, since its index changes when another rule is removed.
 * @param {string} way
 * @param {string} name
 * @param {any} child
 */
function step(way, name, child) {
  const label = child?.for ? `${child.in ? `${child.in}/` : ""}${child.for}` : name
  return way ? `${way} › ${label}` : label
}

/**
 * Groups the differences: palette, images, other values, each element.
 * @param {Resolved} from
 * @param {Resolved} to
 * @returns {[string, Difference[]][]}
 */
export function byElement(from, to) {
  /** @type {Map<string, Difference[]>} */
  const groups = new Map(Object.entries({ Palette: colors, Images: images, Values: values })
    .map(([name, part]) => [name, between(part(from), part(to))]))
  for (const { name, ...sides } of between(rules(from), rules(to))) {
    const [target, key] = name.split(" ")
    groups.set(target, [...(groups.get(target) ?? []), { name: key, ...sides }])
  }
  return [...groups].filter(([, list]) => list.length)
}

/**
 * Leaves only what two screens show: their elements, and the names whose values stand in them.
 * @param {[string, Difference[]][]} groups
 * @param {import("./types").Look[]} looks
 * @returns {[string, Difference[]][]}
 */
export function onScreen(groups, looks) {
  const nodes = looks.flatMap(look => look.nodes.filter(node => !chipsOf(look).includes(node)))
  const targets = new Set(nodes.map(node => node.for))
  const shown = new Set(nodes.flatMap(node => Object.values(node.set).map(valueText)))
  const isShown = (/** @type {Difference} */ { name, from, to }) => shown.has(name) || shown.has(from ?? "") || shown.has(to ?? "")
  return groups.flatMap(([name, list]) => {
    if (targets.has(name.split("/").pop() ?? "")) return [[name, list]]
    const left = names.has(name) ? list.filter(isShown) : []
    return left.length ? [[name, left]] : []
  })
}

/** The groups of names; all others are elements. */
const names = new Set(["Palette", "Images", "Values"])

/**
 * Returns the differences of a change: for a switch between both themes of today, for an edit between the two documents.
 * @param {import("./types").Change} entry
 */
export async function showDifference(entry) {
  if (world.differences.has(entry.cursor)) return
  try {
    const found = entry.kind === "activated" ? await ofSwitch(entry) : await ofEdit(entry)
    change({ differences: new Map(world.differences).set(entry.cursor, found) })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    change({ differences: new Map(world.differences).set(entry.cursor, []) })
  }
}

/** @param {import("./types").Change} entry */
async function ofSwitch({ theme, previous }) {
  const resolved = [previous, theme].map(async name =>
    (await ask(`v1/theme${query({ theme: name ?? "", ...traitsOf(themeNamed(name)) })}`)).body)
  const [from, to] = await Promise.all(resolved)
  return betweenThemes(from, to)
}

/**
 * Compares the two documents of the log. Without them, or if a parent caused the change, only the names are known.
 * @param {import("./types").Change} entry
 */
async function ofEdit(entry) {
  try {
    const texts = [entry.before, entry.cursor].map(async at => (at ? (await ask(`v1/themes/${entry.theme}${query({ at })}`)).text : ""))
    const [from, to] = await Promise.all(texts)
    const found = betweenTexts(from, to)
    return found.length ? found : named(entry)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return named(entry)
  }
}

/** @param {import("./types").Change} entry */
function named({ differs }) {
  return [...(differs?.colors ?? []), ...(differs?.images ?? []), ...(differs?.rules ?? []), ...(differs?.values ?? [])].map(name => ({ name }))
}
