// The whole page: the frame, and the view of the address.
import { h } from "../dom.js"
import { chooseChannel, open, openAccess } from "../acts.js"
import { change } from "../state.js"
import { notices, trouble } from "./notices.js"

/** @typedef {import("../state.js").World} World */

/** @type {Record<import("../follow.js").Connection, string>} */
const connections = {
  connecting: "Connecting…", connected: "Connected", reconnecting: "Reconnecting…",
  offline: "Offline, trying again", refused: "Token needed",
}

/**
 * @param {World} world
 * @param {import("../dom.js").Child} view
 * @param {import("../dom.js").Child} dialog
 */
export function page(world, view, dialog) {
  return [
    h("a", { class: "skip", href: "#main", on: { click: skip } }, "Skip to the content"),
    header(world),
    h("main", { id: "main", tabindex: "-1" }, trouble(), view, dialog),
    notices(world),
  ]
}

/** @param {Event} event the address after # says which view, so it can't say where on it */
function skip(event) {
  event.preventDefault()
  document.getElementById("main")?.focus()
}

/** @param {World} world */
function header(world) {
  const isTimeline = world.route.view === "timeline"
  return h("header", { class: "top" },
    h("h1", {}, shirt(), "Livery"),
    h("nav", { "aria-label": "Views", class: "views" },
      h("a", { href: "#/themes", "aria-current": !isTimeline && "page" }, "Themes"),
      h("a", { href: "#/timeline", "aria-current": isTimeline && "page" }, "Timeline")),
    h("span", { class: "gap" }),
    channel(world), connection(world), h("a", { class: "docs", href: "docs" }, "Docs"),
    h("button", { class: "quiet command", "aria-label": "Commands", title: "Commands: Ctrl+K", on: { click: () => open({ kind: "commands" }) } }, "⌘K"), access(world))
}

function shirt() {
  return h("svg", { viewBox: "0 0 24 24", class: "shirt", "aria-hidden": "true" },
    h("path", { d: "M8.5 3 3 5.5 1.5 11l4 .8V21h13v-9.2l4-.8L21 5.5 15.5 3a3.5 3.5 0 0 1-7 0z" }))
}

/** @type {{ of: unknown, part?: import("../dom.js").Part }} the same value for the same channels, which costs no drawing */
let drawn = { of: null }
/** The number of channels that are in the field. The others follow in tasks of their own, since a thousand options take long. */
let offered = 100

/** @param {World} world */
function channel(world) {
  const all = world.channels.map(each => each.channel)
  const names = all.filter((name, at) => at < offered || name === world.channel)
  const of = JSON.stringify([world.channel, all.length, names])
  if (drawn.of === of) return drawn.part
  drawn = { of, part: channelField(world, names) }
  if (names.length < all.length) setTimeout(() => { offered += 100; change() })
  return drawn.part
}

/** @type {Map<string, import("../dom.js").Part>} the same value for the same channel, too */
const options = new Map()

/** @param {string} name */
function option(name) {
  const part = options.get(name) ?? h("option", { key: name, value: name, dir: "auto" }, name)
  options.set(name, part)
  return part
}

/** @param {World} world @param {string[]} names */
function channelField(world, names) {
  return h("label", { class: "channel" }, h("span", { "aria-hidden": "true" }, "Channel"),
    h("select", {
      "aria-label": "Channel", value: world.channel, disabled: !world.channels.length,
      on: { change: event => chooseChannel(event.target.value) },
    }, names.map(option)))
}

/** @param {World} world */
function connection(world) {
  return h("div", { role: "status", "aria-label": "Connection", class: `connection ${world.connection}` }, connections[world.connection])
}

/** @param {World} world */
function access(world) {
  return h("button", { class: "quiet who", "aria-label": "Access", title: "Access", on: { click: openAccess } },
    h("svg", { viewBox: "0 0 24 24", class: "glyph", "aria-hidden": "true" },
      h("path", { d: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4 21c1-5 4-6.5 8-6.5s7 1.5 8 6.5" })),
    h("span", {}, world.access?.name ?? ""))
}
