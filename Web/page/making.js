// Making themes: new ones, copies, other names, and their end.
import { amend, close, open, refused } from "./acts.js"
import { formatOf } from "./drafting.js"
import { refreshThemes } from "./loading.js"
import { themeLink } from "./route.js"
import { ask, query, Refusal, tagOf } from "./server.js"
import { active, change, readOnly, themeNamed, titleOf, world } from "./state.js"
import { channelsOf, counted } from "./words.js"
import { json } from "./written.js"

/** @typedef {import("./types").ThemeEntry} ThemeEntry */

const onlyNew = { "If-None-Match": "*" }

export function beginNew() {
  const kit = world.kit || themeNamed(active()?.theme)?.kit || Object.keys(world.kits)[0] || "uikit"
  open({ kind: "new", title: "", name: "", kit, base: "" })
}

/**
 * Returns a name for a title.
 * @param {string} title
 */
export const nameFor = title => title.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 60)

/** @param {string} name the first part of a name that no theme has */
export function freeName(name) {
  let free = name
  for (let number = 2; themeNamed(free); number += 1) free = `${name}-${number}`
  return free
}

export async function finishNew() {
  const { title, name, kit, base } = world.dialog ?? {}
  const document = { title: title?.trim(), kit, ...(base ? { extends: base } : {}) }
  await make(name || nameFor(title ?? ""), `${JSON.stringify(document, null, 2)}\n`)
}

/**
 * Uploads a new theme and opens its editor.
 * @param {string} name @param {string} text @param {string} [format]
 */
async function make(name, text, format) {
  if (themeNamed(name)) return amend({ trouble: `There is a theme called “${name}” already. Choose another name.` })
  amend({ isBusy: true, trouble: undefined })
  try {
    await ask(`v1/themes/${name}${query({ format })}`, { method: "PUT", text, headers: onlyNew })
    await made(name)
  } catch (error) {
    if (!(error instanceof Refusal && error.status === 412)) return refused(error)
    amend({ isBusy: false, trouble: `There is a theme called “${name}” already. Choose another name.` })
  }
}

/** @param {string} name the new theme's, whose editor opens */
export async function made(name) {
  await refreshThemes([name])
  close()
  change({ notice: { text: `${titleOf(name)} is made.` } })
  location.hash = themeLink(name, "edit")
}

/** @param {ThemeEntry} theme */
export async function duplicate(theme) {
  try {
    const { text } = await ask(`v1/themes/${theme.name}`)
    const format = formatOf(theme.file)
    await make(freeName(`${theme.name}-copy`), format ? text : retitled(text, `${theme.title} copy`), format)
  } catch (error) {
    refused(error)
  }
}

/**
 * Makes a theme with rules of one without, by the names of its colors, and opens it.
 * @param {ThemeEntry} theme @param {import("./types").Resolved} resolved
 */
export async function makeRules({ name, title, kit }, resolved) {
  const { rulesOf } = await import("./roles.js")
  const head = { title: `${title} with rules`, kit, extends: name }
  const members = [...Object.entries(head).map(([key, value]) => `${json(key)}: ${json(value)}`), `"appearance": [\n    ${rulesOf(resolved).map(json).join(",\n    ")}\n  ]`]
  try {
    await make(freeName(`${name}-rules`), `{\n  ${members.join(",\n  ")}\n}\n`)
  } catch (error) {
    refused(error)
  }
}

/**
 * Replaces the title in the text of a document, whose layout stays.
 * @param {string} text
 * @param {string} title
 */
export function retitled(text, title) {
  const changed = text.replace(/("title"\s*:\s*)"(?:[^"\\]|\\.)*"/, (_, before) => before + JSON.stringify(title))
  try {
    if (JSON.parse(changed).title === title) return changed
    return `${JSON.stringify({ ...JSON.parse(text), title }, null, 2)}\n`
  } catch {
    return text
  }
}

/**
 * Returns what refers to a theme, in words.
 * @param {string} name
 */
export function references(name) {
  const channels = channelsOf().get(name) ?? []
  const plans = world.schedules.filter(plan => plan.theme === name)
  const children = (world.themes ?? []).filter(theme => theme.parent === name)
  return [
    ...channels.slice(0, 5).map(channel => `${channel} shows it`), ...(channels.length > 5 ? [`${channels.length - 5} more channels show it`] : []),
    ...(plans.length ? [`${counted(plans.length, "plan")} of ${plans[0].channel} and others will show it`] : []),
    ...children.slice(0, 5).map(child => `${child.title} builds on it`), ...(children.length > 5 ? [`${children.length - 5} more themes build on it`] : []),
  ]
}

/**
 * Returns the reason why a theme can't leave its name, or an empty text.
 * @param {ThemeEntry} theme
 */
export function whyKept(theme) {
  if (!theme.at || theme.overrides) return `${theme.overrides ?? theme.file} is a file of the config folder, where its name can be changed.`
  return references(theme.name).join("; ")
}

/** @param {ThemeEntry} theme */
export function beginRename(theme) {
  open({ kind: "rename", theme: theme.name, title: theme.title, name: theme.name })
}

export async function finishRename() {
  const { theme: old = "", title = "", name = "" } = world.dialog ?? {}
  const isMoved = name !== old
  if (isMoved && themeNamed(name)) return amend({ trouble: `There is a theme called “${name}” already. Choose another name.` })
  amend({ isBusy: true, trouble: undefined })
  try {
    const { text, headers } = await ask(`v1/themes/${old}`)
    const format = formatOf(themeNamed(old)?.file ?? "")
    const seen = { "If-Match": tagOf(headers) }
    await ask(`v1/themes/${name}${query({ format })}`, { method: "PUT", text: format ? text : retitled(text, title), headers: isMoved ? onlyNew : seen })
    await refreshThemes([name])
    if (isMoved) await leave(old, name)
    if (isMoved) await ask(`v1/themes/${old}`, { method: "DELETE", headers: seen })
    if (isMoved) await refreshThemes([old])
    close()
    change({ notice: { text: `It is called ${titleOf(name)} now.` } })
  } catch (error) {
    refused(error)
  }
}

/**
 * Goes from a theme that is about to be gone to another.
 * @param {string} old @param {string} name
 */
async function leave(old, name) {
  if (world.route.theme !== old) return
  location.hash = themeLink(name)
  await new Promise(done => addEventListener("hashchange", done, { once: true }))
}

/**
 * Returns the reason why a theme can't be deleted, or an empty text.
 * @param {ThemeEntry} theme
 */
export function whyNotDeleted(theme) {
  if (!theme.at) return `It is a file of the config folder: delete ${theme.file} there.`
  if (theme.overrides) return readOnly()
  return readOnly() || (references(theme.name).length ? "It can be deleted when nothing refers to it any more." : "")
}

export async function finishDelete() {
  const theme = themeNamed(world.dialog?.theme)
  if (!theme) return
  amend({ isBusy: true, trouble: undefined })
  try {
    await ask(`v1/themes/${theme.name}`, { method: "DELETE", headers: { "If-Match": theme.etag ?? "" } })
    close()
    change({ notice: { text: theme.overrides ? `${theme.title} is as ${theme.overrides} has it.` : `${theme.title} is deleted.` } })
    await refreshThemes([theme.name])
    if (world.route.theme === theme.name && !theme.overrides) location.hash = "#/themes"
  } catch (error) {
    refused(error)
  }
}
