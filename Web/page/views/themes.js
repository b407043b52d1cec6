// All themes on their screens, and the active theme of the channel.
import { h } from "../dom.js"
import { rollBack } from "../acts.js"
import { sifted, sorts } from "../sifting.js"
import { themeLink } from "../route.js"
import { active, change, readOnly, themeNamed, titleOf } from "../state.js"
import { moment, named } from "../words.js"
import { ribbon } from "./device.js"
import { listing } from "./listing.js"
import { asking } from "./notices.js"
import { radios, traits } from "./traits.js"

/** @typedef {import("../state.js").World} World */

/** @typedef {(world: World) => import("../dom.js").Child} Part */

/** @type {Part | null} the list of drafts, which is loaded with the first draft */
let draftsView = null
/** @type {Part | null} the clients, which are loaded with the first figures */
let clientsView = null
/** @type {Part | null} the first steps, which are loaded on a server without any switch */
let welcomeView = null

/** @param {World} world */
export function themes(world) {
  if (world.clients && !clientsView) import("./clients.js").then(module => { clientsView = module.clients; change() }, () => {})
  if (world.drafts.length && !draftsView) import("./drafts.js").then(module => { draftsView = module.drafts; change() }, () => {})
  if (active()?.by === "settings" && !welcomeView) import("./welcome.js").then(module => { welcomeView = module.welcome; change() }, () => {})
  if (!world.themes) return h("div", { class: "empty" }, asking("the themes"))
  const kits = [...new Set(world.themes.map(theme => theme.kit))].sort()
  const shown = sifted()
  return [
    h("div", { class: "head" }, shows(world), traits(world, world.kit ? [world.kit] : kits, world.themes, kits.length > 1 && kitChoice(world, kits))),
    welcomeView?.(world),
    clientsView?.(world), draftsView?.(world),
    tools(world, shown.length),
    shown.length > 0 && listing(shown),
    !world.themes.length && h("p", { class: "empty" }, "There is no theme yet. Make one, or drop files on the page: a theme, design tokens, a package."),
    world.themes.length > 0 && !shown.length && h("p", { class: "empty" }, "No theme is like this."),
  ]
}

/** @param {World} world @param {number} count */
function tools({ themes, filter, sort, layout, isPartial }, count) {
  return h("div", { class: "listing-tools" },
    h("input", {
      type: "search", "aria-label": "Filter themes", placeholder: "Filter themes", title: "Press / to come here", value: filter,
      on: { input: event => change({ filter: event.target.value }) },
    }),
    h("select", { "aria-label": "Sort", value: sort, on: { change: event => change({ sort: event.target.value }) } },
      Object.keys(sorts).map(name => h("option", { key: name, value: name }, name))),
    radios("Layout", layout, [["cards", "Cards"], ["list", "List"]], value => change({ layout: value === "list" ? "list" : "cards" })),
    h("span", { role: "status", "aria-label": "Themes shown", class: "muted" }, `${count} of ${themes?.length ?? 0}${isPartial ? "…" : ""}`), makers())
}

/** The buttons that make a theme. What they need is loaded when it is wanted. */
function makers() {
  const why = readOnly()
  const choose = (/** @type {any} */ event) => import("../importing.js").then(module => module.take(event.target))
  return h("div", { class: "makers" },
    h("button", { disabled: why !== "", title: why || null, on: { click: () => import("../making.js").then(module => module.beginNew()) } }, "New theme"),
    h("button", { disabled: why !== "", title: why || "Or drop files on the page", on: { click: () => document.getElementById("files")?.click() } }, "Import"),
    h("input", { id: "files", type: "file", multiple: true, hidden: true, "aria-label": "Files to import", on: { change: choose } }))
}

/**
 * The active theme, since when, and a button to switch back.
 * @param {World} world
 */
export function shows(world) {
  const now = active()
  if (!now) return h("section", { class: "shows", "aria-label": "Showing now" }, h("p", {}, `${world.channel} shows nothing yet.`))
  const before = now.previous && themeNamed(now.previous) ? now.previous : null
  return h("section", { class: "shows", "aria-label": "Showing now" },
    ribbon(world.looks.get(now.theme)),
    h("p", {}, `${now.channel} shows `, h("strong", {}, h("a", { href: themeLink(now.theme) }, named(titleOf(now.theme)))), " ", h("span", { class: "muted" }, since(now)),
      now.note && h("q", { dir: "auto" }, now.note)),
    before && h("button", {
      class: "quiet", disabled: readOnly(now.channel) !== "", title: readOnly(now.channel) || null,
      on: { click: () => rollBack(now.channel, now.cursor) },
    }, h("span", {}, "Back to ", named(titleOf(before)))))
}

/** @param {import("../types").Active} now */
function since(now) {
  return now.by === "settings" ? "by its settings, never switched yet" : `since ${moment(now.since)}${now.by ? `, by ${now.by}` : ""}`
}

/** @param {World} world @param {string[]} kits */
function kitChoice(world, kits) {
  return h("select", { "aria-label": "Kit", value: world.kit, on: { change: event => change({ kit: event.target.value }) } },
    h("option", { value: "" }, "All kits"),
    kits.map(kit => h("option", { key: kit, value: kit }, world.kits[kit]?.title ?? kit)))
}
