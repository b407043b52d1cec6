// A link to exactly this view, and a picture of the screen for a design review.
import { h } from "../dom.js"
import { copy } from "../acts.js"
import { shareLink } from "../route.js"
import { change } from "../state.js"

/** @param {import("../state.js").World} world */
export function share(world) {
  return h("div", { class: "share" },
    h("button", { class: "quiet", on: { click: () => copy(shareLink(), "The link to this view is copied.") } }, "Copy link"),
    h("button", { class: "quiet", on: { click: () => save(world) } }, "Save picture"))
}

/** @param {import("../state.js").World} world */
async function save(world) {
  const screen = document.querySelector("main .device")
  if (!(screen instanceof HTMLElement)) return
  const { paint } = await import("../picture.js")
  const name = `${world.route.theme ?? "theme"}-${world.traits.scheme}.png`
  const blob = await paint(screen, world.themes?.find(theme => theme.name === world.route.theme)?.title ?? "")
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
  change({ notice: { text: `${name} is saved.` } })
}
