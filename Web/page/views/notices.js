// Messages about finished and failed actions.
import { h } from "../dom.js"
import { change, world } from "../state.js"

/** @param {import("../state.js").World} world */
export function notices({ notice }) {
  return h("div", { class: "notices" },
    h("div", { role: "status", "aria-label": "Notices" }, notice && h("p", {}, notice.text)),
    notice && h("div", { class: "notice-acts" },
      notice.undo && h("button", { on: { click: notice.undo } }, "Undo"),
      notice.show && h("button", { on: { click: () => reveal(notice.show ?? "") } }, "Show"),
      h("button", { "aria-label": "Dismiss", on: { click: () => change({ notice: null }) } }, "✕")))
}

/** The action that failed last, with a way to repeat it. */
export function trouble() {
  if (!world.trouble) return null
  return h("div", { role: "alert", class: "trouble" }, h("p", {}, world.trouble),
    world.retry && h("button", { on: { click: () => again(world.retry) } }, "Try again"),
    h("button", { class: "quiet", on: { click: () => change({ trouble: "", retry: null }) } }, "Dismiss"))
}

/** @param {(() => void) | null} retry */
function again(retry) {
  change({ trouble: "", retry: null })
  retry?.()
}

/**
 * Says that something is on its way, unless it has failed.
 * @param {string} what
 */
export function asking(what) {
  return world.trouble ? null : h("p", { class: "muted" }, `Asking for ${what}…`)
}

/**
 * Leads to a theme among all of them.
 * @param {string} name
 */
async function reveal(name) {
  change({ notice: null })
  if (world.route.view !== "themes") {
    location.hash = "#/themes"
    await new Promise(done => addEventListener("hashchange", () => setTimeout(done), { once: true }))
  }
  const card = [...document.querySelectorAll("[data-theme]")].find(each => each instanceof HTMLElement && each.dataset.theme === name)
  card?.scrollIntoView({ block: "center" })
  card?.querySelector("a")?.focus({ preventScroll: true })
}
