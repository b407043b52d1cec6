// What the names of a theme refer to, from the server's explanations: one request a name, a few at a time.
import { failed } from "./loading.js"
import { ask, query, Refusal } from "./server.js"
import { change, themeNamed, versionOf, world } from "./state.js"
import { traitsOf } from "./traits.js"

/** @typedef {{ name: string, theme: string, line: number }} Reference */

/** Of a theme with more names, those that come first. */
const most = 400
const atOnce = 4

/** @param {string} name */
const keyOf = name => JSON.stringify([name, versionOf(name), traitsOf(themeNamed(name))])

/** What is being requested, or was last. */
let known = { key: "", coming: Promise.resolve() }

/**
 * Requests what the values and colors of a theme refer to.
 * @param {string} theme
 */
export function loadAliases(theme) {
  const key = keyOf(theme)
  if (world.looks.has(theme) && known.key !== key) known = { key, coming: load(theme, key) }
  return known.coming
}

/** @param {string} theme @param {string} key */
async function load(theme, key) {
  const resolved = world.looks.get(theme)?.resolved
  if (!resolved) return
  /** @type {Map<string, Reference[]>} */
  const found = new Map()
  change({ aliases: { key, of: found } })
  const paths = [...Object.keys(resolved.values).map(name => ["values", name]), ...Object.keys(resolved.colors).map(name => ["colors", name])].slice(0, most)
  try {
    for (let at = 0; at < paths.length && world.aliases?.key === key; at += atOnce) {
      await Promise.all(paths.slice(at, at + atOnce).map(async ([kind, name]) => {
        const { body } = await ask(`v1/${kind}/${encodeURIComponent(name)}${query({ theme, explain: "true", ...traitsOf(themeNamed(theme)) })}`)
        if (body.explain?.references?.length) found.set(name, body.explain.references)
      }))
      if (world.aliases?.key === key) change({ aliases: { key, of: found } })
    }
  } catch (error) {
    if (!(error instanceof Refusal && error.status === 404)) failed(error)
  }
}
