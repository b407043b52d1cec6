// Light or dark, contrast, and the other traits of a kit.
import { h } from "../dom.js"
import { chooseSideBySide, chooseTrait, chooseTraits } from "../acts.js"
import { change } from "../state.js"
import { otherTraits } from "../traits.js"

/** @typedef {import("../state.js").World} World */

/**
 * @param {World} world
 * @param {string[]} kits whose traits there are
 * @param {import("../types").ThemeEntry[]} themes those whose own traits there are as well
 * @param {import("../dom.js").Child} [first]
 */
export function traits(world, kits, themes, first) {
  const { scheme, contrast } = world.traits
  return h("div", { class: "traits", role: "group", "aria-label": "Traits" }, first,
    radios("Appearance", world.isSideBySide ? "both" : scheme, [["light", "Light"], ["dark", "Dark"], ["both", "Side by side"]],
      value => (value === "both" ? chooseSideBySide() : chooseTraits({ scheme: value === "dark" ? "dark" : "light" }))),
    radios("Contrast", contrast, [["no-preference", "Normal contrast"], ["more", "High"]],
      value => chooseTraits({ contrast: value === "more" ? "more" : "no-preference" })),
    h("button", {
      class: "quiet", "aria-expanded": String(world.hasMoreTraits), "aria-controls": "more-traits",
      on: { click: () => change({ hasMoreTraits: !world.hasMoreTraits }) },
    }, "More traits"),
    h("div", { id: "more-traits", class: "more-traits", hidden: !world.hasMoreTraits }, world.hasMoreTraits && kits.map(kit => ofKit(world, kit, themes))))
}

/**
 * @param {string} name
 * @param {string} chosen
 * @param {[string, string][]} choices
 * @param {(value: string) => void} choose
 */
export function radios(name, chosen, choices, choose) {
  return h("div", { class: "radios", role: "radiogroup", "aria-label": name }, choices.map(([value, words]) =>
    h("label", { key: value },
      h("input", { type: "radio", name, value, checked: value === chosen, on: { change: () => choose(value) } }),
      h("span", {}, words))))
}

/**
 * @param {World} world
 * @param {string} kit
 * @param {import("../types").ThemeEntry[]} themes
 */
function ofKit(world, kit, themes) {
  const chosen = world.traits.more[kit] ?? {}
  return h("div", { key: kit, class: "kit-traits" }, h("b", {}, world.kits[kit]?.title ?? kit),
    h("div", {}, otherTraits(kit, themes).map(([name, trait]) => h("label", { key: name }, h("span", {}, name), field(kit, name, trait, chosen[name] ?? "")))))
}

/**
 * @param {string} kit
 * @param {string} name
 * @param {import("../types").KitTrait} trait
 * @param {string} value
 */
function field(kit, name, trait, value) {
  const on = { change: (/** @type {any} */ event) => chooseTrait(kit, name, event.target.value.trim()) }
  if (trait.values) {
    return h("select", { "aria-label": name, value, on }, h("option", { value: "" }, "not said"),
      trait.values.map(each => h("option", { key: each, value: each }, each)))
  }
  const list = `choices-${kit}-${name}`
  const usual = trait.kind === "number" ? ["1", "2", "3"] : ["en", "de", "ja"]
  return [
    h("input", { "aria-label": name, value, placeholder: "not said", list, inputmode: trait.kind === "number" ? "decimal" : null, on }),
    h("datalist", { id: list }, usual.map(each => h("option", { value: each }))),
  ]
}
