// An action as a line of code, on request.
import { h } from "../dom.js"
import { amend, copy } from "../acts.js"
import { code, languages } from "../code.js"

/**
 * @param {import("../state.js").Dialog} state
 * @param {import("../code.js").Act} act
 */
export function asCode(state, act) {
  const language = state.language ?? "curl"
  const text = code(language, act)
  return h("details", { class: "as-code" }, h("summary", {}, "The same as code"),
    h("div", { class: "acts" },
      h("select", { "aria-label": "Language", value: language, on: { change: event => amend({ language: event.target.value }) } },
        languages.map(each => h("option", { key: each, value: each }, each))),
      h("button", { type: "button", on: { click: () => copy(text) } }, "Copy")),
    h("pre", { tabindex: "0" }, text))
}
