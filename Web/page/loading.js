// Requests everything that is unknown or may have changed. One run at a time, so that no older response comes last.
import { ask, askAll, picture, query, Refusal } from "./server.js"
import { change, themeNamed, world } from "./state.js"
import { ownTargets, prepare, sceneOf } from "./scenes/scenes.js"
import { traitsOf } from "./traits.js"

/** @typedef {import("./types").Look} Look */

/** @type {Promise<void> | null} */
let running = null
let isAsked = false

/**
 * Requests all data of the page.
 * @returns {Promise<void>}
 */
export function refresh() {
  if (running) {
    isAsked = true
    return running
  }
  running = load().finally(() => {
    running = null
    if (!isAsked) return
    isAsked = false
    return refresh()
  })
  return running
}

/** The number of switches that were shown before everything was requested again. */
let switches = 0

/**
 * Shows the new active themes immediately: a response that is on its way may be older.
 * @param {import("./types").Active[]} channels
 */
export function showChannels(channels) {
  switches += 1
  change({ channels })
}

async function load() {
  const before = switches
  try {
    const access = await ask("v1/access")
    const [themes, channels, schedule] = await Promise.all([
      askAll("v1/themes", "themes"), askAll("v1/channels", "channels"), access.body.watch ? ask("v1/schedule") : null,
    ])
    await loadKits(themes.body.themes)
    loadedAt = new Set([themes, channels, schedule ?? channels].map(answer => answer.headers.get("Livery-Cursor") ?? ""))
    change({ access: access.body, themes: themes.body.themes, schedules: schedule?.body.schedules ?? [], trouble: "" })
    if (switches === before) change({ channels: channels.body.channels })
    settleChannel()
    await loadInUse()
    loadRest()
  } catch (error) {
    failed(error)
  }
}

/** The cursors of the last responses to a request for all data. */
let loadedAt = new Set([""])

/**
 * Requests everything again, unless the known data has the same cursor.
 * @param {string} cursor
 */
export async function refreshFor(cursor) {
  await running
  if (loadedAt.size === 1 && loadedAt.has(cursor)) return loadInUse()
  change({ generation: world.generation + 1 })
  await refresh()
}

/** Themes that are drawn somewhere on the page. */
function inUse() {
  const shown = world.channels.find(each => each.channel === world.channel)?.theme
  const named = [shown, world.dialog?.theme, world.route.theme, world.route.with]
  return new Set([...wanted, ...named.flatMap(name => (name ? [name] : []))])
}

async function loadInUse() {
  await Promise.all([...inUse()].map(name => loadLook(name)))
}

/** Requests the other themes one after another in the background; if there are very many, only the visible ones. */
async function loadRest() {
  for (const theme of (world.themes ?? []).slice(0, 24)) await loadLook(theme.name)
}

/** Leaves a channel that no longer exists for another one. */
function settleChannel() {
  if (world.channels.some(each => each.channel === world.channel) || !world.channels.length) return
  change({ channel: (world.channels.find(each => each.channel === "main") ?? world.channels[0]).channel })
}

/** @param {unknown} error */
export function failed(error) {
  if (!(error instanceof Refusal)) throw error
  if (error.isOutdated) return
  if (error.status === 401) return needToken(error.message)
  if (error.status > 0) change({ trouble: error.message })
}

/** @param {string} words the server's own */
export function needToken(words) {
  const dialog = world.dialog?.kind === "access" ? world.dialog : /** @type {const} */ ({ kind: "access" })
  change({ connection: "refused", dialog: { ...dialog, trouble: words } })
}

/** @param {import("./types").ThemeEntry[]} themes */
async function loadKits(themes) {
  const names = [...new Set(themes.map(theme => theme.kit))]
  const kits = await Promise.all(names.map(async name => [name, (await ask(`v1/kits/${name}?whole=true`)).body]))
  change({ kits: Object.fromEntries(kits) })
}

/**
 * The themes whose drawing is visible.
 * @type {Set<string>}
 */
const wanted = new Set()
/** @type {Map<string, string>} the requests that are under way, by theme */
const underway = new Map()

/** @param {string} name */
export function want(name) {
  wanted.add(name)
  return loadLook(name)
}

/** @param {string} name */
export function unwant(name) {
  wanted.delete(name)
}

/** @param {string} name */
export async function loadLook(name) {
  const theme = themeNamed(name)
  const kit = theme && world.kits[theme.kit]
  if (!kit || !(await prepare(theme.kit, kit.lineage))) return
  const key = lookKey(theme)
  if (world.looks.get(name)?.key === key || underway.get(name) === key) return
  underway.set(name, key)
  try {
    const look = await askLook(theme, key)
    // A newer choice has its own request.
    if (underway.get(name) !== key) return
    change({ looks: new Map(world.looks).set(name, look) })
    if (world.route.view === "inspect" && world.route.theme === name) loadExplained(name, world.inspect.picked)
  } catch (error) {
    if (!(error instanceof Refusal && error.status === 404)) failed(error)
  } finally {
    if (underway.get(name) === key) underway.delete(name)
  }
}

/** @param {import("./types").ThemeEntry} theme */
function lookKey(theme) {
  return JSON.stringify([world.generation, traitsOf(theme), surroundingsOf(theme)])
}

/** @param {import("./types").ThemeEntry} theme */
export function surroundingsOf(theme) {
  return world.inspect.surroundings[theme.kit] ?? sceneOf(theme.kit).surroundings[0] ?? ""
}

/**
 * @param {import("./types").ThemeEntry} theme
 * @param {string} key
 * @returns {Promise<Look>}
 */
async function askLook(theme, key) {
  const traits = traitsOf(theme)
  const resolved = (await ask(`v1/theme${query({ theme: theme.name, ...traits })}`)).body
  const tree = sceneOf(theme.kit).tree(surroundingsOf(theme), ownTargets(theme.kit, resolved))
  const nodes = await askNodes(theme.name, traits, tree)
  await loadPictures(resolved)
  return { key, resolved, tree, nodes }
}

/**
 * Returns the screen that a theme is drawn on.
 * @param {import("./types").ThemeEntry} theme
 */
function treeOf(theme) {
  return world.looks.get(theme.name)?.tree ?? sceneOf(theme.kit).tree(surroundingsOf(theme), [])
}

/**
 * Requests the problems of an unsaved document, and its look if it is valid.
 * @param {import("./types").ThemeEntry} theme
 * @param {string} text
 * @returns {Promise<{ problems: import("./types").Finding[], look?: Look }>}
 */
export async function preview(theme, text) {
  const tree = treeOf(theme)
  const place = tree.for ? { tree } : { nodes: (tree.children ?? []).map(({ id, for: target }) => ({ id, for: target })) }
  const { body } = await ask("v1/preview", { body: { name: theme.name, text, traits: typed(traitsOf(theme)), ...place } })
  const { problems, theme: resolved, nodes } = body
  if (!resolved) return { problems }
  await loadPictures(resolved)
  return { problems, look: { key: "", resolved, tree, nodes } }
}

/**
 * @param {string} theme
 * @param {Record<string, string>} traits
 * @param {import("./types").Tree} tree
 */
async function askNodes(theme, traits, tree) {
  const flat = tree.children?.map(({ id, for: target }) => ({ id, for: target, in: "" }))
  const question = tree.for ? { traits: typed(traits), tree } : { traits: typed(traits), nodes: flat }
  if (!tree.for && !flat?.length) return []
  return (await ask(`v1/appearance${query({ theme })}`, { body: question })).body.nodes
}

/** @param {Record<string, string>} traits numbers as numbers */
function typed(traits) {
  const entries = Object.entries(traits).map(([name, value]) => [name, /^\d+(\.\d+)?$/.test(value) ? Number(value) : value])
  return Object.fromEntries(entries)
}

/** @param {import("./types").Resolved} resolved */
async function loadPictures(resolved) {
  const paths = Object.values(resolved.images).flatMap(image => (image.url ? [image.url] : []))
  await Promise.all(paths.filter(path => !world.pictures.has(path)).map(async path => {
    world.pictures.set(path, await picture(path.slice(path.indexOf("/v1/files/"))))
  }))
}

/**
 * Requests the look of one element of a screen with its explanation.
 * @param {string} name
 * @param {string} id
 */
export async function loadExplained(name, id) {
  const theme = themeNamed(name)
  const node = world.looks.get(name)?.nodes.find(each => each.id === id)
  if (!theme || !node) return
  const key = explainedKey(name, id)
  if (world.explained?.key === key) return
  const around = containersOf(name, id)
  const explain = world.inspect.showsUnmatched ? "all" : "true"
  try {
    const body = { traits: typed(traitsOf(theme)), nodes: [{ for: node.for, in: around.join("/") }] }
    const answer = await ask(`v1/appearance${query({ theme: name, explain })}`, { body })
    if (key === explainedKey(name, world.inspect.picked)) change({ explained: { key, list: answer.body.nodes[0].explain } })
  } catch (error) {
    failed(error)
  }
}

/** @param {string} name @param {string} id */
export function explainedKey(name, id) {
  return JSON.stringify([name, id, world.inspect.showsUnmatched, world.looks.get(name)?.key])
}

/**
 * Returns the classes of an element's containers, outermost first.
 * @param {string} name
 * @param {string} id
 * @returns {string[]}
 */
export function containersOf(name, id) {
  const tree = world.looks.get(name)?.tree
  /** @type {(node: import("./types").Tree, way: string[]) => string[] | undefined} */
  const find = (node, way) => {
    if (node.id === id) return way
    for (const child of node.children ?? []) {
      const found = find(child, node.for ? [...way, node.for] : way)
      if (found) return found
    }
  }
  return (tree && find(tree, [])) ?? []
}

export const outlookDays = 35

export async function loadTimeline() {
  try {
    const from = outlookStart()
    const until = new Date(from)
    until.setDate(until.getDate() + outlookDays)
    const span = { channel: world.channel, from: from.toISOString(), until: until.toISOString() }
    if (!world.access?.watch) return change({ history: { changes: [], next: null }, outlook: [] })
    const [page, outlook] = await Promise.all([historyPage(""), ask(`v1/outlook${query(span)}`)])
    change({ history: page, outlook: outlook.body.spans })
  } catch (error) {
    failed(error)
  }
}

/** Three days ago, at midnight. */
export function outlookStart() {
  const from = new Date()
  from.setHours(0, 0, 0, 0)
  from.setDate(from.getDate() - 3)
  return from
}

export async function loadOlder() {
  const { history } = world
  if (!history?.next) return
  try {
    const page = await historyPage(history.next)
    change({ history: { changes: [...history.changes, ...page.changes], next: page.next } })
  } catch (error) {
    failed(error)
  }
}

/**
 * Requests the changes of the channel and of themes that no channel shows. Changes of other channels are in between, so
 * one page may need several requests.
 * @param {string} start
 */
async function historyPage(start) {
  /** @type {import("./types").Change[]} */
  const changes = []
  /** @type {string | null} */
  let next = start
  for (let pages = 0; next !== null && changes.length < 25 && pages < 5; pages += 1) {
    /** @type {import("./server.js").Answer} */
    const { body } = await ask(`v1/history${query({ channel: "*", limit: "100", before: next })}`)
    changes.push(...body.changes.map(withBefore).filter(concerns))
    next = body.next
  }
  return { changes, next }
}

/**
 * Adds to each change the cursor of the previous one.
 * @param {import("./types").Change} entry
 * @param {number} at
 * @param {import("./types").Change[]} all newest first
 */
export const withBefore = (entry, at, all) => ({ ...entry, before: all[at + 1]?.cursor })

/** @param {import("./types").Change} entry */
function concerns(entry) {
  return !entry.channels.length || entry.channels.includes(world.channel)
}
