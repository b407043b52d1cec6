// All properties of an element: the value, the rule that won, and the rules that lost, with the reasons.
import { h } from "../dom.js"
import { read } from "../color.js"
import { beginChange, explainedKey, showUnmatched } from "../explaining.js"
import { containersOf, pickedIn } from "../loading.js"
import { change, readOnly, themeNamed } from "../state.js"
import { themeLink } from "../route.js"
import { fileName, valueText } from "../words.js"
import { swatch } from "./device.js"
import { asking } from "./notices.js"

/** @typedef {import("../state.js").World} World */
/** @typedef {import("../types").Explained} Explained */
/** @typedef {import("../types").RuleOutcome} RuleOutcome */

/** @param {World} world @param {import("../types").ThemeEntry} theme @param {import("../types").Look} look */
export function inspector(world, theme, look) {
  const picked = pickedIn(look)
  const node = look.nodes.find(each => each.id === picked)
  if (!node) return h("section", { class: "inspector", "aria-label": "Inspector" }, h("p", { class: "muted" }, "It has no element."))
  return h("section", { class: "inspector", "aria-label": "Inspector" },
    h("h3", {}, node.for), way(containersOf(theme.name, picked)), tools(world), properties(world, theme.name, picked))
}

/** @param {string[]} containers */
function way(containers) {
  return h("p", { class: "way" }, containers.length ? containers.flatMap((name, at) => [at > 0 && " › ", name]) : "the outermost")
}

/** @param {World} world */
function tools({ inspect }) {
  return h("div", { class: "tools" },
    h("input", {
      type: "search", "aria-label": "Filter properties", placeholder: "Filter properties", value: inspect.filter,
      on: { input: event => change({ inspect: { ...inspect, filter: event.target.value } }) },
    }),
    h("label", {}, h("input", { type: "checkbox", checked: inspect.showsUnmatched, on: { change: event => showUnmatched(event.target.checked) } }),
      "Show rules that did not match"))
}

/** @param {World} world @param {string} theme @param {string} picked */
function properties({ explained, inspect }, theme, picked) {
  if (explained?.key !== explainedKey(theme, picked)) return asking("the reasons")
  const word = inspect.filter.trim().toLowerCase()
  const list = explained.list.filter(each => each.key.toLowerCase().includes(word))
  if (!list.length) return h("p", { class: "muted" }, word ? `No property is called like “${inspect.filter.trim()}”.` : "No rule says anything about it: it looks as the platform has it.")
  return list.map(each => property(theme, picked, each))
}

/** @param {string} theme @param {string} element @param {Explained} explained */
function property(theme, element, { key, winner, lost, unmatched = [] }) {
  const why = readOnly()
  return h("div", { key, class: "property", role: "group", "aria-label": key },
    h("p", {}, h("span", {}, key), h("span", { class: "value" }, value(winner?.value)),
      h("button", { class: "quiet", "aria-label": `Change ${key}`, disabled: why !== "", title: why || null, on: { click: () => beginChange(theme, element, key) } }, "Change")),
    h("ul", { role: "list", "aria-label": `Rules for ${key}` },
      winner ? won(winner) : h("li", { class: "unmatched" }, h("span", {}), h("span", {}, "No rule that matches sets it.")),
      lost.map(loser), unmatched.map(other)))
}

/** @param {RuleOutcome} outcome */
function won(outcome) {
  return h("li", { class: "won" }, mark("✓", "Won: "), h("span", {}, outcome.rule ?? "the request's own value"), written(outcome), source(outcome))
}

/** @param {RuleOutcome} outcome */
function loser(outcome) {
  return h("li", { class: "lost" }, mark("✕", "Lost: "), h("s", {}, outcome.rule),
    h("span", {}, h("s", {}, value(outcome.value))), source(outcome), h("small", {}, `rule ${outcome.reason}: ${outcome.why}`))
}

/** @param {RuleOutcome} outcome */
function other(outcome) {
  return h("li", { class: "unmatched" }, mark("–", "Did not match: "), h("span", {}, outcome.rule), h("span", {}), source(outcome), h("small", {}, outcome.why))
}

/** @param {string} sign @param {string} words */
function mark(sign, words) {
  return h("span", { class: "mark" }, h("span", { "aria-hidden": "true" }, sign), h("span", { class: "unseen" }, words))
}

/**
 * Shows a reference as the rule's author wrote it.
 * @param {RuleOutcome} outcome
 */
function written(outcome) {
  const text = outcome.written === undefined ? "" : valueText(outcome.written)
  return h("span", { class: "muted" }, text === valueText(outcome.value) ? "" : text)
}

/** @param {unknown} shown */
function value(shown) {
  return [read(shown) && swatch(String(shown)), valueText(shown)]
}

/**
 * Links to the place in the document.
 * @param {RuleOutcome} outcome
 */
function source({ theme, file, line }) {
  const words = `${fileName(file)}:${line}`
  if (!theme || !themeNamed(theme)) return h("span", { class: "source" }, words)
  return h("a", { class: "source", href: themeLink(theme, "edit", line) }, words)
}
