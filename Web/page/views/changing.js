// The form for one value: where it is written, a picker for colors, fields for all else, and what changes with it.
import { h } from "../dom.js"
import { amend, close } from "../acts.js"
import { apply, attempt, choosePlace, refer, turnTo } from "../changing.js"
import { contrast, grade, ratioText, read } from "../color.js"
import { lookOf } from "../explaining.js"
import { colorOf, hex, polarOf } from "../oklch.js"
import { counterpart } from "../standing.js"
import { swatch } from "./device.js"
import { alert, dialog, labeled } from "./dialog.js"
import { asking } from "./notices.js"

/** @typedef {import("../state.js").World} World */
/** @typedef {import("../state.js").Dialog} Dialog */

/** @param {World} world @param {Dialog} state */
export function changing(world, state) {
  const { places, property = "", name, value } = state
  const node = lookOf(state.theme ?? "")?.nodes.find(each => each.id === state.element)
  const words = name ?? (property ? `${property} of ${node?.for}` : node?.for)
  const kind = places && kindOf(world, state, node?.for)
  return dialog(`Change ${words}`, apply,
    h("div", { class: "changing" },
      !name && places && labeled("Property", properties(world, property)),
      places && places.length > 1 && where(state),
      !places && !state.trouble && asking("where it is written"),
      kind?.kind === "color" && color(world, state),
      kind && kind.kind !== "color" && form(world, kind, value),
      places && h("p", { role: "status", "aria-label": "Also changes", class: "muted" }, others(state))),
    alert(state.trouble),
    h("div", { class: "acts end" },
      h("button", { type: "button", class: "quiet", on: { click: close } }, "Cancel"),
      h("button", { class: "primary", disabled: !places?.length || value === places[state.place ?? 0]?.value }, "Apply")))
}

/** @param {World} world @param {string} property */
function properties(world, property) {
  const keys = (world.explained?.list ?? []).map(each => each.key)
  return h("select", { value: property, on: { change: event => turnTo(event.target.value) } },
    [...new Set([property, ...keys])].map(key => h("option", { key, value: key }, key)))
}

/** @param {Dialog} state */
function where({ places = [], place }) {
  return h("fieldset", { class: "where" }, h("legend", { class: "muted" }, "What changes"), places.map((each, at) => h("label", { key: each.words, class: "tick" },
    h("input", { type: "radio", name: "place", checked: at === place, on: { change: () => choosePlace(at) } }), h("bdi", {}, each.words))))
}

/** @param {Dialog} state */
function others({ others }) {
  if (!others) return ""
  if (!others.length) return "Nothing else changes with it."
  const rest = others.length > 4 ? ", …" : ""
  return `${others.length} other ${others.length === 1 ? "place changes" : "places change"} with it: ${others.slice(0, 4).join(", ")}${rest}`
}

/**
 * Returns the kind of a value: of a property as its kit declares it, of a name by its type.
 * @param {World} world @param {Dialog} state @param {string | undefined} target
 * @returns {{ kind: string, values?: string[] }}
 */
function kindOf(world, { theme = "", name, property = "", value }, target = "") {
  const resolved = lookOf(theme)?.resolved
  if (read(value) || (name && resolved?.colors[name])) return { kind: "color" }
  if (name) return { kind: typeof value }
  const classes = /** @type {Record<string, any>} */ (world.kits[resolved?.kit ?? ""]?.classes ?? {})
  const [plain] = property.split(":")
  for (let at = target.split(".")[0]; classes[at]; at = classes[at].superclass) {
    const found = classes[at].properties?.find((/** @type {any} */ each) => each.name === plain)
    if (found) return found
  }
  return { kind: typeof value }
}

/** @param {World} world @param {Dialog} state */
function color(world, state) {
  const look = lookOf(state.theme ?? "")
  const colors = look?.resolved.colors ?? {}
  const reference = /^\{([^}/]+)\}$/.exec(String(state.value))?.[1]
  const text = reference ? colors[reference] : state.value
  const now = read(text) ?? { red: 0, green: 0, blue: 0, alpha: 1 }
  const before = state.places?.[state.place ?? 0]?.value
  return [
    h("div", { class: "before-after" }, sample("Before", before), sample("After", hex(now))),
    sliders(now, state.polar && state.polar.of === text ? state.polar : polarOf(now)),
    labeled("Color", h("input", {
      value: state.typed ?? text ?? "", spellcheck: "false", autocomplete: "off", autofocus: true,
      on: { input: event => { const wish = event.target.value.trim().toLowerCase().replace(/^#([0-9a-f])([0-9a-f])([0-9a-f])$/, "#$1$1$2$2$3$3"); amend({ typed: event.target.value }); if (read(wish)) attempt(wish) }, blur: () => amend({ typed: undefined }) },
    })),
    standing(world, state, hex(now)),
    Object.keys(colors).length > 0 && h("div", {}, h("span", { class: "muted" }, "Or a name of the theme"), names(colors, reference)),
  ]
}

/** @param {string} words @param {unknown} value */
function sample(words, value) {
  const color = String(value ?? "unset")
  return h("span", {}, swatch(color), h("span", { class: "muted" }, `${words} `), h("code", {}, color))
}

/** @param {import("../color.js").Color} now @param {import("../types").Polar} polar */
function sliders(now, polar) {
  const slide = (/** @type {"lightness" | "chroma" | "hue"} */ part, /** @type {number} */ most, /** @type {number} */ step) => {
    const stops = Array.from({ length: 9 }, (_, at) => hex(colorOf({ ...polar, alpha: 1, [part]: most * at / 8 })))
    return labeled(part[0].toUpperCase() + part.slice(1), h("input", {
      type: "range", min: 0, max: most, step, value: String(Math.round(polar[part] / step) * step), class: "slide", style: { "--stops": stops.join(", ") },
      on: { input: event => {
        const wish = { ...polar, [part]: Number(event.target.value) }
        const of = hex(colorOf(wish))
        amend({ polar: { ...wish, of }, typed: undefined })
        attempt(of)
      } },
    }))
  }
  return [slide("lightness", 1, 0.005), slide("chroma", 0.37, 0.002), slide("hue", 360, 1)]
}

/** @param {World} world @param {Dialog} state @param {string} text */
function standing(world, state, text) {
  const other = state.element ? counterpart(world, state, lookOf(state.theme ?? "")) : undefined
  if (!other) return null
  const [ink, ground] = other.isGround ? [text, other.value] : [other.value, text]
  const [top, under] = [read(ink), read(ground)]
  if (!top || !under) return null
  const ratio = contrast(top, under)
  return h("p", { role: "status", "aria-label": "Contrast", class: grade(ratio) },
    h("span", { class: "sample", "aria-hidden": "true", "aria-disabled": "true", style: { color: ink, "background-color": ground } }, "Aa"),
    `${ratioText(ratio)} ${grade(ratio)} ${other.isGround ? "on" : "under"} ${other.words}`)
}

/** @param {Record<string, string>} colors @param {string | undefined} chosen */
function names(colors, chosen) {
  const all = Object.entries(colors)
  return h("ul", { role: "listbox", "aria-label": "Names", class: "names", on: { keydown: walk } }, all.map(([name, value], at) => h("li", {
    key: name, role: "option", tabindex: name === chosen || (!chosen && !at) ? "0" : "-1", "aria-selected": String(name === chosen), on: { click: () => refer(name) },
  }, swatch(value), h("bdi", {}, name))))
}

/** @param {KeyboardEvent} event */
function walk(event) {
  const items = [.../** @type {HTMLElement} */ (event.currentTarget).querySelectorAll("li")]
  const at = items.findIndex(each => each === document.activeElement)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key]
  if (to !== undefined) items[Math.min(Math.max(to, 0), items.length - 1)]?.focus()
  if (event.key === "Enter" || event.key === " ") items[at]?.click()
  if (to !== undefined || event.key === "Enter" || event.key === " ") event.preventDefault()
}

/** @param {World} world @param {{ kind: string, values?: string[] }} kind @param {any} value */
function form(world, { kind, values }, value) {
  const resolved = lookOf(world.dialog?.theme ?? "")?.resolved
  if (kind === "bool" || kind === "boolean") return labeled("Value", choice(["true", "false"], String(value), text => attempt(text === "true")))
  if (kind === "image") return labeled("Image", choice(Object.keys(resolved?.images ?? {}), String(value), attempt))
  if (values) return labeled("Value", choice(values, String(value), attempt))
  if (kind === "font" && typeof value !== "object") return parts({ name: value ?? "", size: 17 })
  return value && typeof value === "object" && !Array.isArray(value) ? parts(value) : labeled("Value", field(value, attempt))
}

/** @param {Record<string, any>} value an object, whose parts have a field each */
function parts(value) {
  return h("div", { class: "parts" }, Object.entries(value).map(([name, part]) => labeled(name, field(part, next => attempt({ ...value, [name]: next })))))
}

/** @param {string[]} values @param {string} value @param {(text: string) => void} use */
function choice(values, value, use) {
  return h("select", { value, on: { change: event => use(event.target.value) } }, [...new Set([value, ...values])].map(each => h("option", { key: each, value: each }, each)))
}

/** @param {any} value @param {(value: any) => void} use */
function field(value, use) {
  const isNumber = typeof value === "number"
  const isPlain = typeof value === "string" || value === undefined
  return h("input", {
    type: isNumber ? "number" : "text", step: "any", value: isNumber || isPlain ? value : JSON.stringify(value), autocomplete: "off",
    on: { input: event => {
      const text = event.target.value
      if (isPlain) return use(text)
      try {
        use(JSON.parse(text))
      } catch {
        // Half of a value is none yet.
      }
    } },
  })
}
