// Starts the page: the first requests, the drawing, and the view of the address.
import { show } from "./dom.js"
import { follow } from "./follow.js"
import { active, change, drawWith, titleOf, world } from "./state.js"
import { listen } from "./keys.js"
import { refresh, refreshChanges, refreshFor, showChannels, want } from "./loading.js"
import * as places from "./places.js"
import { chosen, keepAddress, read } from "./route.js"
import { page } from "./views/page.js"
import { themes } from "./views/themes.js"
import { switchWords } from "./words.js"

/** @typedef {(world: import("./state.js").World) => import("./dom.js").Child} View */
/** @typedef {(world: import("./state.js").World, state: import("./state.js").Dialog) => import("./dom.js").Child} DialogView */

/**
 * Loads the other views when they are needed.
 * @type {Record<string, () => Promise<View>>}
 */
const views = {
  inspect: () => import("./views/inspect.js").then(module => module.inspect),
  colors: () => import("./views/colors.js").then(module => module.colors),
  values: () => import("./views/values.js").then(module => module.values),
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
  change: () => import("./views/changing.js").then(module => module.changing),
  plan: () => import("./views/plan.js").then(module => module.planDialog),
  naming: () => import("./views/naming.js").then(module => module.naming),
  save: () => import("./views/saving.js").then(module => module.saving),
  menu: () => import("./views/menu.js").then(module => module.menu),
  new: () => import("./views/making.js").then(module => module.newTheme),
  rename: () => import("./views/making.js").then(module => module.renaming),
  delete: () => import("./views/making.js").then(module => module.deleting),
  draft: () => import("./views/drafts.js").then(module => module.draftDialog),
  commands: () => import("./views/commands.js").then(module => module.commandDialog),
  import: () => import("./views/importing.js").then(module => module.importing),
}
/** @type {Map<string, any>} */
const loaded = new Map([["themes", themes]])
/** @type {Map<string, Promise<void>>} */
const coming = new Map()

/**
 * Returns a view, or nothing until it is loaded.
 * @param {Record<string, () => Promise<any>>} from
 * @param {string} name
 */
function module(from, name) {
  if (!loaded.has(name)) {
    loaded.set(name, null)
    styleViews()
    coming.set(name, from[name]().then(view => { loaded.set(name, view); change() }, () => missed(name)))
  }
  return loaded.get(name)
}

/**
 * Says that a part of the page can't be loaded. It is loaded when the server is back, or when the user asks for it.
 * @param {string} name
 */
function missed(name) {
  const retry = () => {
    loaded.delete(name)
    change({ trouble: "", retry: null })
  }
  change({ trouble: "The server can't be reached.", retry })
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
  const { view, theme } = world.route
  const words = view === "themes" ? "" : view[0].toUpperCase() + view.slice(1)
  return [titleOf(theme), words, "Livery"].filter(Boolean).join(" · ")
}

function go() {
  const { route, parameters } = read(location.hash)
  const isOther = route.theme !== world.route.theme
  change({ route, ...chosen(parameters), explained: isOther ? null : world.explained })
  arrive()
  return isOther
}

/** Follows a link, or the buttons of the browser. */
async function travel() {
  const before = world.route.view
  places.leave()
  const isOther = go()
  keepAddress()
  // After the drawing, which loads the view.
  await Promise.resolve()
  await coming.get(world.route.view)
  places.arrive(isOther || (!world.route.theme && world.route.view !== before))
}

/** Requests the data that the open view needs. */
function arrive() {
  const { view, theme, with: other } = world.route
  if (view === "timeline") import("./planning.js").then(planning => planning.loadTimeline(), () => {})
  if (theme) want(theme)
  if (view === "colors" && theme) want(theme).then(() => import("./repairing.js")).then(repairing => repairing.loadRepairs(theme), () => {})
  if (view === "inspect" && theme) import("./explaining.js").then(explaining => explaining.loadExplained(theme), () => {})
  if (theme) want(theme).then(() => import("./drafting.js")).then(drafting => drafting.openDraft(theme, view === "edit"), () => {})
  if (view === "compare" && theme) import("./past.js").then(past => (past.cursorOf(other) ? past.loadPast() : past.loadTimes(theme)), () => {})
  if (view === "values" && theme) want(theme).then(() => import("./aliases.js")).then(aliases => aliases.loadAliases(theme), () => {})
  if (other && view === "compare") want(other)
}

/** @param {string} event @param {any} data */
function hear(event, data) {
  if (event !== "changes") return void refreshFor(data.cursor).then(arrive)
  for (const each of data.changes) if (each.kind === "activated") apply(each)
  refreshChanges(data.changes).then(arrive)
}

/**
 * Shows a switch immediately, and requests everything else that it changed.
 * @param {import("./types").Change} entry
 */
function apply(entry) {
  const before = active()
  const channels = world.channels.map(each => entry.channels.includes(each.channel)
    ? { channel: each.channel, theme: entry.theme, previous: entry.previous ?? null, since: entry.at, by: entry.by, note: entry.note, cursor: entry.cursor }
    : each)
  showChannels(channels)
  // The page knows its own switches by their answers.
  if (before && entry.channels.includes(world.channel) && before.cursor !== entry.cursor) {
    change({ notice: { text: switchWords(entry, world.channel), show: entry.theme } })
  }
}

const prefersDark = matchMedia("(prefers-color-scheme: dark)")
change({ traits: { ...world.traits, scheme: prefersDark.matches ? "dark" : "light", contrast: matchMedia("(prefers-contrast: more)").matches ? "more" : "no-preference" } })

function start() {
  addEventListener("hashchange", travel)
  listen()
  // Tasks of their own, between which the browser can draw.
  setTimeout(go)
  setTimeout(async () => {
    await refresh()
    arrive()
    places.scroll()
    // A switch must not wait for its dialog where the server is slow.
    setTimeout(() => module(dialogs, "switch"), 500)
  })
  setTimeout(() => follow({
    state(connection) {
      change({ connection })
      if (connection === "connected") world.retry?.()
    },
    tell: hear,
  }))
}

const key = new URLSearchParams(location.search).get("draft")
if (key) {
  styleViews()
  import("./showing.js").then(showing => showing.showDraft(root, key))
}
else start()
