// All themes on their screens, and the active theme of the channel.
import { h } from "../dom.js"
import { beginSwitch, rollBack } from "../acts.js"
import { code } from "../code.js"
import { unwant, want } from "../loading.js"
import { themeLink } from "../route.js"
import { active, change, readOnly, themeNamed, titleOf } from "../state.js"
import { counted, moment, whereabouts } from "../words.js"
import { device, ribbon } from "./device.js"
import { traits } from "./traits.js"

/** @typedef {import("../state.js").World} World */
/** @typedef {import("../types").ThemeEntry} ThemeEntry */

/** @param {World} world */
export function themes(world) {
  if (!world.themes) return h("p", { class: "empty" }, world.connection === "offline" ? "The server can't be reached." : "Asking for the themes…")
  const kits = [...new Set(world.themes.map(theme => theme.kit))].sort()
  const shown = world.themes.filter(theme => !world.kit || theme.kit === world.kit)
  return [
    h("div", { class: "head" }, shows(world), traits(world, world.kit ? [world.kit] : kits, world.themes, kits.length > 1 && kitChoice(world, kits))),
    welcome(world),
    shown.length > 0
      ? h("ul", { class: "cards", role: "list", "aria-label": "Themes" }, shown.map(theme => h("li", { key: theme.name }, card(world, theme))))
      : h("p", { class: "empty" }, "There is no theme yet. Put one into Config/themes, or send one with PUT /v1/themes/NAME."),
  ]
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
    h("p", {}, `${now.channel} shows `, h("strong", {}, titleOf(now.theme)), " ", h("span", { class: "muted" }, since(now)),
      now.note && h("q", {}, now.note)),
    before && h("button", {
      class: "quiet", disabled: readOnly(now.channel) !== "", title: readOnly(now.channel) || null,
      on: { click: () => rollBack(now.channel, now.cursor) },
    }, `Back to ${titleOf(before)}`))
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

/**
 * The first steps, on a server without any switch.
 * @param {World} world
 */
function welcome(world) {
  const now = active()
  const other = world.themes?.find(theme => theme.name !== now?.theme && theme.kit === themeNamed(now?.theme)?.kit)
  if (!now || !other || now.by !== "settings" || readOnly(now.channel)) return null
  const line = code("curl", { method: "POST", path: "v1/active", body: { theme: other.name } })
  return h("aside", { class: "welcome", "aria-label": "First steps" },
    h("p", {}, "Apps that follow ", h("b", {}, now.channel), " draw themselves with ", h("b", {}, titleOf(now.theme)),
      ". Press ", h("b", {}, `Switch to ${other.title}`), " below, look at what will change, and press ", h("b", {}, "Switch"),
      ": all of them change at once. ", h("b", {}, "Undo"), " takes it back. The same from a terminal:"),
    h("pre", {}, line))
}

/** @param {World} world @param {ThemeEntry} theme */
function card(world, theme) {
  const isOn = active()?.theme === theme.name
  const look = world.looks.get(theme.name)
  return h("article", { class: `card${isOn ? " on" : ""}`, "aria-label": theme.title, "aria-current": isOn && "true", hook: element => watch(element, theme.name) },
    h("a", { class: "stage", href: themeLink(theme.name), "aria-label": `Inspect ${theme.title}` },
      device({ title: theme.title, kit: theme.kit, look })),
    h("h2", {}, h("span", { class: "name" }, theme.title), h("span", { class: "tag" }, world.kits[theme.kit]?.title ?? theme.kit)),
    facts(theme),
    h("div", { class: "acts" }, isOn ? h("span", { class: "on-air" }, "Showing now") : switchButton(world, theme),
      h("a", { class: "button-like", href: themeLink(theme.name, "edit"), "aria-label": `Edit ${theme.title}` }, "Edit")))
}

/** @param {World} world @param {ThemeEntry} theme */
export function switchButton(world, theme) {
  const why = readOnly(world.channel)
  return h("button", { class: "primary", disabled: why !== "", title: why || null, on: { click: () => beginSwitch(theme.name) } }, `Switch to ${theme.title}`)
}

/** @param {ThemeEntry} theme */
function facts(theme) {
  const remarks = theme.notes.length + theme.warnings.length
  return h("p", { class: "facts" },
    whereabouts(theme.name).map(fact => h("span", {}, fact)),
    theme.parent && h("span", {}, `extends ${titleOf(theme.parent)}`),
    theme.overrides && h("span", {}, `${theme.by ? `uploaded by ${theme.by}, ` : ""}hides ${theme.overrides}`),
    theme.problems.length > 0 && h("a", { class: "bad", href: themeLink(theme.name, "edit") }, counted(theme.problems.length, "problem")),
    remarks > 0 && h("a", { class: theme.warnings.length ? "warn" : "", href: themeLink(theme.name, "edit") }, counted(remarks, "note")))
}

/** Requests and draws only the visible themes. */
const sight = new IntersectionObserver(entries => {
  for (const { target, isIntersecting } of entries) {
    const name = watched.get(target)
    if (name === undefined) continue
    if (isIntersecting) want(name)
    else unwant(name)
  }
}, { rootMargin: "600px" })

/** @type {WeakMap<Element, string>} */
const watched = new WeakMap()

/** @param {Element} element @param {string} name */
function watch(element, name) {
  if (watched.get(element) === name) return
  watched.set(element, name)
  sight.observe(element)
}
