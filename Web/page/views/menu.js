// The menu of a theme. Arrow keys walk it, Escape closes it, and the focus goes back to its button.
import { h } from "../dom.js"
import { close, open } from "../acts.js"
import { exportTheme } from "../exporting.js"
import { beginRename, duplicate } from "../making.js"
import { readOnly, themeNamed } from "../state.js"

/** @typedef {import("../types").ThemeEntry} ThemeEntry */

/** @param {import("../state.js").World} world @param {import("../state.js").Dialog} state */
export function menu(world, state) {
  const theme = themeNamed(state.theme)
  if (!theme) return null
  const why = readOnly()
  const watch = world.access?.watch ? "" : "This needs a token that may watch: see Access, above."
  const { x, y } = fitting(state.x ?? 0, state.y ?? 0)
  return h("div", {
    key: `menu ${theme.name}`, class: "menu", role: "menu", "aria-label": `More for ${theme.title}`, style: { left: `${x}px`, top: `${y}px` },
    on: { keydown: walk, focusout: left }, hook: element => element.contains(document.activeElement) || element.querySelector("button")?.focus(),
  },
    item(`Duplicate ${theme.title}`, why, () => duplicate(theme)),
    item(`Rename ${theme.title}`, why, () => beginRename(theme), true),
    item(`Export ${theme.title}`, watch, () => exportTheme(theme)),
    item(`Delete ${theme.title}`, why, () => open({ kind: "delete", theme: theme.name }), true))
}

/**
 * Keeps the menu within the window.
 * @param {number} x
 * @param {number} y
 */
function fitting(x, y) {
  return { x: Math.max(8, Math.min(x, innerWidth - 240)), y: Math.max(8, Math.min(y, innerHeight - 220)) }
}

/**
 * @param {string} words @param {string} why it can't be done
 * @param {() => void} act @param {boolean} [opens] a dialog, which takes the place of the menu
 */
function item(words, why, act, opens = false) {
  return h("button", {
    role: "menuitem", tabindex: "-1", "aria-disabled": why !== "" && "true", title: why || null,
    on: { click: () => { if (!why) { if (!opens) back(); act() } } },
  }, words)
}

/** Closes the menu and gives the focus back. */
function back() {
  const name = document.querySelector("[role='menu']")?.getAttribute("aria-label")
  close()
  const button = [...document.querySelectorAll("main button")].find(each => each.getAttribute("aria-label") === name)
  if (button instanceof HTMLElement) button.focus()
}

/** @param {FocusEvent} event */
function left(event) {
  const isInside = event.relatedTarget instanceof Node && event.currentTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)
  if (!isInside && event.relatedTarget) close()
}

/** @param {KeyboardEvent} event */
function walk(event) {
  const items = [.../** @type {HTMLElement} */ (event.currentTarget).querySelectorAll("button")]
  const at = items.findIndex(each => each === document.activeElement)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1 + items.length, Home: 0, End: items.length - 1 }[event.key]
  if (to !== undefined) items[to % items.length].focus()
  if (event.key === "Escape" || event.key === "Tab") back()
  if (to !== undefined || event.key === "Escape") event.preventDefault()
}
