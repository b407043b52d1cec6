// Starts the page: the first requests, the drawing, and the view of the address.
import { show } from "./dom.js"
import { follow } from "./follow.js"
import { change, drawWith, world } from "./state.js"
import { loadExplained, loadTimeline, refresh, refreshFor, showChannels, want } from "./loading.js"
import { chosen, read } from "./route.js"
import { page } from "./views/page.js"
import { themes } from "./views/themes.js"

/** @typedef {(world: import("./state.js").World) => import("./dom.js").Child} View */
/** @typedef {(world: import("./state.js").World, state: import("./state.js").Dialog) => import("./dom.js").Child} DialogView */

/**
 * Loads the other views when they are needed.
 * @type {Record<string, () => Promise<View>>}
 */
const views = {
  inspect: () => import("./views/inspect.js").then(module => module.inspect),
  colors: () => import("./views/colors.js").then(module => module.colors),
  images: () => import("./views/images.js").then(module => module.images),
  edit: () => import("./views/edit.js").then(module => module.edit),
  compare: () => import("./views/compare.js").then(module => module.compare),
  timeline: () => import("./views/timeline.js").then(module => module.timeline),
}
/** @type {Record<string, () => Promise<DialogView>>} */
const dialogs = {
  switch: () => import("./views/switching.js").then(module => module.switching),
  access: () => import("./views/access.js").then(module => module.access),
  schedule: () => import("./views/scheduling.js").then(module => module.scheduling),
}
/** @type {Map<string, any>} */
const loaded = new Map([["themes", themes]])

/**
 * Returns a view, or nothing until it is loaded.
 * @param {Record<string, () => Promise<any>>} from
 * @param {string} name
 */
function module(from, name) {
  if (!loaded.has(name)) {
    loaded.set(name, null)
    styleViews()
    from[name]().then(view => { loaded.set(name, view); change() }, () => loaded.delete(name))
  }
  return loaded.get(name)
}

/** The style of everything outside of the first view. */
function styleViews() {
  if (document.querySelector("link[href='page/views.css']")) return
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: "page/views.css" }))
}

const root = /** @type {Element} */ (document.getElementById("page"))

drawWith(() => {
  const view = module(views, world.route.view)
  const dialog = world.dialog && module(dialogs, world.dialog.kind)
  document.title = title()
  show(root, page(world, view?.(world), world.dialog && dialog?.(world, world.dialog)))
})

function title() {
  const theme = world.themes?.find(each => each.name === world.route.theme)?.title
  return theme ? `${theme} · Livery` : world.route.view === "timeline" ? "Timeline · Livery" : "Livery"
}

function go() {
  const { route, parameters } = read(location.hash)
  const isOther = route.theme !== world.route.theme
  change({ route, ...chosen(parameters), explained: isOther ? null : world.explained })
  if (isOther) scrollTo(0, 0)
  arrive()
}

/** Requests the data that the open view needs. */
function arrive() {
  const { view, theme, with: other } = world.route
  if (view === "timeline") loadTimeline()
  if (theme) want(theme)
  if (view === "inspect" && theme) loadExplained(theme, world.inspect.picked)
  if (view === "edit" && theme) want(theme).then(() => import("./drafting.js")).then(drafting => drafting.openDraft(theme), () => {})
  if (view === "compare" && theme) import("./past.js").then(past => (past.cursorOf(other) ? past.loadPast() : past.loadTimes(theme)), () => {})
  if (other) want(other)
}

/** @param {string} event @param {any} data */
function hear(event, data) {
  if (event !== "changes") return void refreshFor(data.cursor).then(arrive)
  for (const each of data.changes) if (each.kind === "activated") apply(each)
  const isAboutThemes = data.changes.some((/** @type {any} */ each) => each.kind === "updated" || each.kind === "removed")
  if (isAboutThemes) change({ generation: world.generation + 1 })
  refresh().then(arrive)
}

/**
 * Shows a switch immediately, and requests everything else that it changed.
 * @param {import("./types").Change} entry
 */
function apply(entry) {
  const channels = world.channels.map(each => entry.channels.includes(each.channel)
    ? { channel: each.channel, theme: entry.theme, previous: entry.previous ?? null, since: entry.at, by: entry.by, note: entry.note, cursor: entry.cursor }
    : each)
  showChannels(channels)
}

const prefersDark = matchMedia("(prefers-color-scheme: dark)")
change({ traits: { ...world.traits, scheme: prefersDark.matches ? "dark" : "light", contrast: matchMedia("(prefers-contrast: more)").matches ? "more" : "no-preference" } })
addEventListener("hashchange", go)
go()
refresh().then(arrive)
follow({
  state: connection => change({ connection }),
  tell: hear,
})
