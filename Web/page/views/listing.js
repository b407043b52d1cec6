// The list of themes. Of a long one only the rows near to the visible part are in the document.
import { h } from "../dom.js"
import { change, world } from "../state.js"
import { card } from "./card.js"

/** Up to this number all themes are in the document. */
const few = 60

/** @param {import("../types").ThemeEntry[]} list */
export function listing(list) {
  const isLong = list.length > few
  // Another view or layout begins with the visible rows alone.
  const isBack = world.layout !== layout || !shown?.isConnected
  if (isBack) world.sight = { ...world.sight, ...(world.layout === layout ? world.sight.visible : start) }
  layout = world.layout
  const { columns, row, first, last } = world.sight
  const [from, until] = isLong ? [first * columns, last * columns] : [0, list.length]
  const rows = Math.ceil(list.length / columns)
  const space = isLong ? { "padding-top": `${first * row}px`, "padding-bottom": `${Math.max(0, rows - last) * row}px` } : {}
  return h("ul", {
    key: layout, class: `${layout === "list" ? "rows" : "cards"}${isLong ? " long" : ""}`, role: "list", "aria-label": "Themes", style: space,
    hook: element => { shown = element; if (isLong) afterFrame() },
  }, list.slice(from, until).map((theme, at) => h("li", {
    key: theme.name, "aria-setsize": isLong && list.length, "aria-posinset": isLong && from + at + 1,
  }, card(theme))))
}

/** The rows before anything is known of their size. */
const start = { columns: 1, row: 1, first: 0, last: 4 }
let layout = world.layout
/** @type {HTMLElement | null} */
let shown = null

/** Finds the rows near to the visible part, one screen above and below it: after a jump first the visible ones, which cost a task alone. */
function see() {
  if (!shown?.isConnected || !shown.classList.contains("long")) return
  const style = getComputedStyle(shown)
  const columns = style.gridTemplateColumns.split(" ").length
  const row = parseFloat(style.gridAutoRows) + parseFloat(style.rowGap)
  const top = -shown.getBoundingClientRect().top
  const rows = (/** @type {number} */ margin) => ({
    first: Math.max(0, Math.floor((top - margin) / row)), last: Math.max(1, Math.ceil((top + innerHeight + margin) / row)),
  })
  const [seen, visible] = [world.sight, rows(0)]
  const isJump = columns !== seen.columns || visible.first >= seen.last || visible.last <= seen.first
  const { first, last } = isJump ? visible : rows(innerHeight)
  if (columns !== seen.columns || row !== seen.row || first !== seen.first || last !== seen.last) change({ sight: { columns, row, first, last, visible } })
  else seen.visible = visible
}

/** Looks when the browser has laid the list out for its next frame: to look earlier would lay it out once more. */
function afterFrame() {
  requestAnimationFrame(() => setTimeout(see))
}

addEventListener("scroll", () => requestAnimationFrame(see), { passive: true })
addEventListener("resize", () => requestAnimationFrame(see))
