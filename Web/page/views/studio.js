// The frame of all views of one theme: title and tabs above, its screen at the side.
import { h } from "../dom.js"
import { beginChange, lookOf, pick } from "../explaining.js"
import { pickedIn, surroundingsOf } from "../loading.js"
import { themeLink } from "../route.js"
import { sceneOf } from "../scenes/scenes.js"
import { active, readOnly, themeNamed } from "../state.js"
import { chooseSurroundings } from "../acts.js"
import { named } from "../words.js"
import { chips, device, devices } from "./device.js"
import { editing } from "./editing.js"
import { asking } from "./notices.js"
import { share } from "./share.js"
import { more, switchButton } from "./card.js"
import { traits } from "./traits.js"

/** @typedef {import("../state.js").World} World */
/** @typedef {import("../types").ThemeEntry} ThemeEntry */

/** @type {[string, string][]} */
const tabs = [["inspect", "Inspect"], ["colors", "Colors"], ["values", "Values"], ["images", "Images"], ["edit", "Edit"], ["compare", "Compare"]]

/**
 * @param {World} world
 * @param {(theme: ThemeEntry) => import("../dom.js").Child} content
 * @param {{ look?: import("../types").Look, isPickable?: boolean, isAlone?: boolean }} how
 */
export function studio(world, content, { look, isPickable = false, isAlone = false } = {}) {
  if (!world.themes) return h("div", { class: "empty" }, asking("the theme"))
  const theme = themeNamed(world.route.theme)
  if (!theme && world.isPartial) return h("div", { class: "empty" }, asking("the theme"))
  if (!theme) return h("p", { class: "empty" }, `There is no theme “${world.route.theme}”${world.access?.watch ? "" : " among those that everybody may see; others need a token that may watch: see Access, above"}. `, h("a", { href: "#/themes" }, "All themes"))
  const tried = world.dialog?.kind === "change" ? world.dialog.look : undefined
  const shown = tried ?? look ?? lookOf(theme.name)
  return [
    head(world, theme),
    world.route.view !== "edit" && editing(theme),
    isAlone ? content(theme) : h("div", { class: "studio" }, floor(world, theme, shown, isPickable), content(theme)),
  ]
}

/** @param {World} world @param {ThemeEntry} theme */
function head(world, theme) {
  const isOn = active()?.theme === theme.name
  return h("div", { class: "head" },
    h("div", { class: "title" },
      h("a", { href: "#/themes", class: "back", "aria-label": "All themes" }, "‹"),
      h("h2", {}, named(theme.title)), h("span", { class: "code" }, theme.file),
      share(world), isOn ? h("span", { class: "on-air title-air" }, "Showing now") : switchButton(theme), more(theme)),
    h("nav", { class: "tabs", "aria-label": `Parts of ${theme.title}` }, tabs.map(([tab, words]) => h("a", {
      key: tab, href: themeLink(theme.name, tab === "inspect" ? "" : tab), "aria-current": world.route.view === tab && "page",
    }, words))),
    traits(world, [theme.kit], [theme]))
}

/**
 * @param {World} world
 * @param {ThemeEntry} theme
 * @param {import("../types").Look | undefined} look
 * @param {boolean} isPickable
 */
function floor(world, theme, look, isPickable) {
  const what = { title: theme.title, kit: theme.kit, look, picked: isPickable ? pickedIn(look) : "",
    onPick: isPickable ? pick : undefined, onOpen: readOnly() ? undefined : (/** @type {string} */ id) => beginChange(theme.name, id) }
  // What is being written is drawn once.
  return h("div", { class: "floor" }, look === world.looks.get(theme.name) ? devices(theme, what) : device(what), isPickable && look && chips(look, pick), byNames(theme, look), standsIn(theme))
}

/** @param {ThemeEntry} theme @param {import("../types").Look | undefined} look */
function byNames(theme, look) {
  if (!look?.roles) return null
  const why = readOnly()
  return h("div", { class: "by-names" }, h("p", { class: "muted" }, "It has no rules. The screen shows its colors by their names."),
    h("button", { disabled: why !== "", title: why || null, on: { click: () => import("../making.js").then(making => making.makeRules(theme, look.resolved)) } }, "Make rules of this"))
}

/** @param {ThemeEntry} theme */
function standsIn(theme) {
  const scene = sceneOf(theme.kit)
  if (scene.surroundings.length < 2) return null
  const root = scene.tree("", []).for
  return h("label", {}, h("span", {}, "Stands in"),
    h("select", { value: surroundingsOf(theme), on: { change: event => chooseSurroundings(theme.kit, event.target.value) } },
      scene.surroundings.map(path => h("option", { key: path, value: path }, [root, ...path.split("/")].filter(Boolean).join("/")))))
}
