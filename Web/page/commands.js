// What the dialog of commands finds: themes, channels, colors, and what the page can do, each by what it does.
import { beginSwitch, chooseChannel, chooseTraits, copy, openAccess } from "./acts.js"
import { code } from "./code.js"
import { beginSchedule } from "./planning.js"
import { shareLink, themeLink } from "./route.js"
import { active, readOnly, titleOf, world } from "./state.js"

/** @typedef {{ name: string, act: () => void, color?: string }} Command */

const most = 40
const go = (/** @type {string} */ address) => () => { location.hash = address }

/** @returns {Command[]} */
function pages() {
  return [
    { name: "Open themes", act: go("#/themes") }, { name: "Open timeline", act: go("#/timeline") },
    { name: "Light", act: () => chooseTraits({ scheme: "light" }) }, { name: "Dark", act: () => chooseTraits({ scheme: "dark" }) },
    { name: "High contrast", act: () => chooseTraits({ contrast: "more" }) }, { name: "Normal contrast", act: () => chooseTraits({ contrast: "no-preference" }) },
    { name: "Copy link to this view", act: () => copy(shareLink(), "The link to this view is copied.") },
    { name: "Copy as curl", act: () => copy(code("curl", { method: "GET", path: `v1/theme?channel=${encodeURIComponent(world.channel)}` })) },
    { name: "Access", act: openAccess }, { name: "Docs", act: () => location.assign("docs") },
  ]
}

/** @returns {Command[]} */
function makers() {
  const files = document.getElementById("files")
  if (readOnly()) return []
  return [
    { name: "New theme", act: () => { import("./making.js").then(module => module.beginNew()) } },
    ...(files ? [{ name: "Import", act: () => files.click() }] : []),
  ]
}

/** @returns {Command[]} what can be done with the unsaved edits of the open theme */
function edits() {
  const { draft, route } = world
  if (!draft || draft.theme !== route.theme) return []
  const act = (/** @type {(drafting: typeof import("./drafting.js")) => void} */ how) => () => { import("./drafting.js").then(how) }
  return [
    { name: `Save ${titleOf(draft.theme)}`, act: act(drafting => drafting.saveDraft()) }, { name: "Discard edits", act: act(drafting => drafting.discardDraft()) },
    { name: "Undo edit", act: act(drafting => drafting.undoEdit()) }, { name: "Redo edit", act: act(drafting => drafting.redoEdit()) },
    { name: "Tidy", act: act(drafting => drafting.tidy()) },
  ]
}

/** @returns {Command[]} */
function colors() {
  const theme = world.route.theme ?? active()?.theme ?? ""
  const all = Object.entries(world.looks.get(theme)?.resolved.colors ?? {})
  return all.map(([name, color]) => ({ name: `${name}, ${color}`, color, act: go(themeLink(theme, "colors")) }))
}

/**
 * Returns the first commands that have all words. Only channels that the words name are switched from here, and the present one.
 * @param {string} text
 * @returns {Command[]}
 */
export function commands(text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = (/** @type {string} */ name) => words.every(word => name.toLowerCase().includes(word))
  const named = world.channels.map(each => each.channel).filter(channel => words.some(word => channel.toLowerCase().includes(word)))
  const channels = [...new Set([world.channel, ...named.slice(0, 5)])].filter(channel => !readOnly(channel))
  const found = [...pages(), ...makers(), ...edits()].filter(each => fits(each.name))
  const add = (/** @type {string} */ name, /** @type {() => void} */ act) => { if (found.length < most && fits(name)) found.push({ name, act }) }
  for (const { name, title } of world.themes ?? []) {
    add(`Open ${title}`, go(themeLink(name)))
    add(`Edit ${title}`, go(themeLink(name, "edit")))
    for (const channel of channels) {
      add(`Switch ${channel} to ${title}`, () => { if (channel !== world.channel) chooseChannel(channel); beginSwitch(name) })
      add(`Schedule ${title} for ${channel}`, () => { if (channel !== world.channel) chooseChannel(channel); beginSchedule(name) })
    }
  }
  for (const channel of named) add(`Show channel ${channel}, with ${titleOf(active(channel)?.theme)}`, () => chooseChannel(channel))
  return [...found, ...colors().filter(each => fits(each.name))].slice(0, most)
}
