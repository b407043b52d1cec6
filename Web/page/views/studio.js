// The frame of all views of one theme: title and tabs above, its screen at the side.
import { h } from "../dom.js"
import { pick } from "../acts.js"
import { surroundingsOf } from "../loading.js"
import { themeLink } from "../route.js"
import { sceneOf } from "../scenes/scenes.js"
import { active, themeNamed } from "../state.js"
import { chooseSurroundings } from "../acts.js"
import { device } from "./device.js"
import { share } from "./share.js"
import { switchButton } from "./themes.js"
import { traits } from "./traits.js"

/** @typedef {import("../state.js").World} World */
/** @typedef {import("../types").ThemeEntry} ThemeEntry */

/** @type {[string, string][]} */
const tabs = [["inspect", "Inspect"], ["colors", "Colors"], ["images", "Images"], ["edit", "Edit"], ["compare", "Compare"]]

/**
 * @param {World} world
 * @param {(theme: ThemeEntry) => import("../dom.js").Child} content
 * @param {{ look?: import("../types").Look, isPickable?: boolean, isAlone?: boolean }} how
 */
export function studio(world, content, { look, isPickable = false, isAlone = false } = {}) {
  if (!world.themes) return h("p", { class: "empty" }, "Asking for the theme…")
  const theme = themeNamed(world.route.theme)
  if (!theme) return h("p", { class: "empty" }, `There is no theme “${world.route.theme}”${world.access?.watch ? "" : " among those that everybody may see; others need a token that may watch: see Access, above"}. `, h("a", { href: "#/themes" }, "All themes"))
  const shown = look ?? world.looks.get(theme.name)
  return [
    head(world, theme),
    isAlone ? content(theme) : h("div", { class: "studio" }, floor(world, theme, shown, isPickable), content(theme)),
  ]
}

/** @param {World} world @param {ThemeEntry} theme */
function head(world, theme) {
  const isOn = active()?.theme === theme.name
  return h("div", { class: "head" },
    h("div", { class: "title" },
      h("a", { href: "#/themes", class: "back", "aria-label": "All themes" }, "‹"),
      h("h2", {}, theme.title), h("span", { class: "code" }, theme.file),
      share(world), isOn ? h("span", { class: "on-air title-air" }, "Showing now") : switchButton(world, theme)),
    h("nav", { class: "tabs", "aria-label": theme.title }, tabs.map(([tab, words]) => h("a", {
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
  return h("div", { class: "floor" },
    device({ title: theme.title, kit: theme.kit, look, picked: isPickable ? world.inspect.picked : "", onPick: isPickable ? pick : undefined }),
    standsIn(theme))
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
