// All images of the theme, with their files.
import { h } from "../dom.js"
import { studio } from "./studio.js"

/** @param {import("../state.js").World} world */
export function images(world) {
  return studio(world, theme => {
    const resolved = world.looks.get(theme.name)?.resolved
    const all = Object.entries(resolved?.images ?? {})
    return h("section", { "aria-label": "Images" },
      !resolved && h("p", { class: "muted" }, "Asking for its images…"),
      resolved && !all.length && h("p", { class: "muted" }, "This theme names no image."),
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
