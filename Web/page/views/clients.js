// The bar that fills after a switch, with its figures as text.
import { h } from "../dom.js"
import { active, titleOf } from "../state.js"

const percent = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 1 })
const number = new Intl.NumberFormat()
const seconds = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 })

/** @param {import("../state.js").World} world */
export function clients({ clients: figures, channel }) {
  if (!figures || figures.channel !== channel || figures.theme !== active(channel)?.theme) return null
  const { waiting, holding, refused, refusals, behind, share, back } = figures
  const title = titleOf(figures.theme)
  const last = back.last === null ? "" : `, the last after ${seconds.format(back.last)} s`
  const reasons = refusals.map((/** @type {any} */ one) => `${number.format(one.count)} × “${one.reason}”`).join(", ")
  const others = [behind && `${number.format(behind)} behind`, refused && `${number.format(refused)} refused it: ${reasons}`].filter(Boolean).join(", ")
  return h("div", { class: "wearers" },
    h("progress", { "aria-label": `Clients with ${title}`, max: String(waiting), value: String(holding) }),
    h("span", { class: "muted" },
      `${number.format(holding)} of ${number.format(waiting)} waiting clients have ${title}${share === null ? "" : `, ${percent.format(share)} of those told`}${last}${others ? `; ${others}` : ""}.`))
}
