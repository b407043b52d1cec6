// Two screens to compare: beside each other, or one over the other with a divide that moves, or that flips from one to the other.
import { h } from "../dom.js"
import { change, world } from "../state.js"

/** @typedef {import("../dom.js").Child} Child */

/**
 * @param {{ title: Child, screen: Child }} first
 * @param {{ title: Child, screen: Child }} second
 */
export function overlay(first, second) {
  const { divide } = world.compare
  return [
    h("div", { class: `panel sides${divide === null ? "" : " over"}` },
      h("div", {}, first.title, divide === null && first.screen),
      h("div", {}, second.title, divide === null && second.screen),
      divide !== null && h("div", { class: "stack" }, first.screen, h("div", { class: "on-top", style: { "clip-path": `inset(-1rem -1rem -2rem ${divide}%)` } }, second.screen))),
    h("div", { class: "acts comparing-tools" },
      h("button", { "aria-pressed": String(divide === 0), on: { click: flip } }, "Flip"),
      h("label", {}, h("span", {}, "Divide"),
        h("input", { type: "range", "aria-label": "Divide", min: "0", max: "100", value: String(divide ?? 50), on: { input: event => set({ divide: Number(event.target.value) }) } })),
      h("button", { class: "quiet", disabled: divide === null, on: { click: () => set({ divide: null }) } }, "Beside each other"),
      h("label", {}, h("input", { type: "checkbox", checked: world.compare.isOnScreen, on: { change: event => set({ isOnScreen: event.target.checked }) } }),
        "Only what this screen shows")),
  ]
}

/** Shows the second screen in the place of the first, then the first again. */
function flip() {
  set({ divide: world.compare.divide === 0 ? 100 : 0 })
}

/** @param {Partial<typeof world.compare>} news */
function set(news) {
  change({ compare: { ...world.compare, ...news } })
}
