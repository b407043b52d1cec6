// Messages about finished and failed actions.
import { h } from "../dom.js"
import { change } from "../state.js"

/** @param {import("../state.js").World} world */
export function notices({ notice }) {
  return h("div", { class: "notices" },
    h("div", { role: "status", "aria-label": "Notices" }, notice && h("p", {}, notice.text)),
    notice && h("div", { class: "notice-acts" },
      notice.undo && h("button", { on: { click: notice.undo } }, "Undo"),
      h("button", { "aria-label": "Dismiss", on: { click: () => change({ notice: null }) } }, "✕")))
}

/** @param {import("../state.js").World} world */
export function trouble(world) {
  if (!world.trouble) return null
  return h("div", { role: "alert", class: "trouble" }, h("p", {}, world.trouble),
    h("button", { class: "quiet", on: { click: () => change({ trouble: "" }) } }, "Dismiss"))
}
