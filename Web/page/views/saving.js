// The dialog before a save that everybody will see: the screen as it is and as it will be.
import { h } from "../dom.js"
import { close } from "../acts.js"
import { saveNow } from "../drafting.js"
import { saveAsDraft } from "../drafts.js"
import { themeNamed, titleOf } from "../state.js"
import { device } from "./device.js"
import { alert, dialog } from "./dialog.js"

/** @param {import("../state.js").World} world @param {import("../state.js").Dialog} state */
export function saving(world, { theme: name, channel, trouble }) {
  const theme = themeNamed(name)
  const side = (/** @type {string} */ words, /** @type {import("../types").Look | undefined} */ look) => theme &&
    h("div", {}, device({ title: `${theme.title} ${words}`, kit: theme.kit, look }), h("span", { class: "muted" }, words))
  return dialog(`Save ${titleOf(name)}, which ${channel} shows`, saveNow,
    h("div", { class: "pair" }, side("now", world.looks.get(name ?? "")), side("as you wrote it", world.draft?.look)),
    h("p", { class: "muted" }, "Everybody who follows it sees it as soon as it is saved."),
    alert(trouble),
    h("div", { class: "acts end" },
      h("button", { type: "button", class: "quiet", on: { click: close } }, "Cancel"),
      h("button", { type: "button", on: { click: saveAsDraft } }, "Save as draft"),
      h("button", { class: "primary" }, "Save")))
}
