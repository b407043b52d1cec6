// A page of a magazine in a browser; everything that the theme does not set is the browser's default.
import { background, box, glyph, inherited, part, value } from "./parts.js"

/** @typedef {import("../types").Stage} Stage */
/** @typedef {import("../types").Tree} Tree */

const browser = {
  light: { page: "#ffffff", ink: "#000000", link: "#0000ee", line: "#00000026", field: "#ffffff", face: "#efefef", accent: "#0075ff", off: "#0000004d" },
  dark: { page: "#121212", ink: "#ffffff", link: "#9e9eff", line: "#ffffff33", field: "#3b3b3b", face: "#6b6b6b", accent: "#99c8ff", off: "#ffffff4d" },
}

/** @type {Tree[]} */
const content = [
  { id: "header", for: "header", children: [
    { id: "name", for: "strong" },
    { id: "nav", for: "nav", children: [{ id: "nav-latest", for: "a" }, { id: "nav-about", for: "a" }] },
  ] },
  { id: "main", for: "main", children: [
    { id: "tablist", for: "tablist", children: [{ id: "tab-on", for: "tab" }, { id: "tab-off", for: "tab" }] },
    { id: "article", for: "article", children: [
      { id: "h1", for: "h1" }, { id: "lead", for: "p.lead" },
      { id: "p", for: "p", children: [{ id: "link", for: "a" }, { id: "mark", for: "mark" }] },
      { id: "caption", for: "caption" },
      { id: "hr", for: "hr" },
      { id: "form", for: "form", children: [
        { id: "field", for: "textfield" }, { id: "primary", for: "button.primary" }, { id: "button", for: "button" },
        { id: "checkbox", for: "checkbox" }, { id: "range", for: "progress" },
      ] },
    ] },
  ] },
]

/** @type {import("../types").Scene} */
export const web = {
  device: "a browser",
  frame: "device browser",
  surroundings: ["", "section", "aside"],
  styled: ["button", "a", "p"],
  tree(surroundings, styles) {
    const own = styles.map(target => ({ id: target, for: target }))
    const inner = own.length ? [...content, { id: "own", for: "section", children: own }] : content
    const children = surroundings ? [{ id: `in-${surroundings}`, for: surroundings, children: inner }] : inner
    return { id: "body", for: "body", children }
  },
  draw(stage) {
    const font = value(stage, "body", "fontFamily")
    const style = { "background-color": ground(stage, "body") ?? own(stage).page, color: ink(stage, "body"), "font-family": font, "line-height": "1.4" }
    return box("screen web", {}, chrome(),
      part(stage, "body", "web-body", style, header(stage), tabs(stage), article(stage), styles(stage)))
  },
}

/** @param {Stage} stage */
const own = stage => browser[stage.scheme]
/** @param {Stage} stage @param {string} id @returns {string | undefined} */
const ground = (stage, id) => value(stage, id, "backgroundColor")
/** @param {Stage} stage @param {string} id @returns {string} */
const ink = (stage, id) => inherited(stage, id, "color") ?? own(stage).ink

function chrome() {
  return box("chrome", {}, box("light", {}), box("light", {}), box("light", {}), box("address", {}, "the-slow-gazette.example"))
}

/**
 * @param {Stage} stage
 * @param {string} id
 * @param {string} kind
 * @param {...import("../dom.js").Child} children
 */
function text(stage, id, kind, ...children) {
  const set = { color: ink(stage, id), "background-color": ground(stage, id), "font-family": value(stage, id, "fontFamily"), "font-weight": weight(stage, id) }
  return part(stage, id, kind, set, ...children)
}

/** @param {Stage} stage @param {string} id */
function weight(stage, id) {
  const number = value(stage, id, "fontWeight")
  return number === undefined ? undefined : String(number)
}

/**
 * @param {Stage} stage
 * @param {string} id
 * @param {string} words
 * @param {string} [state]
 */
function link(stage, id, words, state = "normal") {
  const line = value(stage, id, `textDecoration:${state}`, "textDecoration:normal") ?? "underline"
  const color = value(stage, id, `color:${state}`, "color:normal") ?? own(stage).link
  return part(stage, id, "link", { color, "text-decoration": line }, words)
}

/** @param {Stage} stage */
function header(stage) {
  return text(stage, "header", "web-header", text(stage, "name", "web-name", "The Slow Gazette"),
    part(stage, "nav", "web-nav", { "background-color": ground(stage, "nav") },
      link(stage, "nav-latest", "Latest", "hover"), link(stage, "nav-about", "About")))
}

/** @param {Stage} stage */
function tabs(stage) {
  const tab = (/** @type {string} */ id, /** @type {string} */ words, /** @type {string} */ state) => {
    const color = value(stage, id, `color:${state}`, "color:normal") ?? own(stage).ink
    return part(stage, id, `web-tab ${state === "selected" ? "on" : ""}`, { color, "background-color": value(stage, id, `backgroundColor:${state}`, "backgroundColor:normal") }, words)
  }
  return part(stage, "tablist", "web-tabs", { "border-color": value(stage, "hr", "borderColor") ?? own(stage).line },
    tab("tab-on", "Travel", "selected"), tab("tab-off", "Kitchen", "normal"))
}

/** @param {Stage} stage */
function article(stage) {
  const style = { "background-color": ground(stage, "article"), "border-color": value(stage, "article", "borderColor") ?? "transparent", color: ink(stage, "article") }
  return part(stage, "article", "article", style,
    text(stage, "h1", "h1", "Letters by night train"),
    text(stage, "lead", "lead", "What a sleeping car knows about patience."),
    text(stage, "p", "p", "The post left ", link(stage, "link", "Vienna at ten"), " and was read ",
      text(stage, "mark", "mark", "before coffee"), " in Venice."),
    text(stage, "caption", "caption", "Photograph: the last mail van"),
    part(stage, "hr", "hr", { "background-color": value(stage, "hr", "borderColor") ?? own(stage).line }), form(stage))
}

/** @param {Stage} stage */
function form(stage) {
  const color = value(stage, "field", "color:normal") ?? own(stage).ink
  const style = { color, "background-color": value(stage, "field", "backgroundColor:normal") ?? own(stage).field, "border-color": value(stage, "field", "borderColor:normal") ?? own(stage).line }
  return part(stage, "form", "web-form", {},
    part(stage, "field", "web-field", style,
      box("", { color: value(stage, "field", "placeholderColor") }, "Your address"), box("caret", { "background-color": value(stage, "field", "caretColor") ?? color })),
    box("row wrap", {}, button(stage, "primary", "normal", "Subscribe"), button(stage, "primary", "hover", "Subscribe")),
    box("row wrap", {}, button(stage, "button", "normal", "Preview"), button(stage, "button", "disabled", "Send")),
    box("row", {}, check(stage), range(stage)))
}

/**
 * @param {Stage} stage
 * @param {string} id
 * @param {string} state
 * @param {string} words
 */
function button(stage, id, state, words) {
  const color = value(stage, id, `color:${state}`, "color:normal") ?? (state === "disabled" ? own(stage).off : own(stage).ink)
  const face = value(stage, id, `backgroundColor:${state}`, "backgroundColor:normal") ?? own(stage).face
  const edge = value(stage, id, `borderColor:${state}`, "borderColor:normal") ?? "transparent"
  const image = background(stage, value(stage, id, `backgroundImage:${state}`, "backgroundImage:normal"))
  return part(stage, id, "button framed", { color, "background-color": face, "border-color": edge, "background-image": image }, words)
}

/** @param {Stage} stage */
function check(stage) {
  const accent = value(stage, "checkbox", "accentColor") ?? own(stage).accent
  return part(stage, "checkbox", "check", {},
    box("tick", { "background-color": accent, color: own(stage).page }, glyph("check")), "Weekly")
}

/** @param {Stage} stage */
function range(stage) {
  const track = value(stage, "range", "trackColor") ?? own(stage).face
  const done = value(stage, "range", "barColor") ?? own(stage).accent
  return part(stage, "range", "progress wide", { "background-color": track }, box("done", { "background-color": done }))
}

/** @param {Stage} stage */
function styles(stage) {
  const own = stage.look.nodes.filter(node => node.id === node.for && node.for.includes(".")).map(node => node.for)
  if (!own.length) return null
  return part(stage, "own", "row wrap own", {}, own.map(target => {
    const words = target.slice(target.indexOf(".") + 1)
    if (target.startsWith("button")) return button(stage, target, "normal", words)
    return target.startsWith("a.") ? link(stage, target, words) : text(stage, target, "p", words)
  }))
}
