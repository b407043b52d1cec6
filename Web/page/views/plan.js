// The plans of a channel as bars on days, weeks or months. A bar is dragged, or moved by keys.
import { h } from "../dom.js"
import { close, open } from "../acts.js"
import { barKey, beginSchedule, cancelSchedule, chooseSpan, repeatWords, rows, shift, skip } from "../planning.js"
import { readOnly, titleOf } from "../state.js"
import { dayName, hour, moment, named } from "../words.js"
import { colorOf } from "./calendar.js"
import { alert, dialog } from "./dialog.js"

/** @typedef {import("../state.js").World} World */
/** @typedef {import("../types").Bar} Bar */
/** @typedef {import("../planning.js").Row} Row */

const mostChips = 24

/** @param {World} world */
export function plan(world) {
  const all = rows()
  return [
    h("div", { class: "radios", role: "radiogroup", "aria-label": "Span" }, (/** @type {const} */ (["Days", "Weeks", "Months"])).map(span => h("label", { key: span },
      h("input", { type: "radio", name: "span", checked: world.plan.span === span, on: { change: () => chooseSpan(span) } }), h("span", {}, span)))),
    h("div", { class: "plan-scroll", tabindex: "0", role: "group", "aria-label": "Calendar" }, h("div", { class: "plan", role: "grid", "aria-label": "Plan" }, all.map(row => line(world, row)))),
    chips(world),
  ]
}

/** @param {string | null} time @param {Row} row in percent of it */
function place(time, { from, columns, unit }) {
  const at = time === null ? Infinity : Date.parse(time) - from.getTime()
  return Math.min(Math.max(at / (columns * unit), 0), 1) * 100
}

/** @param {World} world @param {Row} row */
function line(world, row) {
  const [start, end] = [row.from.toISOString(), row.until.toISOString()]
  const bars = world.plan.bars.filter(bar => bar.from < end && (bar.until === null || bar.until > start))
  const lanes = stacked(bars)
  const now = new Date().toISOString()
  return h("div", { key: start, role: "row", style: { "--columns": String(row.columns), "--lanes": String(Math.max(1, ...lanes.map(lane => lane + 1))) } },
    h("div", { role: "rowheader" }, title(world, row)),
    h("div", { class: "track", role: "presentation" },
      world.outlook.filter(each => each.from < end && each.until > start).map(each => h("i", {
        key: `shows ${each.from}`, class: "outcome", "aria-hidden": "true", title: titleOf(each.theme), style: { left: `${place(each.from, row)}%`, width: `${place(each.until, row) - place(each.from, row)}%`, "--color": colorOf(world, each.theme) },
      })),
      Array.from({ length: row.columns }, (_, at) => cell(world, row, at, bars.filter(bar => Math.floor(place(bar.from, row) / 100 * row.columns + 1e-6) === at).map(bar => block(world, row, bar, lanes[bars.indexOf(bar)])))),
      now > start && now < end && h("i", { class: "now", "aria-hidden": "true", style: { left: `${place(now, row)}%` } })))
}

/**
 * Returns a lane for each bar, so that none lies over another.
 * @param {Bar[]} bars by their beginning
 */
function stacked(bars) {
  /** @type {string[]} */
  const ends = []
  return bars.map(bar => {
    const free = ends.findIndex(end => end <= bar.from)
    const lane = free < 0 ? ends.length : free
    ends[lane] = bar.until ?? "9999"
    return lane
  })
}

/** @param {World} world @param {Row} row */
function title({ plan }, { from }) {
  if (plan.span === "Months") return new Intl.DateTimeFormat(undefined, { month: "short", year: "numeric" }).format(from)
  return dayName(from)
}

/** @param {World} world @param {Row} row @param {number} at @param {import("../dom.js").Child} inside */
function cell(world, row, at, inside) {
  const from = new Date(row.from)
  if (row.unit > 3_600_000) from.setDate(from.getDate() + at)
  else from.setHours(at)
  const isRest = row.unit > 3_600_000 && from.getDay() % 6 === 0
  return h("div", {
    key: `${at}`, role: "gridcell", class: isRest ? "rest" : "", "data-at": from.toISOString(),
    "aria-label": row.unit > 3_600_000 ? dayName(from) : `${dayName(from)}, ${hour(from.toISOString())}`,
    on: {
      dragover: event => { if (!readOnly(world.channel)) event.preventDefault() },
      drop: event => { event.preventDefault(); beginSchedule(event.dataTransfer.getData("text/plain"), from) },
    },
  }, h("small", { "aria-hidden": "true" }, row.unit > 3_600_000 ? from.getDate() : at % 6 === 0 ? at : ""), inside)
}

/** @param {Bar} bar */
function words({ plan, from, until }) {
  return `${titleOf(plan.theme)}, ${moment(from)} until ${until ? moment(until) : "further notice"}${plan.repeat ? ", repeated" : ""}`
}

/** @param {World} world @param {Row} row @param {Bar} bar @param {number} lane */
function block(world, row, bar, lane) {
  const isBegin = Date.parse(bar.from) >= row.from.getTime()
  const style = { left: `${place(bar.from, row)}%`, width: `${place(bar.until, row) - place(bar.from, row)}%`, "--color": colorOf(world, bar.plan.theme), "--lane": String(lane) }
  const text = [named(titleOf(bar.plan.theme)), bar.plan.repeat && " ↻"]
  if (!isBegin) return h("span", { key: barKey(bar), class: "block", "aria-hidden": "true", style }, text)
  const why = readOnly(bar.plan.channel)
  return h("button", {
    key: barKey(bar), class: "block", "aria-label": words(bar), title: words(bar), style, "data-bar": barKey(bar),
    on: why ? {} : { click: () => isDragged || open({ kind: "plan", bar }), keydown: event => keys(event, row, bar), pointerdown: event => drag(event, row, bar) },
  }, text)
}

/** @param {KeyboardEvent} event @param {Row} row @param {Bar} bar */
function keys(event, { columns, unit }, bar) {
  const step = { ArrowLeft: -unit, ArrowRight: unit, ArrowUp: -unit * Math.min(columns, 24), ArrowDown: unit * Math.min(columns, 24) }[event.key]
  if (!step) return
  event.preventDefault()
  if (event.shiftKey) shift(bar, 0, step)
  else shift(bar, step, 0)
  // In another cell the bar is another element.
  queueMicrotask(() => /** @type {HTMLElement | null} */ (document.querySelector(`[data-bar="${barKey(bar)}"]`))?.focus())
}

/** Indicates that the pointer has moved a bar, so that its release is no click. */
let isDragged = false

/** @param {PointerEvent} event @param {Row} row @param {Bar} bar */
function drag(event, row, bar) {
  const block = /** @type {HTMLElement} */ (event.currentTarget)
  const track = /** @type {HTMLElement} */ (block.closest(".track"))
  const isEnd = block.getBoundingClientRect().right - event.clientX < 10
  const width = track.clientWidth / row.columns
  const height = /** @type {HTMLElement} */ (track.parentElement).offsetHeight
  const left = event.clientX
  const top = event.clientY
  isDragged = false
  const by = (/** @type {PointerEvent} */ at) => (Math.round((at.clientX - left) / width) + Math.round((at.clientY - top) / height) * row.columns) * row.unit
  const move = (/** @type {PointerEvent} */ at) => { block.style.translate = isEnd ? "" : `${at.clientX - left}px ${at.clientY - top}px` }
  const end = (/** @type {PointerEvent} */ at) => {
    removeEventListener("pointermove", move)
    block.style.translate = ""
    isDragged = by(at) !== 0
    if (isDragged) shift(bar, isEnd ? 0 : by(at), isEnd ? by(at) : 0, 0)
  }
  addEventListener("pointermove", move)
  addEventListener("pointerup", end, { once: true })
}

/** @param {World} world the themes, to drag onto a day */
function chips(world) {
  const why = readOnly(world.channel)
  return h("ul", { class: "theme-chips", role: "list", "aria-label": "Themes to schedule" }, (world.themes ?? []).slice(0, mostChips).map(theme => h("li", { key: theme.name },
    h("button", {
      class: "quiet", draggable: why ? null : "true", disabled: why !== "", title: why || "Drag it onto a day", "aria-label": `Schedule ${theme.title}`,
      on: { click: () => beginSchedule(theme.name), dragstart: event => event.dataTransfer.setData("text/plain", theme.name) },
    }, h("i", { class: "swatch", "aria-hidden": "true", style: { "--color": colorOf(world, theme.name) } }), named(theme.title)))))
}

/** @param {World} _ @param {import("../state.js").Dialog} state */
export function planDialog(_, { bar, trouble }) {
  if (!bar) return null
  const name = titleOf(bar.plan.theme)
  return dialog(words(bar), close,
    h("p", { class: "muted" }, bar.plan.note ? `${bar.plan.by}: ${bar.plan.note}` : `By ${bar.plan.by}.`, bar.plan.repeat && ` ${repeatWords(bar.plan.repeat)}, by the clock of ${bar.plan.zone}.`),
    h("p", { class: "muted" }, "Arrow keys move its bar, with Shift they stretch it."),
    alert(trouble),
    h("div", { class: "acts end" },
      h("button", { type: "button", on: { click: () => { close(); cancelSchedule(bar.plan) } } }, `Cancel schedule of ${name}`),
      bar.occurrence && h("button", { type: "button", on: { click: () => skip(bar) } }, "Skip this one"),
      h("button", { class: "primary", autofocus: true }, "Close")))
}
