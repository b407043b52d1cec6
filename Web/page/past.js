// A theme at an earlier change: its document from the log, drawn as a preview.
import { ask, query, Refusal } from "./server.js"
import { failed, preview } from "./loading.js"
import { withBefore } from "./planning.js"
import { change, themeNamed, versionOf, world } from "./state.js"
import { traitsOf } from "./traits.js"

/** In an address, the text after this sign is a cursor, not a theme's name. */
const sign = "@"

/** @param {string | undefined} rest what an address compares a theme with */
export const cursorOf = rest => (rest?.startsWith(sign) ? rest.slice(sign.length) : undefined)

/** @param {string} cursor */
export const restOf = cursor => sign + cursor

let coming = ""

/** Requests the earlier version of a theme that the address compares with. */
export async function loadPast() {
  const theme = themeNamed(world.route.theme)
  const cursor = cursorOf(world.route.with)
  if (!theme || !cursor) return
  const key = JSON.stringify([theme.name, cursor, traitsOf(theme), versionOf(theme.name)])
  if (coming === key) return
  coming = key
  loadTimes(theme.name)
  try {
    const { text } = await ask(`v1/themes/${theme.name}${query({ at: cursor })}`)
    const look = await drawn(theme, text)
    const now = look ? undefined : (await ask(`v1/themes/${theme.name}`)).text
    if (coming === key) change({ past: { theme: theme.name, cursor, text, now, look } })
  } catch (error) {
    const isLate = coming !== key
    if (!isLate) coming = ""
    if (!(error instanceof Refusal)) throw error
    if (isLate) return
    if (error.status === 401) failed(error)
    else change({ past: { theme: theme.name, cursor, trouble: error.message } })
  }
}

/**
 * Returns nothing if the user has no right to it, or if the old document is no longer valid.
 * @param {import("./types").ThemeEntry} theme
 * @param {string} text
 */
async function drawn(theme, text) {
  return world.access?.author ? (await preview(theme, text)).look : undefined
}

/**
 * Returns the changes of a theme, newest first.
 * @param {string} name
 */
export async function loadTimes(name) {
  if (!world.access?.watch) return
  if (world.times?.theme === name && world.times.version === versionOf(name)) return
  change({ times: { theme: name, version: versionOf(name), changes: world.times?.theme === name ? world.times.changes : [] } })
  try {
    const { body } = await ask(`v1/history${query({ channel: "*", limit: "500" })}`)
    /** @type {import("./types").Change[]} */
    const all = body.changes
    const changes = all.map(withBefore).filter(entry => entry.kind === "updated" && entry.theme === name)
    if (world.times?.theme === name) change({ times: { ...world.times, changes } })
  } catch (error) {
    failed(error)
  }
}
