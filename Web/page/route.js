// The state in the address after #, so that a link shows the same to a colleague.
import { world } from "./state.js"

const tabs = ["colors", "values", "images", "edit", "compare"]

/** Indicates that the address bar has the user's choices. */
let isChosen = false

/** Shows the user's choices in the address bar. */
export function showAddress() {
  isChosen = true
  history.replaceState(history.state, "", shareLink())
}

/** Brings the user's choices into the address of another view. */
export function keepAddress() {
  if (isChosen) showAddress()
}

/** @param {string} hash */
export function read(hash) {
  const [path, parameters] = hash.replace(/^#?\/?/, "").split("?")
  if (parameters) isChosen = true
  const [first, name, tab, rest] = path.split("/").map(decoded)
  return { route: route(first, name, tab, rest), parameters: new URLSearchParams(parameters ?? "") }
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * @param {string} first
 * @param {string} [name]
 * @param {string} [tab]
 * @param {string} [rest]
 * @returns {import("./state.js").Route}
 */
function route(first, name, tab, rest) {
  if (first === "timeline") return { view: "timeline" }
  if (first !== "theme" || !name) return { view: "themes" }
  const view = tab && tabs.includes(tab) ? tab : "inspect"
  if (view === "edit" && Number(rest) > 0) return { view, theme: name, line: Number(rest) }
  return (view === "compare" || view === "values") && rest ? { view, theme: name, with: rest } : { view, theme: name }
}

/**
 * @param {string} theme
 * @param {string} [tab]
 * @param {string | number} [rest]
 */
export function themeLink(theme, tab, rest) {
  const parts = [theme, tab, rest].filter(part => part !== undefined && part !== "")
  return `#/theme/${parts.map(part => encodeURIComponent(String(part))).join("/")}`
}

/** Returns the address of exactly this view, with the user's choices. */
export function shareLink() {
  const { traits, route: here, inspect } = world
  const parameters = new URLSearchParams({ channel: world.channel, scheme: traits.scheme, contrast: traits.contrast })
  if (here.view === "inspect" && inspect.picked) parameters.set("element", inspect.picked)
  if (world.kit && here.view === "themes") parameters.set("kit", world.kit)
  for (const [kit, chosen] of Object.entries(traits.more)) {
    for (const [name, value] of Object.entries(chosen)) if (value) parameters.append("trait", `${kit}:${name}=${value}`)
  }
  const address = new URL(location.href)
  address.hash = `${location.hash.split("?")[0] || "#/themes"}?${parameters}`
  return address.href
}

/**
 * Returns the choices in a shared link.
 * @param {URLSearchParams} parameters
 * @returns {Partial<import("./state.js").World>}
 */
export function chosen(parameters) {
  const scheme = parameters.get("scheme") === "dark" ? "dark" : parameters.has("scheme") ? "light" : world.traits.scheme
  const contrast = parameters.get("contrast") === "more" ? "more" : parameters.has("contrast") ? "no-preference" : world.traits.contrast
  /** @type {Record<string, Record<string, string>>} */
  const more = parameters.has("scheme") ? {} : world.traits.more
  for (const trait of parameters.getAll("trait")) {
    const [, kit, name, value] = /^([^:]+):([^=]+)=(.*)$/.exec(trait) ?? []
    if (kit) more[kit] = { ...more[kit], [name]: value }
  }
  return {
    channel: parameters.get("channel") ?? world.channel, kit: parameters.get("kit") ?? world.kit,
    traits: { scheme, contrast, more },
    inspect: { ...world.inspect, picked: parameters.get("element") ?? world.inspect.picked },
  }
}
