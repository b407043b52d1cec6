// The list of themes. Of a long one only the rows near to the visible part are in the document.
import { h } from "../dom.js"
import { change, world } from "../state.js"
import { card } from "./card.js"

/** Up to this number all themes are in the document. */
const few = 60

/** @param {import("../types").ThemeEntry[]} list */
export function listing(list) {
  const isLong = list.length > few
  const { columns, row, first, last } = world.sight
  const [from, until] = isLong ? [first * columns, last * columns] : [0, list.length]
  const rows = Math.ceil(list.length / columns)
  const space = isLong ? { "padding-top": `${first * row}px`, "padding-bottom": `${Math.max(0, rows - last) * row}px` } : {}
  return h("ul", {
    key: world.layout, class: `${world.layout === "list" ? "rows" : "cards"}${isLong ? " long" : ""}`, role: "list", "aria-label": "Themes", style: space,
    hook: element => { shown = element; if (isLong) see() },
  }, list.slice(from, until).map((theme, at) => h("li", {
    key: theme.name, "aria-setsize": isLong && list.length, "aria-posinset": isLong && from + at + 1,
  }, card(theme))))
}

/** @type {HTMLElement | null} */
let shown = null

/** Finds the rows near to the visible part, one screen above and below it. */
function see() {
  if (!shown?.isConnected || !shown.classList.contains("long")) return
  const style = getComputedStyle(shown)
  const columns = style.gridTemplateColumns.split(" ").length
  const row = parseFloat(style.gridAutoRows) + parseFloat(style.rowGap)
  const top = -shown.getBoundingClientRect().top
  const first = Math.max(0, Math.floor((top - innerHeight) / row))
  const last = Math.max(1, Math.ceil((top + 2 * innerHeight) / row))
  const seen = world.sight
  if (columns !== seen.columns || row !== seen.row || first !== seen.first || last !== seen.last) change({ sight: { columns, row, first, last } })
}

addEventListener("scroll", () => requestAnimationFrame(see), { passive: true })
addEventListener("resize", () => requestAnimationFrame(see))
