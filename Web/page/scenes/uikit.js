// A list of orders in the look of UIKit; everything that the theme does not set is the system's default.
import { background, box, fontStyle, glyph, inherited, part, value } from "./parts.js"
import { inkOn } from "../color.js"

/** @typedef {import("../types").Stage} Stage */
/** @typedef {import("../types").Tree} Tree */

const system = {
  light: {
    page: "#ffffff", bar: "#f9f9f9", label: "#000000", quiet: "#3c3c4399", hint: "#3c3c434d", line: "#3c3c434a",
    fill: "#7676801f", thumb: "#ffffff", tint: "#007aff", green: "#34c759", red: "#ff3b30", track: "#e4e4e6",
    segment: "#ffffff", gray: "#8e8e93",
  },
  dark: {
    page: "#000000", bar: "#161617", label: "#ffffff", quiet: "#ebebf599", hint: "#ebebf54d", line: "#54545899",
    fill: "#7676803d", thumb: "#ffffff", tint: "#0a84ff", green: "#30d158", red: "#ff453a", track: "#39393d",
    segment: "#636366", gray: "#98989d",
  },
}

/** @type {Tree[]} */
const content = [
  { id: "nav", for: "UINavigationBar", children: [
    { id: "nav-back", for: "UIBarButtonItem" }, { id: "nav-edit", for: "UIBarButtonItem" },
  ] },
  { id: "search", for: "UISearchBar" },
  { id: "table", for: "UITableView", children: [
    { id: "header", for: "UITableViewHeaderFooterView", children: [{ id: "header-label", for: "UILabel" }] },
    { id: "cell", for: "UITableViewCell", children: [
      { id: "cell-title", for: "UILabel.title" }, { id: "cell-caption", for: "UILabel.caption" },
      { id: "switch", for: "UISwitch" },
    ] },
    { id: "cell-2", for: "UITableViewCell", children: [
      { id: "cell-2-title", for: "UILabel.title" }, { id: "cell-2-caption", for: "UILabel.caption" },
      { id: "progress", for: "UIProgressView" },
    ] },
  ] },
  { id: "segments", for: "UISegmentedControl" },
  { id: "field", for: "UITextField" },
  { id: "primary", for: "UIButton.primary" },
  { id: "destructive", for: "UIButton.destructive" },
  { id: "plain", for: "UIButton" },
]

/** @type {Tree[]} */
const below = [
  { id: "slider", for: "UISlider" },
  { id: "pages", for: "UIPageControl" },
  { id: "toolbar", for: "UIToolbar", children: [
    { id: "tool-share", for: "UIBarButtonItem" }, { id: "tool-sort", for: "UIBarButtonItem" },
    { id: "tool-bin", for: "UIBarButtonItem" },
  ] },
]

/** @type {Tree} */
const tabs = { id: "tabs", for: "UITabBar", children: [{ id: "tab", for: "UITabBarItem" }] }

/** @type {import("../types").Scene} */
export const uikit = {
  device: "iPhone",
  frame: "device phone",
  surroundings: [
    "UITabBarController/UINavigationController",
    "UISplitViewController/UITabBarController/UINavigationController",
    "UINavigationController",
    "",
  ],
  styled: ["UIButton"],
  tree(surroundings, styles) {
    const own = styles.map(target => ({ id: target, for: target }))
    const inner = surround(surroundings.split("/").filter(Boolean), [...content, ...own, ...below])
    return { id: "window", for: "UIWindow", children: inner }
  },
  draw(stage) {
    return box("screen", { color: ink(stage, "window"), "background-color": page(stage, "window") },
      statusBar(stage), navigationBar(stage), searchBar(stage), table(stage), form(stage), toolBar(stage), tabBar(stage))
  },
}

/**
 * The tab bar belongs to its controller, all other elements to the innermost one.
 * @param {string[]} containers
 * @param {Tree[]} children
 * @returns {Tree[]}
 */
function surround(containers, children) {
  const [outer, ...inner] = containers
  if (!outer) return children.includes(tabs) ? children : [...children, tabs]
  const isTabs = outer === "UITabBarController"
  const inside = isTabs ? [...nest(inner, children), tabs] : surround(inner, children)
  return [{ id: `in-${outer}`, for: outer, children: inside }]
}

/**
 * @param {string[]} containers
 * @param {Tree[]} children
 * @returns {Tree[]}
 */
function nest([outer, ...inner], children) {
  return outer ? [{ id: `in-${outer}`, for: outer, children: nest(inner, children) }] : children
}

/** @param {Stage} stage */
const own = stage => system[stage.scheme]
/** @param {Stage} stage @param {string} id */
const ink = (stage, id) => value(stage, id, "textColor") ?? own(stage).label
/** @param {Stage} stage @param {string} id */
const page = (stage, id) => value(stage, id, "backgroundColor") ?? own(stage).page
/** @param {Stage} stage @param {string} id @returns {string} */
const tint = (stage, id) => inherited(stage, id, "tintColor") ?? own(stage).tint
/** @param {Stage} stage @param {string} id */
const bar = (stage, id) => value(stage, id, "backgroundColor", "barTintColor") ?? own(stage).bar
/** @param {Stage} stage */
const hair = stage => ({ "border-color": own(stage).line })

/** @param {Stage} stage */
function navigationTitle(stage) {
  const text = value(stage, "nav", "titleTextAttributes")
  const isBlack = String(value(stage, "nav", "barStyle")).startsWith("black")
  return { color: text?.color ?? (isBlack ? "#ffffff" : own(stage).label), ...fontStyle(text?.font) }
}

/** @param {Stage} stage */
function statusBar(stage) {
  const color = navigationTitle(stage).color
  return box("status-bar", { color, "background-color": bar(stage, "nav") },
    box("clock", {}, "9:41"), box("pill", {}))
}

/** @param {Stage} stage */
function navigationBar(stage) {
  const image = value(stage, "nav", "backgroundImage:any:default", "backgroundImage:topAttached:default")
  const style = { "background-color": bar(stage, "nav"), "background-image": background(stage, image), ...hair(stage) }
  return part(stage, "nav", "nav-bar", style,
    part(stage, "nav-back", "bar-button", { color: tint(stage, "nav-back") }, glyph("back"), "Shop"),
    box("bar-title", navigationTitle(stage), "Orders"),
    part(stage, "nav-edit", "bar-button", { color: tint(stage, "nav-edit") }, "Edit"))
}

/** @param {Stage} stage */
function searchBar(stage) {
  const style = { "background-color": value(stage, "search", "backgroundColor", "barTintColor") ?? page(stage, "table") }
  const fill = value(stage, "search", "barTintColor") ? page(stage, "window") : own(stage).fill
  return part(stage, "search", "search-bar", style,
    box("search-field", { "background-color": fill, color: own(stage).quiet }, glyph("search"), "Search orders"))
}

/** @param {Stage} stage */
function table(stage) {
  return part(stage, "table", "table", { "background-color": page(stage, "table") },
    part(stage, "header", "section", { "background-color": value(stage, "header", "backgroundColor") },
      label(stage, "header-label", "caption", "On their way", own(stage).quiet)),
    cell(stage, "cell", "parcel", ["Winter jacket", "Arrives Thursday"], { side: toggle(stage) }),
    cell(stage, "cell-2", "lamp", ["Ceramic lamp", "Leaves the workshop"], { under: progress(stage) }))
}

/**
 * @param {Stage} stage
 * @param {string} id
 * @param {string} sign
 * @param {string[]} words
 * @param {{ side?: import("../dom.js").Part, under?: import("../dom.js").Part }} more
 */
function cell(stage, id, sign, words, { side, under }) {
  const line = value(stage, "table", "separatorColor") ?? own(stage).line
  const thumb = { color: tint(stage, id), "background-color": value(stage, "field", "backgroundColor") ?? own(stage).fill }
  return part(stage, id, "cell", { "background-color": page(stage, id), "border-color": line },
    box("thumb", thumb, glyph(sign)),
    box("lines", {},
      label(stage, `${id}-title`, "cell-title", words[0], own(stage).label),
      label(stage, `${id}-caption`, "caption", words[1], own(stage).quiet), under),
    side)
}

/**
 * @param {Stage} stage
 * @param {string} id
 * @param {string} kind
 * @param {string} words
 * @param {string} otherwise
 */
function label(stage, id, kind, words, otherwise) {
  const color = value(stage, id, "textColor") ?? otherwise
  return part(stage, id, kind, { color, "background-color": value(stage, id, "backgroundColor") }, words)
}

/** @param {Stage} stage */
function toggle(stage) {
  const on = value(stage, "switch", "onTintColor") ?? own(stage).green
  const thumb = value(stage, "switch", "thumbTintColor") ?? own(stage).thumb
  return part(stage, "switch", "switch", { "background-color": on }, box("thumb-dot", { "background-color": thumb }))
}

/** @param {Stage} stage */
function progress(stage) {
  const done = value(stage, "progress", "progressTintColor") ?? tint(stage, "progress")
  const track = value(stage, "progress", "trackTintColor") ?? own(stage).track
  return part(stage, "progress", "progress", { "background-color": track }, box("done", { "background-color": done }))
}

/** @param {Stage} stage */
function form(stage) {
  const styles = (stage.look.tree ? ownStyles(stage.look.nodes) : []).map(target =>
    button(stage, target, "normal", target.slice(target.indexOf(".") + 1)))
  return box("form", {}, segments(stage), field(stage),
    box("row", {}, ...["normal", "highlighted", "disabled"].map(state => button(stage, "primary", state, "Pay now"))),
    box("row", {}, button(stage, "destructive", "normal", "Cancel"), button(stage, "plain", "normal", "Details"),
      button(stage, "plain", "disabled", "Help")),
    styles.length > 0 && box("row wrap", {}, styles),
    box("row", {}, slider(stage), pages(stage)))
}

/** @param {import("../types").LookNode[]} nodes */
function ownStyles(nodes) {
  return nodes.filter(node => node.id === node.for).map(node => node.for)
}

/** @param {Stage} stage */
function segments(stage) {
  const selected = value(stage, "segments", "selectedSegmentTintColor") ?? own(stage).segment
  const text = (/** @type {string} */ state) => value(stage, "segments", `titleTextAttributes:${state}`, "titleTextAttributes:normal")
  return part(stage, "segments", "segments", { "background-color": value(stage, "segments", "backgroundColor") ?? own(stage).fill },
    box("segment on", { "background-color": selected, color: text("selected")?.color ?? inkOn(selected, own(stage).label) }, "Delivery"),
    box("segment", { color: text("normal")?.color ?? own(stage).label }, "Pick-up"))
}

/** @param {Stage} stage */
function field(stage) {
  const ground = value(stage, "field", "backgroundColor") ?? own(stage).fill
  return part(stage, "field", "field", { "background-color": ground, color: ink(stage, "field") },
    "SNOW-24", box("caret", { "background-color": tint(stage, "field") }))
}

/**
 * @param {Stage} stage
 * @param {string} id
 * @param {string} state
 * @param {string} words
 */
function button(stage, id, state, words) {
  const color = value(stage, id, `titleColor:${state}`, "titleColor:normal")
    ?? (state === "disabled" ? own(stage).hint : tint(stage, id))
  const ground = value(stage, id, "backgroundColor")
  const image = background(stage, value(stage, id, `backgroundImage:${state}`, "backgroundImage:normal"))
  const kind = ["button", ground && "filled", state === "highlighted" && "pressed"].filter(Boolean).join(" ")
  return part(stage, id, kind, { color, "background-color": ground, "background-image": image }, words)
}

/** @param {Stage} stage */
function slider(stage) {
  const done = value(stage, "slider", "minimumTrackTintColor") ?? tint(stage, "slider")
  const track = value(stage, "slider", "maximumTrackTintColor") ?? own(stage).track
  const thumb = value(stage, "slider", "thumbTintColor") ?? own(stage).thumb
  return part(stage, "slider", "slider", { "background-color": track },
    box("slid", { "background-color": done }), box("knob", { "background-color": thumb }))
}

/** @param {Stage} stage */
function pages(stage) {
  const rest = value(stage, "pages", "pageIndicatorTintColor") ?? own(stage).hint
  const here = value(stage, "pages", "currentPageIndicatorTintColor") ?? own(stage).label
  return part(stage, "pages", "pages", {}, [0, 1, 2, 3].map(at => box("dot", { "background-color": at === 1 ? here : rest })))
}

/** @param {Stage} stage */
function toolBar(stage) {
  const item = (/** @type {string} */ sign) =>
    part(stage, `tool-${sign}`, "bar-button", { color: tint(stage, `tool-${sign}`) }, glyph(sign))
  return part(stage, "toolbar", "tool-bar", { "background-color": bar(stage, "toolbar"), ...hair(stage) },
    item("share"), item("sort"), item("bin"))
}

/** @param {Stage} stage */
function tabBar(stage) {
  const chosen = value(stage, "tabs", "tintColor") ?? tint(stage, "tabs")
  const rest = value(stage, "tabs", "unselectedItemTintColor") ?? own(stage).gray
  const red = value(stage, "tab", "badgeColor") ?? own(stage).red
  return part(stage, "tabs", "tab-bar", { "background-color": bar(stage, "tabs"), ...hair(stage) },
    box("tab-item", { color: rest }, glyph("bag"), "Shop"),
    part(stage, "tab", "tab-item", { color: chosen }, glyph("list"), "Orders",
      box("badge", { "background-color": red, color: inkOn(red, "#ffffff") }, "2")),
    box("tab-item", { color: rest }, glyph("person"), "You"))
}
