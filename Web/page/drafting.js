// Editing a document: it is checked and drawn during typing, and saved only over the version that the user saw.
import { ask, query, Refusal } from "./server.js"
import { failed, preview, refresh } from "./loading.js"
import { themeLink } from "./route.js"
import { change, themeNamed, titleOf, world } from "./state.js"
import { traitsOf } from "./traits.js"

/** @typedef {import("./state.js").Draft} Draft */

/**
 * The unsaved drafts of the themes that are not edited now.
 * @type {Map<string, Draft>}
 */
const parked = new Map()

/**
 * The user may have opened another theme before the response.
 * @param {string} theme
 * @param {Partial<Draft>} news
 */
function amend(theme, news) {
  const other = parked.get(theme)
  if (world.draft?.theme === theme) change({ draft: { ...world.draft, ...news } })
  else if (other) parked.set(theme, { ...other, ...news })
}

/** @param {string} theme */
const isEdited = theme => world.route.view === "edit" && world.route.theme === theme

/**
 * Keeps an unsaved draft while the user looks elsewhere.
 * @param {string} theme
 */
export async function openDraft(theme) {
  if (!isEdited(theme)) return
  turnTo(theme)
  const { draft } = world
  if (draft && (draft.text !== draft.saved || draft.etag === themeNamed(theme)?.etag)) return check()
  if (opening !== theme) await load(theme)
}

/** @param {string} theme */
function turnTo(theme) {
  const { draft } = world
  if (draft?.theme === theme) return
  if (draft && draft.text !== draft.saved) parked.set(draft.theme, draft)
  change({ draft: parked.get(theme) ?? null })
  parked.delete(theme)
}

/** @type {string} the theme whose document is being asked for: once, however often it is wanted meanwhile */
let opening = ""

/** @param {string} theme */
async function load(theme) {
  opening = theme
  try {
    const { text, headers } = await ask(`v1/themes/${theme}`)
    const { draft } = world
    // A late response never replaces newer input.
    if (!isEdited(theme) || (draft?.theme === theme && draft.text !== draft.saved)) return
    change({ draft: { theme, text, saved: text, etag: headers.get("ETag") ?? "", findings: [], checked: "" } })
    await check()
  } catch (error) {
    failed(error)
  } finally {
    if (opening === theme) opening = ""
  }
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer

/** @param {string} text */
export function typed(text) {
  if (!world.draft) return
  amend(world.draft.theme, { text, trouble: undefined })
  clearTimeout(timer)
  timer = setTimeout(check, 150)
}

/** @type {string} the check that is under way; one at a time, the newest text next */
let checking = ""

/** Requests the problems of the document and its look; nothing is stored. */
export async function check() {
  const { draft } = world
  const theme = themeNamed(draft?.theme)
  if (!draft || !theme || !world.access?.author) return
  const question = JSON.stringify([theme.name, draft.text, traitsOf(theme), world.generation])
  if (checking === question) return
  checking = question
  try {
    const { problems, look } = await preview(theme, draft.text)
    if (checking === question) amend(theme.name, { findings: ordered(problems), checked: draft.text, ...(look ? { look } : {}) })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (checking !== question) return
    checking = ""
    amend(theme.name, { trouble: error.message })
  }
}

/**
 * Sorts errors first, then by their order in the document.
 * @param {import("./types").Finding[]} findings
 */
function ordered(findings) {
  const rank = (/** @type {import("./types").Finding} */ each) => ["error", "warning", "note"].indexOf(each.severity ?? "note")
  return [...findings].sort((a, b) => rank(a) - rank(b) || a.line - b.line || a.column - b.column)
}

/** Saves only over the version that the user saw. If somebody else saved since, both versions stay. */
export async function saveDraft() {
  if (world.draft) await save(world.draft, world.draft.etag)
}

/** Saves over somebody else's version that the user has seen. */
export async function overwrite() {
  const { draft } = world
  if (draft?.conflict) await save(draft, draft.conflict.etag)
}

/** @param {Draft} draft @param {string} etag */
async function save(draft, etag) {
  const { theme, text } = draft
  amend(theme, { isBusy: true, trouble: undefined })
  try {
    const format = formatOf(themeNamed(theme)?.file ?? "")
    const { headers } = await ask(`v1/themes/${theme}${query({ format })}`, { method: "PUT", text, headers: { "If-Match": etag } })
    amend(theme, { isBusy: false, saved: text, etag: headers.get("ETag") ?? "", conflict: undefined, isCompared: false })
    change({ notice: { text: `${titleOf(theme)} is saved.` } })
    await refresh()
  } catch (error) {
    await notSaved(theme, error)
  }
}

/**
 * Returns the format by the file name, or nothing for Livery's own.
 * @param {string} file
 */
function formatOf(file) {
  return formats.find(([ending]) => file.endsWith(ending))?.[1]
}

/** The formats in JSON, by the endings of file names. */
const formats = [
  [".metheme.json", "metheme"], [".swifttheme.json", "swifttheme"], [".resolver.json", "resolver"], [".tokens.json", "tokens"],
  [".tokens", "tokens"], [".tokensstudio.json", "tokensstudio"], [".tokensstudio", "tokensstudio"],
]

/**
 * @param {string} theme
 * @param {unknown} error
 */
async function notSaved(theme, error) {
  if (!(error instanceof Refusal)) throw error
  amend(theme, { isBusy: false })
  if (error.status === 412) await meet(theme)
  else if (error.status === 401) failed(error)
  else amend(theme, { trouble: error.message })
}

/**
 * Loads the version that somebody else saved, with its author.
 * @param {string} theme
 */
async function meet(theme) {
  try {
    await refresh()
    const entry = themeNamed(theme)
    const { text, headers } = await ask(`v1/themes/${theme}`)
    amend(theme, { conflict: { by: entry?.by, at: entry?.at, etag: headers.get("ETag") ?? "", text } })
  } catch (error) {
    failed(error)
  }
}

/**
 * Puts an earlier document into the editor, without saving it.
 * @param {string} theme
 * @param {string} text
 */
export async function bringBack(theme, text) {
  location.hash = themeLink(theme, "edit")
  await new Promise(done => addEventListener("hashchange", done, { once: true }))
  await openDraft(theme)
  if (world.draft?.theme === theme) typed(text)
}

export function compareDraft() {
  if (world.draft) amend(world.draft.theme, { isCompared: !world.draft.isCompared })
}

export function discardDraft() {
  const theme = world.draft?.theme
  change({ draft: null })
  if (theme) openDraft(theme)
}

/** Deletes an upload that replaces a shipped file; the file applies again. */
export async function takeBack() {
  const { draft } = world
  if (!draft) return
  try {
    await ask(`v1/themes/${draft.theme}`, { method: "DELETE", headers: { "If-Match": draft.etag } })
    change({ draft: null, notice: { text: `${titleOf(draft.theme)} is as its file has it.` } })
    await refresh()
    await openDraft(draft.theme)
  } catch (error) {
    await notSaved(draft.theme, error)
  }
}

/**
 * Replaces a wrong name by the nearest known one.
 * @param {import("./types").Finding} finding
 */
export function fix({ line, column, length, instead }) {
  const { draft } = world
  if (!draft || !instead || !length) return
  const lines = draft.text.split("\n")
  const letters = [...(lines[line - 1] ?? "")]
  letters.splice(column - 1, length, instead)
  lines[line - 1] = letters.join("")
  typed(lines.join("\n"))
}
