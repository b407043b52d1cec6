// The dialog for a schedule.
import { h } from "../dom.js"
import { amend, close } from "../acts.js"
import { finishSchedule, ownZone, repeats, scheduleBody } from "../planning.js"
import { alert, dialog, labeled } from "./dialog.js"
import { asCode } from "./as-code.js"

/** @type {string[]} */
const zones = ["UTC", .../** @type {any} */ (Intl).supportedValuesOf("timeZone")]

/** @param {import("../state.js").World} world @param {import("../state.js").Dialog} state */
export function scheduling(world, state) {
  const time = (/** @type {"from" | "until"} */ name, /** @type {boolean} */ required) => h("input", {
    type: "datetime-local", value: state[name] ?? "", required, on: { input: event => amend({ [name]: event.target.value }) },
  })
  return dialog("Schedule a theme", finishSchedule,
    h("p", { class: "muted" }, `For ${state.channel}. Of two plans that overlap, the one that starts later wins; afterwards the channel shows what it showed before. Times are those of the zone below.`),
    labeled("Theme", h("select", { value: state.theme, autofocus: true, on: { change: event => amend({ theme: event.target.value, force: false, conflict: undefined }) } },
      (world.themes ?? []).map(theme => h("option", { key: theme.name, value: theme.name, dir: "auto" }, theme.title)))),
    h("div", { class: "both" }, labeled("From", time("from", true)), labeled("Until", time("until", false))),
    h("div", { class: "both" },
      labeled("Repeat", h("select", { value: state.repeat ?? "", on: { change: event => amend({ repeat: event.target.value }) } }, repeats.map(([value, words]) => h("option", { key: words, value }, words)))),
      labeled("Zone", h("input", { value: state.zone ?? "", list: "zones", autocomplete: "off", spellcheck: "false", on: { input: event => amend({ zone: event.target.value.trim() || ownZone }) } }))),
    h("datalist", { id: "zones" }, zones.map(each => h("option", { key: each, value: each }))),
    labeled("Note", h("input", { value: state.note ?? "", maxlength: "250", autocomplete: "off", on: { input: event => amend({ note: event.target.value }) } })),
    alert(state.conflict), alert(state.trouble),
    isTime(state.from) && asCode(state, { method: "POST", path: "v1/schedule", body: scheduleBody(state) }),
    h("div", { class: "acts end" },
      h("button", { type: "button", class: "quiet", on: { click: close } }, "Cancel"),
      h("button", { class: "primary", disabled: state.isBusy ?? false }, state.force ? "Schedule anyway" : "Schedule")))
}

/** @param {string | undefined} text */
const isTime = text => !Number.isNaN(Date.parse(text ?? ""))
