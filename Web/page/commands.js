// What the dialog of commands finds: themes, channels, colors, and what the page can do, each by what it does.
import { beginSwitch, chooseChannel, chooseSideBySide, chooseTraits, copy, open, openAccess, rollBack } from "./acts.js"
import { code } from "./code.js"
import { lookOf } from "./explaining.js"
import { beginSchedule } from "./planning.js"
import { shareLink, themeLink } from "./route.js"
import { active, change, readOnly, themeNamed, titleOf, world } from "./state.js"

/** @typedef {{ name: string, act: () => void, color?: string }} Command */

const most = 40
const go = (/** @type {string} */ address) => () => { location.hash = address }

/** @returns {Command[]} */
function pages() {
  return [
    { name: "Open themes", act: go("#/themes") }, { name: "Open timeline", act: go("#/timeline") },
    { name: "Light", act: () => chooseTraits({ scheme: "light" }) }, { name: "Dark", act: () => chooseTraits({ scheme: "dark" }) },
    { name: "Side by side", act: chooseSideBySide },
    { name: "Cards", act: () => change({ layout: "cards" }) }, { name: "List", act: () => change({ layout: "list" }) },
    { name: "High contrast", act: () => chooseTraits({ contrast: "more" }) }, { name: "Normal contrast", act: () => chooseTraits({ contrast: "no-preference" }) },
    { name: "Copy link to this view", act: () => copy(shareLink(), "The link to this view is copied.") },
    { name: "Copy as curl", act: () => copy(code("curl", { method: "GET", path: `v1/theme?channel=${encodeURIComponent(world.channel)}` })) },
    { name: "Access", act: openAccess }, { name: "Docs", act: () => location.assign("docs") },
  ]
}

/** @returns {Command[]} */
function makers() {
  const now = active()
  const before = themeNamed(now?.previous)
  return [
    ...(now && before && !readOnly(now.channel) ? [{ name: `Go back to ${before.title} in ${now.channel}`, act: () => { rollBack(now.channel, now.cursor) } }] : []),
    ...(readOnly() ? [] : [{ name: "New theme", act: () => { import("./making.js").then(module => module.beginNew()) } }, { name: "Import", act: chooseFiles }]),
    ...world.drafts.map(draft => ({ name: `Open draft of ${draft.title}`, act: () => { import("./drafts.js").then(module => module.openDraft(draft)) } })),
  ]
}

/** Asks for files to import, in every view. */
function chooseFiles() {
  const field = document.createElement("input")
  Object.assign(field, { type: "file", multiple: true, onchange: () => import("./importing.js").then(module => module.take(field)) })
  field.click()
}

/** @returns {Command[]} what can be done with the unsaved edits of the open theme */
function edits() {
  const { draft, route } = world
  if (!draft || draft.theme !== route.theme) return []
  const act = (/** @type {(drafting: typeof import("./drafting.js")) => void} */ how) => () => { import("./drafting.js").then(how) }
  return [
    { name: `Save ${titleOf(draft.theme)}`, act: act(drafting => drafting.saveDraft()) },
    { name: `Save ${titleOf(draft.theme)} as draft`, act: () => { import("./drafts.js").then(module => module.saveAsDraft()) } }, { name: "Discard edits", act: act(drafting => drafting.discardDraft()) },
    { name: "Undo edit", act: act(drafting => drafting.undoEdit()) }, { name: "Redo edit", act: act(drafting => drafting.redoEdit()) },
    { name: "Tidy", act: act(drafting => drafting.tidy()) },
  ]
}

/** @returns {Command[]} the colors and the elements of the open theme, or of what the channel shows */
function parts() {
  const theme = world.route.theme ?? active()?.theme ?? ""
  const look = lookOf(theme)
  return [
    ...Object.entries(look?.resolved.colors ?? {}).map(([name, color]) => ({ name: `${name}, ${color}`, color, act: go(themeLink(theme, "colors")) })),
    ...(look?.nodes ?? []).map(({ id = "", for: target }) => ({ name: `${target} of ${titleOf(theme)}`, act: go(`${themeLink(theme)}?element=${encodeURIComponent(id)}`) })),
  ]
}

/**
 * Returns what the menu and the tabs of a theme lead to.
 * @param {import("./types").ThemeEntry} theme
 * @returns {Command[]}
 */
function ofTheme(theme) {
  const { name, title } = theme
  const make = (/** @type {(making: typeof import("./making.js")) => void} */ how) => () => { import("./making.js").then(how) }
  return [
    ...["Colors", "Values", "Images"].map(tab => ({ name: `${tab} of ${title}`, act: go(themeLink(name, tab.toLowerCase())) })),
    { name: `Compare ${title}`, act: go(themeLink(name, "compare")) },
    ...(world.access?.watch ? [{ name: `Export ${title}`, act: () => { import("./exporting.js").then(module => module.exportTheme(theme)) } }] : []),
    ...(readOnly() ? [] : [
      { name: `Duplicate ${title}`, act: make(making => making.duplicate(theme)) }, { name: `Rename ${title}`, act: make(making => making.beginRename(theme)) },
      { name: `Delete ${title}`, act: () => open({ kind: "delete", theme: name }) },
    ]),
  ]
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
  for (const theme of world.themes ?? []) {
    if (found.length >= most) break
    const { name, title } = theme
    add(`Open ${title}`, go(themeLink(name)))
    add(`Edit ${title}`, go(themeLink(name, "edit")))
    for (const channel of channels) {
      add(`Switch ${channel} to ${title}`, () => { if (channel !== world.channel) chooseChannel(channel); beginSwitch(name) })
      add(`Schedule ${title} for ${channel}`, () => { if (channel !== world.channel) chooseChannel(channel); beginSchedule(name) })
    }
    if (words.length) for (const each of ofTheme(theme)) add(each.name, each.act)
  }
  for (const channel of named) add(`Show channel ${channel}, with ${titleOf(active(channel)?.theme)}`, () => chooseChannel(channel))
  const own = parts().filter(each => fits(each.name))
  // What the open theme has keeps a place beside many themes.
  return [...found.slice(0, most - Math.min(own.length, 8)), ...own].slice(0, most)
}
