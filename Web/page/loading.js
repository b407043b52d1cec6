// Requests everything that is unknown or may have changed. One run at a time, so that no older response comes last.
import { ask, askRest, picture, query, Refusal } from "./server.js"
import { active, change, themeNamed, versionOf, world } from "./state.js"
import { prepare, sceneOf, treeFor } from "./scenes/scenes.js"
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
  const before = active()?.cursor
  change({ channels })
  if (before && active()?.cursor !== before) import("./clients.js").then(clients => clients.followClients(), () => {})
}

async function load() {
  const before = switches
  try {
    const { body, headers } = await ask("v1/overview")
    const [themes, channels] = [listed(body, "themes", "name"), listed(body, "channels", "channel")]
    if (channels.headers.has("Link")) await addOwn(channels.body.channels)
    loadedAt = headers.get("Livery-Cursor") ?? ""
    change({ access: body.access, kits: body.kits, schedules: body.schedule?.schedules ?? [] })
    // Until the other pages are there, what is known of their channels stays.
    if (switches === before && (!channels.headers.has("Link") || !world.channels.length)) change({ channels: channels.body.channels })
    settleChannel()
    await nextTurn()
    await loadThemes(themes)
    await loadOtherChannels(channels)
    if (!world.retry || world.retry === refresh) change({ trouble: "", retry: null })
    await loadInUse()
    loadDrafts()
    loadRest()
  } catch (error) {
    failed(error, refresh)
  }
}

/**
 * Returns a list of the overview as the response to a request for it.
 * @param {any} body @param {"themes" | "channels"} name @param {string} key
 * @returns {import("./server.js").Answer}
 */
function listed(body, name, key) {
  const items = body[name][name]
  const next = body.more.includes(name) ? { Link: `</v1/${name}${query({ after: items[items.length - 1]?.[key] })}>; rel="next"` } : {}
  return { status: 200, text: "", body: body[name], headers: new Headers(/** @type {any} */ (next)) }
}

/**
 * Adds the channel of the page to the first page of channels, if it is on another one.
 * @param {import("./types").Active[]} channels
 */
async function addOwn(channels) {
  const { body } = await ask(`v1/channels${query({ prefix: world.channel, limit: "1" })}`)
  const own = body.channels.find((/** @type {import("./types").Active} */ each) => each.channel === world.channel)
  if (own && !channels.some(each => each.channel === own.channel)) channels.push(own)
}

/**
 * Requests the channels that are on other pages than the first.
 * @param {import("./server.js").Answer} first
 */
async function loadOtherChannels(first) {
  if (!first.headers.has("Link")) return
  const before = switches
  const rest = await askRest(first, "channels")
  const names = new Set(rest.map(each => each.channel))
  const page = first.body.channels.filter((/** @type {import("./types").Active} */ each) => !names.has(each.channel))
  if (switches === before) change({ channels: [...page, ...rest] })
}

/**
 * Shows the first page of themes with what the channel shows, and the others when all of them are there.
 * @param {import("./server.js").Answer} first
 */
async function loadThemes(first) {
  const page = /** @type {import("./types").ThemeEntry[]} */ (first.body.themes)
  const isPartial = first.headers.has("Link")
  if (isPartial && !world.themes) {
    const needed = [active()?.theme, world.route.theme].filter(name => name && !page.some(theme => theme.name === name))
    const others = await Promise.all([...new Set(needed)].map(name => askTheme(name ?? "")))
    const shown = [...page, ...others.flatMap(theme => (theme ? [theme] : []))]
    await loadKits(shown)
    change({ themes: shown, isPartial })
    await nextTurn()
    await loadInUse()
  }
  const themes = isPartial ? [...page, ...(await askRest(first, "themes"))] : page
  await loadKits(themes)
  change({ themes, isPartial: false })
  await nextTurn()
}

/**
 * Requests one theme of the list: of all whose names begin with its name, its own comes first.
 * @param {string} name
 * @returns {Promise<import("./types").ThemeEntry | undefined>}
 */
async function askTheme(name) {
  const { body } = await ask(`v1/themes${query({ prefix: name, limit: "1" })}`)
  return body.themes.find((/** @type {import("./types").ThemeEntry} */ theme) => theme.name === name)
}

/** More changes than this are read as a whole. */
const fewChanges = 8

/**
 * Requests what a few changes touch: the themes that they name and the schedules, or everything if that is not enough.
 * @param {import("./types").Change[]} changes
 */
export async function refreshChanges(changes) {
  await running
  const edits = changes.filter(each => each.kind === "updated" || each.kind === "removed")
  const names = [...new Set(edits.map(each => each.theme))]
  const isNew = changes.some(each => each.channels.some(channel => !world.channels.some(known => known.channel === channel)))
  if (!world.themes || !world.access?.watch || isNew || names.length > fewChanges) {
    if (edits.length) change({ generation: world.generation + 1 })
    return refresh()
  }
  try {
    if (changes.length > edits.length) change({ schedules: (await ask("v1/schedule")).body.schedules })
    if (names.length) await refreshThemes(names)
    if (world.drafts.length) loadDrafts()
  } catch (error) {
    failed(error, refresh)
  }
}

/** @param {string[]} names the themes that may have changed */
export async function refreshThemes(names) {
  const found = await Promise.all(names.map(askTheme))
  const others = (world.themes ?? []).filter(theme => !names.includes(theme.name))
  const themes = [...others, ...found.flatMap(theme => (theme ? [theme] : []))].sort((a, b) => (a.name < b.name ? -1 : 1))
  await loadKits(themes)
  const versions = new Map(world.versions)
  for (const name of withChildren(names)) versions.set(name, (versions.get(name) ?? 0) + 1)
  change({ themes, versions })
  await loadInUse()
}

/**
 * Returns the themes and all that build on them.
 * @param {string[]} names
 */
function withChildren(names) {
  const found = new Set(names)
  for (let before = -1; before !== found.size;) {
    before = found.size
    for (const { name, parent } of world.themes ?? []) if (parent && found.has(parent)) found.add(name)
  }
  return found
}

/** The cursor of the last overview. */
let loadedAt = ""

/**
 * Requests everything again, unless the known data has the same cursor.
 * @param {string} cursor
 */
export async function refreshFor(cursor) {
  await running
  if (loadedAt === cursor) return loadInUse()
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

/** Requests the other themes one after another in the background; if there are many, only the visible ones. */
async function loadRest() {
  if ((world.themes?.length ?? 0) <= 24) for (const theme of world.themes ?? []) await loadLook(theme.name)
}

/** Requests the drafts that the server keeps; without them the page has all else. */
export async function loadDrafts() {
  if (!world.access?.watch) return change({ drafts: [] })
  try {
    change({ drafts: (await ask("v1/drafts")).body.drafts })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

/** Leaves a channel that no longer exists for another one. */
function settleChannel() {
  if (world.channels.some(each => each.channel === world.channel) || !world.channels.length) return
  change({ channel: (world.channels.find(each => each.channel === "main") ?? world.channels[0]).channel })
}

/**
 * @param {unknown} error
 * @param {(() => void) | null} [retry]
 */
export function failed(error, retry = null) {
  if (!(error instanceof Refusal)) throw error
  if (error.isOutdated) return
  if (error.status === 401) return needToken(error.message)
  // While what is known stays in sight, the connection alone says that the server is away.
  if (error.status > 0 || !world.themes) change({ trouble: error.message, retry })
}

/** @param {string} words the server's own */
export function needToken(words) {
  const dialog = world.dialog?.kind === "access" ? world.dialog : /** @type {const} */ ({ kind: "access" })
  change({ connection: "refused", dialog: { ...dialog, trouble: words } })
}

/**
 * Requests the kits of themes that the overview did not have.
 * @param {import("./types").ThemeEntry[]} themes
 */
async function loadKits(themes) {
  const names = [...new Set(themes.map(theme => theme.kit))].filter(name => !world.kits[name])
  const kits = await Promise.all(names.map(async name => [name, (await ask(`v1/kits/${name}?whole=true`)).body]))
  if (names.length) change({ kits: { ...world.kits, ...Object.fromEntries(kits) } })
}

/**
 * The themes whose drawing is visible.
 * @type {Set<string>}
 */
const wanted = new Set()
/** @type {Map<string, string>} the requests that are under way, by theme */
const underway = new Map()

/** Requests the looks again whose traits differ now: of many, only those that are drawn somewhere. */
export async function reloadLooks() {
  for (const name of world.looks.size > 24 ? inUse() : [...world.looks.keys()]) {
    await nextTurn()
    loadLook(name)
  }
}

/** @param {string} name */
export function want(name) {
  wanted.add(name)
  return loadLook(name)
}

/** @param {string} name */
export function unwant(name) {
  wanted.delete(name)
}

let turn = Promise.resolve()

/** Draws what comes together in a task each, so that the browser can do other things between them. */
const nextTurn = () => (turn = turn.then(() => new Promise(done => { setTimeout(done) })))

/** @param {string} name */
export async function loadLook(name) {
  const theme = themeNamed(name)
  const kit = theme && world.kits[theme.kit]
  if (!kit || !(await prepare(theme.kit, kit.lineage))) return
  if (world.isSideBySide) import("./variants.js").then(variants => variants.loadVariants(name), () => {})
  const key = lookKey(theme)
  if (world.looks.get(name)?.key === key || underway.get(name) === key) return
  underway.set(name, key)
  try {
    const look = await askLook(theme, key)
    await nextTurn()
    // A newer choice has its own request.
    if (underway.get(name) !== key) return
    change({ looks: new Map(world.looks).set(name, look) })
    if (world.route.view === "inspect" && world.route.theme === name) import("./explaining.js").then(explaining => explaining.loadExplained(name), () => {})
  } catch (error) {
    if (!(error instanceof Refusal && error.status === 404)) failed(error, () => loadLook(name))
  } finally {
    if (underway.get(name) === key) underway.delete(name)
  }
}

/** @param {import("./types").ThemeEntry} theme */
function lookKey(theme) {
  return JSON.stringify([versionOf(theme.name), traitsOf(theme), surroundingsOf(theme)])
}

/** @param {import("./types").ThemeEntry} theme */
export function surroundingsOf(theme) {
  return world.inspect.surroundings[theme.kit] ?? sceneOf(theme.kit).surroundings[0] ?? ""
}

/**
 * @param {import("./types").ThemeEntry} theme
 * @param {string} key
 * @param {string} [draft] the key of a draft, which is looked at instead
 * @param {import("./types").Traits} [wish] other traits than the chosen ones
 * @returns {Promise<Look>}
 */
async function askLook(theme, key, draft = "", wish = world.traits) {
  const traits = traitsOf(theme, wish)
  const resolved = (await ask(`v1/theme${query({ theme: theme.name, draft, ...traits })}`)).body
  const tree = treeFor(theme.kit, surroundingsOf(theme), resolved)
  const nodes = await askNodes({ theme: theme.name, draft }, traits, tree)
  await loadPictures(resolved)
  return { key, resolved, tree, nodes, roles: await rolesOf(resolved, nodes), scheme: wish.scheme, contrast: wish.contrast, isMirrored: isMirrored(traits) }
}

/** @param {import("./types").Resolved} resolved @param {import("./types").LookNode[]} nodes */
async function rolesOf(resolved, nodes) {
  return resolved.appearance.length ? undefined : (await import("./roles.js").catch(() => { throw new Refusal(0, null) })).byRole(resolved, nodes)
}

/**
 * Requests the look of a theme for other traits than the chosen ones.
 * @param {import("./types").ThemeEntry} theme @param {import("./types").Traits} wish
 */
export const lookFor = (theme, wish) => askLook(theme, "", "", wish)

/** @param {Record<string, string>} traits */
const isMirrored = traits => Object.values(traits).some(value => /^(rtl|ldrtl|rightToLeft)$/.test(value))

/**
 * Returns the screen that a theme is drawn on.
 * @param {import("./types").ThemeEntry} theme
 */
function treeOf(theme) {
  return world.looks.get(theme.name)?.tree ?? sceneOf(theme.kit).tree(surroundingsOf(theme), [])
}

let previews = 0

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
  return { problems, look: { key: `preview ${previews += 1}`, resolved, tree, nodes, roles: await rolesOf(resolved, nodes), scheme: world.traits.scheme, contrast: world.traits.contrast, isMirrored: isMirrored(traitsOf(theme)) } }
}

/**
 * Requests the look of a draft.
 * @param {{ name: string, title: string, key?: string }} draft
 * @returns {Promise<Look>}
 */
export async function loadDraftLook({ name, title, key }) {
  const { kit } = (await ask(`v1/theme${query({ draft: key })}`)).body
  const entry = /** @type {import("./types").ThemeEntry} */ ({ name, title, kit, file: "", problems: [], warnings: [], notes: [] })
  await loadKits([...(world.themes ?? []), entry])
  await prepare(kit, world.kits[kit]?.lineage)
  return askLook(entry, "", key)
}

/**
 * @param {{ theme: string, draft: string }} what
 * @param {Record<string, string>} traits
 * @param {import("./types").Tree} tree
 */
async function askNodes(what, traits, tree) {
  const flat = tree.children?.map(({ id, for: target }) => ({ id, for: target, in: "" }))
  const question = tree.for ? { traits: typed(traits), tree } : { traits: typed(traits), nodes: flat }
  if (!tree.for && !flat?.length) return []
  return (await ask(`v1/appearance${query(what)}`, { body: question })).body.nodes
}

/** @param {Record<string, string>} traits numbers as numbers */
export function typed(traits) {
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
 * Returns the element that the user chose, or a button, with which most people begin.
 * @param {Look | undefined} look
 */
export function pickedIn(look) {
  const nodes = look?.nodes ?? []
  const chosen = nodes.find(node => node.id === world.inspect.picked)
  return (chosen ?? nodes.find(node => /button(?!item)/i.test(node.for)) ?? nodes[0])?.id ?? ""
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
