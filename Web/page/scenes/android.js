// An app for hikers in the look of Android; everything that the theme does not set is the platform's default.
import { background, box, glyph, inherited, part, value } from "./parts.js"
import { inkOn } from "../color.js"

/** @typedef {import("../types").Stage} Stage */
/** @typedef {import("../types").Tree} Tree */

const platform = {
  light: { page: "#fef7ff", ink: "#1d1b20", quiet: "#49454f", accent: "#6750a4", tonal: "#e8def8", line: "#79747e", bar: "#f3edf7", dark: "#322f35", off: "#1d1b2061", card: "#f7f2fa" },
  dark: { page: "#141218", ink: "#e6e0e9", quiet: "#cac4d0", accent: "#d0bcff", tonal: "#4a4458", line: "#938f99", bar: "#211f26", dark: "#e6e0e9", off: "#e6e0e961", card: "#1d1b20" },
}

/** @type {Tree[]} */
const content = [
  { id: "bar", for: "AppBarLayout", children: [
    { id: "toolbar", for: "Toolbar", children: [{ id: "toolbar-button", for: "Button" }] },
    { id: "tabs", for: "TabLayout" },
  ] },
  { id: "scroll", for: "ScrollView", children: [{ id: "column", for: "LinearLayout", children: [
    { id: "card", for: "CardView", children: [
      { id: "card-title", for: "TextView" }, { id: "card-caption", for: "TextView.caption" }, { id: "progress", for: "ProgressBar" },
    ] },
    { id: "chip-on", for: "Chip" }, { id: "chip-off", for: "Chip" },
    { id: "switch-label", for: "TextView" }, { id: "switch", for: "Switch" },
    { id: "input", for: "TextInputLayout", children: [{ id: "edit", for: "EditText" }] },
    { id: "checkbox", for: "CheckBox" },
    { id: "button", for: "Button" },
  ] }] },
]

/** @type {Tree[]} */
const below = [
  { id: "fab", for: "FloatingActionButton" }, { id: "snackbar", for: "Snackbar" }, { id: "navigation", for: "BottomNavigationView" },
]

/** @type {import("../types").Scene} */
export const android = {
  device: "Android",
  frame: "device phone droid",
  surroundings: ["Activity/CoordinatorLayout", "Activity/Fragment/CoordinatorLayout", "DialogFragment", ""],
  styled: ["Button", "TextView", "Chip"],
  tree(surroundings, styles) {
    const own = styles.map(target => ({ id: target, for: target }))
    const children = surroundings.split("/").filter(Boolean).reduceRight(
      (/** @type {Tree[]} */ inner, name) => [{ id: `in-${name}`, for: name, children: inner }], [...content, ...own, ...below])
    return { id: "window", for: "Window", children }
  },
  draw(stage) {
    const page = value(stage, "window", "windowBackground") ?? own(stage).page
    return box("screen", { "background-color": page, color: text(stage, "card-title") },
      statusBar(stage), toolbar(stage), tabs(stage),
      box("form", {}, card(stage), chips(stage), toggle(stage), input(stage), check(stage), buttons(stage), styles(stage)),
      floating(stage), snackbar(stage), navigation(stage))
  },
}

/** @param {Stage} stage */
const own = stage => platform[stage.scheme]
/** @param {Stage} stage @param {string} id @param {string} [state] @returns {string} */
const text = (stage, id, state = "normal") => value(stage, id, `textColor:${state}`, "textColor:normal") ?? own(stage).ink

/** @param {Stage} stage */
function statusBar(stage) {
  const ground = value(stage, "window", "statusBarColor") ?? own(stage).page
  return part(stage, "window", "status-bar", { "background-color": ground, color: inkOn(ground, own(stage).ink) },
    box("clock", {}, "9:41"), box("pill", {}))
}

/** @param {Stage} stage */
function toolbar(stage) {
  const ground = value(stage, "toolbar", "background:normal", "backgroundTint:normal") ?? own(stage).page
  const icon = value(stage, "toolbar", "navigationIconTint") ?? own(stage).ink
  const title = value(stage, "toolbar", "titleTextColor") ?? own(stage).ink
  return part(stage, "toolbar", "nav-bar", { "background-color": ground, "background-image": background(stage, value(stage, "toolbar", "backgroundImage:normal")) },
    box("bar-button", { color: icon }, glyph("menu")), box("droid-title", { color: title }, "Trails"),
    part(stage, "toolbar-button", "bar-button", { color: value(stage, "toolbar-button", "textColor:normal") ?? own(stage).accent }, "Near me"))
}

/** @param {Stage} stage */
function tabs(stage) {
  const line = value(stage, "tabs", "tabIndicatorColor") ?? own(stage).accent
  const tab = (/** @type {string} */ words, /** @type {string} */ state) => box("droid-tab", {
    color: value(stage, "tabs", `tabTextColor:${state}`, "tabTextColor:normal") ?? (state === "selected" ? own(stage).accent : own(stage).quiet),
    "border-color": state === "selected" ? line : "transparent",
  }, words)
  return part(stage, "tabs", "droid-tabs", { "background-color": value(stage, "tabs", "background:normal") ?? own(stage).page },
    tab("Near you", "selected"), tab("Liked", "normal"))
}

/** @param {Stage} stage */
function card(stage) {
  const radius = value(stage, "card", "cornerRadius") ?? 12
  const style = { "background-color": value(stage, "card", "cardBackgroundColor") ?? own(stage).card, "border-color": value(stage, "card", "strokeColor") ?? "transparent", "border-radius": `${Number(radius) / 16}em` }
  return part(stage, "card", "card-view", style,
    part(stage, "card-title", "cell-title", { color: text(stage, "card-title") }, "Black Forest loop"),
    part(stage, "card-caption", "caption", { color: text(stage, "card-caption") }, "14 km · 5 hours · shade all day"),
    part(stage, "progress", "progress", { "background-color": value(stage, "progress", "progressBackgroundTint") ?? own(stage).tonal },
      box("done", { "background-color": value(stage, "progress", "progressTint") ?? own(stage).accent })))
}

/** @param {Stage} stage */
function chips(stage) {
  const chip = (/** @type {string} */ id, /** @type {string} */ words, /** @type {string} */ state) => part(stage, id, "chip", {
    "background-color": value(stage, id, `chipBackgroundColor:${state}`, "chipBackgroundColor:normal") ?? (state === "checked" ? own(stage).tonal : undefined),
    "border-color": value(stage, id, `chipStrokeColor:${state}`, "chipStrokeColor:normal") ?? "transparent", color: text(stage, id, state),
  }, words)
  return box("row", {}, chip("chip-on", "Easy", "checked"), chip("chip-off", "Water", "normal"), chip("chip-off", "Dogs", "normal"))
}

/** @param {Stage} stage */
function toggle(stage) {
  const track = value(stage, "switch", "trackTint:checked", "trackTint:normal") ?? own(stage).accent
  const thumb = value(stage, "switch", "thumbTint:checked", "thumbTint:normal") ?? own(stage).page
  return box("row between", {},
    part(stage, "switch-label", "", { color: text(stage, "switch-label") }, "Keep maps on the phone"),
    part(stage, "switch", "switch", { "background-color": track }, box("thumb-dot", { "background-color": thumb })))
}

/** @param {Stage} stage */
function input(stage) {
  const stroke = value(stage, "input", "boxStrokeColor:focused", "boxStrokeColor:normal") ?? own(stage).accent
  const hint = value(stage, "input", "hintTextColor:focused", "hintTextColor:normal") ?? own(stage).accent
  const page = value(stage, "input", "boxBackgroundColor:normal") ?? value(stage, "window", "windowBackground") ?? own(stage).page
  return part(stage, "input", "outlined", { "border-color": stroke, "background-color": page },
    box("outlined-hint", { color: hint, "background-color": page }, "From"),
    part(stage, "edit", "", { color: text(stage, "edit") }, "Freiburg", box("caret", { "background-color": value(stage, "edit", "cursorColor") ?? stroke })))
}

/** @param {Stage} stage */
function check(stage) {
  const tint = value(stage, "checkbox", "buttonTint:checked", "buttonTint:normal") ?? own(stage).accent
  return part(stage, "checkbox", "check", { color: text(stage, "checkbox") },
    box("tick", { "background-color": tint, color: inkOn(tint, own(stage).page) }, glyph("check")), "Only marked trails")
}

/** @param {Stage} stage */
function buttons(stage) {
  return box("row", {}, ["normal", "pressed", "disabled"].map(state => button(stage, "button", state, "Start")))
}

/**
 * @param {Stage} stage
 * @param {string} id
 * @param {string} state
 * @param {string} words
 */
function button(stage, id, state, words) {
  const ground = value(stage, id, `backgroundTint:${state}`, "backgroundTint:normal")
  const color = value(stage, id, `textColor:${state}`, "textColor:normal") ?? (state === "disabled" ? own(stage).off : own(stage).accent)
  const radius = value(stage, id, "cornerRadius")
  const style = { color, "background-color": ground, "border-radius": radius === undefined ? undefined : `${Number(radius) / 14}em`, "border-color": value(stage, id, `strokeColor:${state}`, "strokeColor:normal") ?? "transparent" }
  return part(stage, id, "button round framed", style, words)
}

/** @param {Stage} stage */
function styles(stage) {
  const own = stage.look.nodes.filter(node => node.id === node.for).map(node => node.for)
  if (!own.length) return null
  return box("row wrap", {}, own.map(target => button(stage, target, "normal", target.slice(target.indexOf(".") + 1))))
}

/** @param {Stage} stage */
function floating(stage) {
  const ground = value(stage, "fab", "backgroundTint:normal") ?? own(stage).tonal
  return part(stage, "fab", "fab", { "background-color": ground, color: value(stage, "fab", "tint:normal") ?? own(stage).ink }, glyph("plus"))
}

/** @param {Stage} stage */
function snackbar(stage) {
  const ground = value(stage, "snackbar", "backgroundTint:normal", "background:normal") ?? own(stage).dark
  const words = value(stage, "snackbar", "messageTextColor") ?? own(stage).page
  return part(stage, "snackbar", "snackbar", { "background-color": ground, color: words }, "Trail saved",
    box("snack-act", { color: value(stage, "snackbar", "actionTextColor") ?? own(stage).accent }, "Undo"))
}

/** @param {Stage} stage */
function navigation(stage) {
  const item = (/** @type {string} */ sign, /** @type {string} */ words, /** @type {string} */ state) => box("tab-item", {
    color: value(stage, "navigation", `itemTextColor:${state}`, `itemIconTint:${state}`, "itemTextColor:normal") ?? (state === "checked" ? own(stage).ink : own(stage).quiet),
  }, glyph(sign), words)
  const ground = value(stage, "navigation", "background:normal", "backgroundTint:normal") ?? own(stage).bar
  return part(stage, "navigation", "tab-bar", { "background-color": ground },
    item("map", "Explore", "checked"), item("heart", "Liked", "normal"), item("person", "You", "normal"))
}
