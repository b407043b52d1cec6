// A small screen of a real app in a device, drawn only from the server's values.
import { h } from "../dom.js"
import { chipsOf, hasOwnScene, sceneOf } from "../scenes/scenes.js"
import { tile } from "../scenes/tiles.js"
import { world } from "../state.js"

/** @typedef {import("../types").Look} Look */

/**
 * The drawing of the same look is the same value, so it costs nothing to show it again.
 * @type {WeakMap<Look, Map<string, import("../dom.js").Part>>}
 */
const drawn = new WeakMap()

/**
 * @param {{ title: string, kit: string, look?: Look, picked?: string, onPick?: (id: string) => void, onOpen?: (id: string) => void, size?: string }} what
 */
export function device({ title, kit, look, picked = "", onPick, onOpen, size }) {
  const scene = sceneOf(kit)
  const name = look ? `${title}, drawn on ${scene.device}` : `${title}, not drawn yet`
  return h("div", {
    class: `${scene.frame}${onPick ? " pickable" : ""}${look ? "" : " blank"}`, role: "img", "aria-label": name,
    style: { "font-size": size }, on: onPick ? { click: event => pickedPart(event, onPick), dblclick: event => onOpen && pickedPart(event, onOpen) } : {},
  }, look && drawing(kit, look, picked))
}

/**
 * @param {MouseEvent} event
 * @param {(id: string) => void} onPick
 */
function pickedPart(event, onPick) {
  const part = event.target instanceof Element && event.target.closest("[data-part]")
  if (part instanceof HTMLElement && part.dataset.part) onPick(part.dataset.part)
}

/**
 * @param {string} kit
 * @param {Look} look
 * @param {string} picked
 */
function drawing(kit, look, picked) {
  const known = drawn.get(look) ?? new Map()
  drawn.set(look, known)
  const found = known.get(picked)
  if (found) return found
  // A picture of controls without function. Their contrast depends on the theme and is shown under Colors.
  const made = h("div", { class: "drawing", "aria-hidden": "true", "aria-disabled": "true", dir: look.isMirrored ? "rtl" : "ltr" }, sceneOf(kit).draw({ look: look.roles ? { ...look, nodes: look.roles } : look, scheme: schemeOf(look), picked, isLarge: false, picture: pictureIn(look) }))
  known.set(picked, made)
  return made
}

/**
 * The theme's own settings win over the user's choice.
 * @param {Look} look
 * @returns {"light" | "dark"}
 */
function schemeOf(look) {
  const root = look.nodes.find(node => node.id === look.tree.id)
  const wish = root?.set.overrideUserInterfaceStyle
  return wish === "dark" || wish === "light" ? wish : look.scheme
}

/**
 * Returns the screen of a theme, or one for each scheme if the user wants them side by side.
 * @param {import("../types").ThemeEntry} theme @param {Parameters<typeof device>[0]} what
 */
export function devices(theme, what) {
  const looks = world.isSideBySide ? world.variants.get(theme.name)?.looks : undefined
  if (!looks && what.look && !what.onPick && !hasOwnScene(theme.kit)) return [device(what), chips(what.look)]
  if (!looks) return device(what)
  return h("div", { class: "side-by-side" }, looks.map(look => {
    const words = `${look.scheme}${look.contrast === "more" ? ", high contrast" : ""}`
    return h("div", { key: words }, device({ ...what, title: `${what.title}, ${words}`, look }), h("small", { class: "muted" }, words))
  }))
}

/**
 * The elements of a theme that stand nowhere on the screen, such as the classes of a kit of one's own.
 * @param {Look} look
 * @param {(id: string) => void} [onPick]
 */
export function chips(look, onPick) {
  const all = chipsOf(look)
  if (!all.length) return null
  const stage = { look, scheme: schemeOf(look), picked: world.inspect.picked, isLarge: false, picture: pictureIn(look) }
  const shown = all.map(node => tile(stage, node.id ?? "", node.set, node.for))
  if (!onPick) return h("div", { class: "chip-sheet", "aria-hidden": "true", "aria-disabled": "true" }, shown)
  return h("ul", { class: "chip-sheet", role: "list", "aria-label": "Elements that the screen does not show" }, all.map((node, at) => h("li", { key: node.id },
    h("button", { class: "quiet", "aria-label": node.for, "aria-pressed": String(world.inspect.picked === node.id), on: { click: () => onPick(node.id ?? "") } }, h("span", { "aria-hidden": "true", "aria-disabled": "true" }, shown[at])))))
}

/** @param {Look} look */
function pictureIn(look) {
  return (/** @type {unknown} */ name) => {
    const path = typeof name === "string" ? look.resolved.images[name]?.url : undefined
    return path && world.pictures.get(path)
  }
}

/**
 * The theme's colors in a row, as decoration beside its name.
 * @param {Look | undefined} look
 * @param {string} [kind]
 */
export function ribbon(look, kind = "ribbon") {
  const colors = [...new Set(Object.values(look?.resolved.colors ?? {}))].slice(0, 8)
  return h("span", { class: kind, "aria-hidden": "true" }, colors.map(color => h("i", { style: { "background-color": color } })))
}

/** @param {string | undefined} color */
export function swatch(color) {
  return h("i", { class: "swatch", "aria-hidden": "true", style: { "--color": color } })
}
