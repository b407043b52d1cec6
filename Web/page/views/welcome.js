// The first steps.
import { h } from "../dom.js"
import { code } from "../code.js"
import { active, readOnly, themeNamed, titleOf } from "../state.js"
import { named } from "../words.js"

/**
 * The first steps, on a server without any switch.
 * @param {import("../state.js").World} world
 */
export function welcome(world) {
  const now = active()
  const other = world.themes?.find(theme => theme.name !== now?.theme && theme.kit === themeNamed(now?.theme)?.kit)
  if (!now || !other || now.by !== "settings" || readOnly(now.channel)) return null
  const line = code("curl", { method: "POST", path: "v1/active", body: { theme: other.name } })
  return h("aside", { class: "welcome", "aria-label": "First steps" },
    h("p", {}, "Apps that follow ", h("b", {}, now.channel), " draw themselves with ", h("b", {}, named(titleOf(now.theme))),
      ". Press ", h("b", {}, "Switch"), " at ", h("b", {}, named(other.title)), ", look at what will change, and press ", h("b", {}, "Switch"),
      ": all of them change at once. ", h("b", {}, "Undo"), " takes it back. The same from a terminal:"),
    h("pre", {}, line))
}
