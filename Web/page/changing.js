// Changes one value where it is written: the places that can be changed, the look of what is tried, and what changes with it.
import { amend, close } from "./acts.js"
import { read } from "./color.js"
import { betweenThemes } from "./differing.js"
import { openDraft, typed } from "./drafting.js"
import { loadExplained, lookOf } from "./explaining.js"
import { containersOf, failed, preview } from "./loading.js"
import { Refusal } from "./server.js"
import { readOnly, themeNamed, world } from "./state.js"
import { traitsOf } from "./traits.js"
import { namesFrom, patched, placesOf } from "./writing.js"
import { parse } from "./written.js"

/** @typedef {import("./types").Place} Place */

/** Requests what the form of a property or of a name shows. */
export async function begin() {
  const theme = world.dialog?.theme ?? ""
  const why = readOnly()
  if (why) return amend({ trouble: why })
  // On a narrow screen the form covers what is below.
  if (innerWidth < 704) document.querySelector(".floor")?.scrollIntoView()
  await openDraft(theme)
  await loadExplained(theme)
  const { dialog } = world
  if (dialog?.kind === "change" && dialog.theme === theme) await turnTo(dialog.property ?? mostVisible())
}

/** Returns the property of the chosen element that most people mean by its color. */
function mostVisible() {
  const keys = (world.explained?.list ?? []).filter(each => read(each.winner?.value)).map(each => each.key)
  const wanted = [/^background(Color|Tint)?(:normal)?$/, /^(title|text)?Color(:normal)?$/i, /^tintColor$/]
  return wanted.map(word => keys.find(key => word.test(key))).find(Boolean) ?? keys[0] ?? world.explained?.list[0]?.key ?? ""
}

/**
 * Turns the form to another property of the element.
 * @param {string} property
 */
export async function turnTo(property) {
  const { draft } = world
  if (!draft) return amend({ trouble: "The document can't be read." })
  amend({ property, places: undefined, look: undefined })
  try {
    const places = await placesIn(draft.theme, parse(draft.text), property)
    if (world.dialog?.property !== property && !world.dialog?.name) return
    amend({ places })
    if (places.length) choosePlace(places.length - 1)
    else amend({ trouble: "It is written in a file that this page does not edit." })
  } catch (error) {
    if (error instanceof SyntaxError) amend({ trouble: "The document has errors: mend them in Edit first." })
    else failed(error)
  }
}

/** @param {string} theme @param {import("./written.js").Node} root @param {string} property @returns {Promise<Place[]>} */
async function placesIn(theme, root, property) {
  const { name, element = "" } = world.dialog ?? {}
  const resolved = lookOf(theme)?.resolved
  const node = lookOf(theme)?.nodes.find(each => each.id === element)
  const what = { theme, root, resolved, traits: traitsOf(themeNamed(theme)) }
  if (name) return namesFrom(what, `{${name}}`)
  const winner = world.explained?.list.find(each => each.key === property)?.winner
  return node ? placesOf(what, { target: node.for, around: containersOf(theme, element).join("/"), property, winner }) : []
}

/** @param {number} at */
export function choosePlace(at) {
  const place = world.dialog?.places?.[at]
  if (!place) return
  amend({ place: at, value: place.value, others: undefined, look: undefined, trouble: undefined })
  if (read(place.value)) probe(place)
}

/** @param {any} value @param {Place | undefined} [place] */
const textWith = (value, place = world.dialog?.places?.[world.dialog?.place ?? 0]) => (world.draft && place ? patched(world.draft.text, place, value) : "")

/** @type {string} the text that is being drawn; one at a time, the newest next */
let drawing = ""

/**
 * Draws the theme with a value, without keeping it.
 * @param {any} value
 */
export async function attempt(value) {
  amend({ value, trouble: undefined })
  if (drawing) return
  const { draft } = world
  const theme = themeNamed(draft?.theme)
  const text = textWith(value)
  if (!theme || !text) return
  drawing = text
  try {
    const { problems, look } = await preview(theme, text)
    const wrong = problems.find(each => each.severity === "error")
    if (world.dialog?.kind === "change") amend({ look: look ?? world.dialog.look, trouble: wrong?.message, ...(look && !read(value) ? { others: othersIn(look) } : {}) })
  } catch (error) {
    if (error instanceof Refusal) amend({ trouble: error.message })
    else throw error
  } finally {
    drawing = ""
  }
  if (world.dialog?.kind === "change" && world.dialog.value !== value) await attempt(world.dialog.value)
}

/** A color that no theme has by chance. */
const strange = "#01fe37"

/**
 * Finds what changes together with a color: the theme is looked at with a strange one.
 * @param {Place} place
 */
async function probe(place) {
  const theme = themeNamed(world.draft?.theme)
  if (!theme) return
  const { look } = await preview(theme, textWith(strange, place)).catch(() => ({ look: undefined }))
  const { dialog } = world
  if (look && dialog?.kind === "change" && dialog.places?.[dialog.place ?? 0] === place) amend({ others: othersIn(look) })
}

/**
 * Returns the places that look different besides the chosen one.
 * @param {import("./types").Look} look
 */
function othersIn(look) {
  const { dialog, draft } = world
  const before = lookOf(draft?.theme ?? "")
  if (!before) return []
  const chosen = before.nodes.find(node => node.id === dialog?.element)
  const own = [`${chosen?.for} ${dialog?.property}`, world.explained?.list.find(each => each.key === dialog?.property)?.winner?.rule + ` ${dialog?.property}`, dialog?.name]
  const nodes = look.nodes.flatMap((node, at) => Object.keys(node.set).filter(key => node !== undefined &&
    JSON.stringify(node.set[key]) !== JSON.stringify(before.nodes[at]?.set[key])).map(key => `${node.for} ${key}`))
  const names = new Set(Object.keys({ ...look.resolved.colors, ...look.resolved.values }))
  const found = betweenThemes(before.resolved, look.resolved).map(each => each.name)
  const rules = found.filter(each => !names.has(each))
  return [...new Set([...nodes, ...rules, ...(chosen ? [] : found)])].filter(each => !own.includes(each))
}

/** Puts the value into the unsaved document. */
export function apply() {
  const { dialog } = world
  if (dialog?.kind !== "change" || !dialog.places) return
  const text = textWith(dialog.value)
  close()
  if (text) typed(text)
}

/**
 * Refers to a name of the theme instead.
 * @param {string} name
 */
export function refer(name) {
  const places = world.dialog?.places ?? []
  const rule = places.findIndex(place => !place.name)
  // A name that refers to itself would be none.
  if (rule >= 0 && world.dialog?.place !== rule) choosePlace(rule)
  if (places[world.dialog?.place ?? 0]?.name !== name) attempt(`{${name}}`)
}
