// A theme in the list: as a card with its screen, or as a dense row.
import { h } from "../dom.js"
import { beginSwitch, open } from "../acts.js"
import { unwant, want } from "../loading.js"
import { themeLink } from "../route.js"
import { active, readOnly, titleOf, world } from "../state.js"
import { counted, named, whereabouts } from "../words.js"
import { devices, ribbon } from "./device.js"

/** @typedef {import("../types").ThemeEntry} ThemeEntry */

/** @type {WeakMap<ThemeEntry, { by: unknown[], part: import("../dom.js").Part }>} */
const made = new WeakMap()

/**
 * Returns the card of a theme: the same value as before while nothing on it has changed, which costs no drawing.
 * @param {ThemeEntry} theme
 */
export function card(theme) {
  const isOn = active()?.theme === theme.name
  const by = [world.looks.get(theme.name), world.isSideBySide && world.variants.get(theme.name), isOn, world.layout, world.access, world.channel, world.kits, world.schedules, world.channels]
  const known = made.get(theme)
  if (known && known.by.every((part, at) => part === by[at])) return known.part
  const part = world.layout === "list" ? row(theme, isOn) : large(theme, isOn)
  made.set(theme, { by, part })
  return part
}

/** @param {ThemeEntry} theme @param {boolean} isOn */
function frame(theme, isOn) {
  return {
    class: `${world.layout === "list" ? "row-card" : "card"}${isOn ? " on" : ""}`, "data-theme": theme.name, "aria-label": theme.title,
    "aria-current": isOn && "true", hook: (/** @type {Element} */ element) => watch(element, theme.name),
  }
}

/** @param {ThemeEntry} theme @param {boolean} isOn */
function large(theme, isOn) {
  return h("article", frame(theme, isOn),
    h("a", { class: "stage", href: themeLink(theme.name), "aria-label": `Inspect ${theme.title}` },
      devices(theme, { title: theme.title, kit: theme.kit, look: world.looks.get(theme.name) })),
    h("h2", {}, h("span", { class: "name" }, named(theme.title)), " ", kit(theme)),
    facts(theme), acts(theme, isOn))
}

/** @param {ThemeEntry} theme @param {boolean} isOn */
function row(theme, isOn) {
  return h("article", frame(theme, isOn), ribbon(world.looks.get(theme.name), "ribbon small"),
    h("h2", {}, h("a", { href: themeLink(theme.name), "aria-label": `Inspect ${theme.title}` }, named(theme.title)), " ", kit(theme)),
    facts(theme), acts(theme, isOn))
}

/** @param {ThemeEntry} theme */
const kit = theme => h("span", { class: "tag" }, world.kits[theme.kit]?.title ?? theme.kit)

/** @param {ThemeEntry} theme @param {boolean} isOn */
function acts(theme, isOn) {
  return h("div", { class: "acts" }, isOn ? h("span", { class: "on-air" }, "Showing now") : switchButton(theme),
    h("a", { class: "button-like", href: themeLink(theme.name, "edit"), "aria-label": `Edit ${theme.title}` }, "Edit"), more(theme))
}

/** @param {ThemeEntry} theme */
export function more(theme) {
  return h("button", {
    class: "quiet more", "aria-label": `More for ${theme.title}`, "aria-haspopup": "menu", on: { click: event => openMenu(theme.name, event.currentTarget) },
  }, "⋯")
}

/** @param {string} theme @param {Element} button */
function openMenu(theme, button) {
  const { left, bottom } = button.getBoundingClientRect()
  open({ kind: "menu", theme, x: left, y: bottom + 4 })
}

/** @param {ThemeEntry} theme */
export function switchButton(theme) {
  const why = readOnly(world.channel)
  return h("button", {
    class: "primary", "aria-label": `Switch to ${theme.title}`, disabled: why !== "", title: why || null, on: { click: () => beginSwitch(theme.name) },
  }, "Switch")
}

/** @param {ThemeEntry} theme */
function facts(theme) {
  const remarks = theme.notes.length + theme.warnings.length
  return h("p", { class: "facts" },
    whereabouts(theme.name).map(fact => h("span", {}, fact)),
    theme.parent && h("span", {}, "extends ", named(titleOf(theme.parent))),
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
