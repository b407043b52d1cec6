// All images of the theme, with their files.
import { h } from "../dom.js"
import { lookOf } from "../explaining.js"
import { take } from "../importing.js"
import { readOnly } from "../state.js"
import { asking } from "./notices.js"
import { studio } from "./studio.js"

/** @param {import("../state.js").World} world */
export function images(world) {
  return studio(world, theme => {
    const resolved = lookOf(theme.name)?.resolved
    const why = readOnly()
    const all = Object.entries(resolved?.images ?? {})
    return h("section", { "aria-label": "Images" },
      !resolved && asking("its images"),
      resolved && !all.length && h("p", { class: "muted" }, "This theme names no image."),
      h("label", { class: "adding" }, h("span", {}, "Add images or fonts, or drop them here"),
        h("input", { type: "file", multiple: true, disabled: why !== "", title: why || null, accept: "image/*,.pdf,.woff2,.woff,.ttf,.otf", on: { change: event => take(event.target) } })),
      h("ul", { class: "pictures", role: "list" }, all.map(([name, choice]) => h("li", { key: name }, picture(world, name, choice),
        h("b", {}, name), h("code", {}, choice.file ?? "left to the app"),
        h("span", { class: "muted" }, `looked for: ${choice.candidates.join(", ")}`)))))
  })
}

/** @param {import("../state.js").World} world @param {string} name @param {import("../types").ImageChoice} choice */
function picture(world, name, choice) {
  const address = choice.url && world.pictures.get(choice.url)
  return h("div", { class: "checker" }, address ? h("img", { src: address, alt: name }) : h("span", {}, choice.url ? "can't be loaded" : "no file"))
}
