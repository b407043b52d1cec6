// Repairs of contrast: for each text that can't be read on its background the nearest color that can, under all traits at once.
import { contrast, over, read } from "./color.js"
import { openDraft, typed as edit } from "./drafting.js"
import { lookOf, unsaved } from "./explaining.js"
import { failed, typed } from "./loading.js"
import { difference, nearest } from "./oklch.js"
import { ask } from "./server.js"
import { pairsOf, pairsOnScreen, within } from "./standing.js"
import { change, readOnly, themeNamed, world } from "./state.js"
import { traitsOf } from "./traits.js"
import { patched, placesOf } from "./writing.js"
import { parse } from "./written.js"

/** @typedef {import("./standing.js").Pair} Pair */
/** @typedef {import("./types").Place} Place */
/** @typedef {{ place: Place, text: string, ground: string, wish: import("./types").Traits }} Case a text and its background under some traits, and where the text is written */

/** What text needs to be read by nearly everybody (WCAG AA). */
const needed = 4.5

/** @param {string} text @param {string} ground */
function passes(text, ground) {
  const [ink, under] = [read(text), read(ground)]
  return !ink || !under || contrast(ink, under) >= needed
}

/** @param {Pair} pair */
export const pairName = pair => JSON.stringify([pair.target, pair.in, pair.key, pair.under, pair.on])

/** @param {import("./types").Look} look @returns {Pair[]} as rules set them, then as the screen has them */
export function allPairs(look) {
  const found = pairsOf(world, look.resolved)
  return [...found, ...pairsOnScreen(world, look, found)]
}

/** @param {string} theme */
const keyOf = theme => `${theme} ${lookOf(theme)?.key}`

/** @param {string} theme the repairs of its unsaved text, by pairs */
export const repairsOf = theme => (world.repairs?.key === keyOf(theme) ? world.repairs.of : undefined)

/**
 * Finds the repairs of the pairs that fail under the chosen traits.
 * @param {string} theme
 */
export async function loadRepairs(theme) {
  const look = lookOf(theme)
  const key = keyOf(theme)
  if (!look || world.repairs?.key === key || readOnly()) return
  const failing = allPairs(look).filter(pair => !passes(pair.text, pair.ground))
  change({ repairs: { key, of: new Map() } })
  if (!failing.length) return
  try {
    await openDraft(theme)
    const text = unsaved(theme)?.text ?? world.draft?.text
    if (text === undefined || world.draft?.theme !== theme) return
    const all = await Promise.all(wishes().map(wish => casesFor(theme, text, failing, wish)))
    const of = new Map(failing.map((pair, at) => [pairName(pair), repair(text, pair, all.flatMap(cases => cases[at] ?? []))]))
    if (world.repairs?.key === key) change({ repairs: { key, of } })
  } catch (error) {
    if (!(error instanceof SyntaxError)) failed(error)
  }
}

/** Light and dark, in normal and high contrast; the chosen traits first. */
function wishes() {
  const { traits } = world
  const others = ["light", "dark"].flatMap(scheme => ["no-preference", "more"].map(contrast => /** @type {import("./types").Traits} */ ({ ...traits, scheme, contrast })))
  return [traits, ...others.filter(each => each.scheme !== traits.scheme || each.contrast !== traits.contrast)]
}

/**
 * Requests how the pairs look under some traits, and where their texts are written.
 * @param {string} theme @param {string} text @param {Pair[]} pairs @param {import("./types").Traits} wish
 * @returns {Promise<(Case | undefined)[]>}
 */
async function casesFor(theme, text, pairs, wish) {
  const traits = traitsOf(themeNamed(theme), wish)
  const nodes = [...pairs.map(pair => ({ for: pair.target, in: pair.in })), ...pairs.map(pair => pair.on ?? { for: pair.target, in: pair.in })]
  const { body } = await ask("v1/preview", { body: { name: theme, text, traits: typed(traits), nodes, explain: "true" } })
  if (!body.nodes) return []
  const source = { theme, root: parse(text), resolved: body.theme, traits }
  return Promise.all(pairs.map(async (pair, at) => {
    const { set, explain } = body.nodes[at]
    const [ink, ground] = [within(set, pair.key), within(body.nodes[pairs.length + at].set, pair.under)]
    const winner = explain.find((/** @type {import("./types").Explained} */ each) => each.key === pair.key.split("/")[0])?.winner
    const places = await placesOf(source, { target: pair.target, around: pair.in, property: pair.key, winner })
    // A text that lets its background through is written at its rule: its color is another one below.
    const place = read(ink)?.alpha === 1 ? places[places.length - 1] : places[0]
    return place && read(ground) ? { place, text: ink.slice(0, 7), ground, wish } : undefined
  }))
}

/**
 * Changes the text where it is written, once for all traits under which that place applies.
 * @param {string} text @param {Pair} pair @param {Case[]} cases
 * @returns {import("./types").Repair | undefined}
 */
function repair(text, pair, cases) {
  const places = new Map(cases.map(each => [JSON.stringify(each.place.path), cases.filter(other => JSON.stringify(other.place.path) === JSON.stringify(each.place.path))]))
  /** @type {import("./types").Repair | undefined} */
  let found
  /** @type {import("./types").Traits[]} */
  const where = []
  for (const group of places.values()) {
    if (group.every(each => passes(each.text, each.ground))) continue
    const color = nearest(group[0].text, group.map(each => each.ground), needed)
    if (!color) return undefined
    text = patched(text, group[0].place, color)
    where.push(...group.map(each => each.wish))
    found ??= { color, difference: difference(seen(pair), /** @type {any} */ (read(color))), text: "", where: "" }
  }
  return found && { ...found, text, where: words(where) }
}

/** @param {Pair} pair @returns {import("./color.js").Color} what is seen of a text that may let its background through */
const seen = ({ text, ground }) => over(/** @type {any} */ (read(text)), /** @type {any} */ (read(ground)))

/** @param {import("./types").Traits[]} wishes */
function words(wishes) {
  return ["light", "dark"].flatMap(scheme => {
    const contrasts = new Set(wishes.filter(each => each.scheme === scheme).map(each => each.contrast))
    if (contrasts.size === 2) return [scheme]
    return [...contrasts].map(contrast => `${scheme} in ${contrast === "more" ? "high" : "normal"} contrast`)
  }).join(" and ")
}

/** @param {import("./types").Repair} repair */
export const use = ({ text }) => edit(text)
