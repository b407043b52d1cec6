// Editing a document: it is checked and drawn during typing, and saved only over the version that the user saw.
import { ask, query, Refusal, tagOf } from "./server.js"
import { loadExplained } from "./explaining.js"
import { keep, kept } from "./keeping.js"
import { failed, preview, refresh } from "./loading.js"
import { themeLink } from "./route.js"
import { change, liveIn, readOnly, themeNamed, titleOf, versionOf, world } from "./state.js"
import { traitsOf } from "./traits.js"

/** @typedef {import("./state.js").Draft} Draft */

/**
 * The unsaved drafts of the themes that are not edited now.
 * @type {Map<string, Draft>}
 */
const parked = kept()

/**
 * The user may have opened another theme before the response.
 * @param {string} theme
 * @param {Partial<Draft>} news
 */
function amend(theme, news) {
  const other = parked.get(theme)
  if (world.draft?.theme === theme) change({ draft: { ...world.draft, ...news } })
  else if (other) parked.set(theme, { ...other, ...news })
  if (news.text !== undefined || news.saved !== undefined) keepUnsaved()
}

function keepUnsaved() {
  keep([...parked.values(), ...(world.draft ? [world.draft] : [])].filter(draft => draft.text !== draft.saved))
}

/** @param {string} theme */
const isOpen = theme => world.route.theme === theme

/**
 * Keeps an unsaved draft while the user looks elsewhere.
 * @param {string} theme
 * @param {boolean} [isWanted] false where only unsaved text of before is
 */
export async function openDraft(theme, isWanted = true) {
  if (!isOpen(theme) || !themeNamed(theme) || !(isWanted || parked.has(theme) || world.draft?.theme === theme)) return
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
    if (!isOpen(theme) || (draft?.theme === theme && draft.text !== draft.saved)) return
    change({ draft: { theme, text, saved: text, etag: tagOf(headers), findings: [], checked: "" } })
  } catch (error) {
    failed(error, () => openDraft(theme))
  } finally {
    // Before the check: the document may have to be asked for again during it.
    if (opening === theme) opening = ""
  }
  await check()
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer

/**
 * The earlier texts of each theme, and those that were taken back.
 * @type {Map<string, { done: string[], undone: string[] }>}
 */
const steps = new Map()
/** Letters that are typed within this time are one step. */
const oneStep = 1_000
const mostSteps = 200
let lastTyped = 0

/** @param {string} theme */
export const stepsOf = theme => steps.get(theme) ?? { done: [], undone: [] }

/** @param {string} text */
export function typed(text) {
  const { draft } = world
  if (!draft) return
  const now = Date.now()
  const { done } = stepsOf(draft.theme)
  if (text !== draft.text) steps.set(draft.theme, { done: now - lastTyped < oneStep && done.length ? done : [...done, draft.text].slice(-mostSteps), undone: [] })
  lastTyped = now
  write(text)
}

export function undoEdit() {
  step("done", "undone")
}

export function redoEdit() {
  step("undone", "done")
}

/** @param {"done" | "undone"} from @param {"done" | "undone"} to */
function step(from, to) {
  const { draft } = world
  const known = stepsOf(draft?.theme ?? "")
  const text = known[from][known[from].length - 1]
  if (!draft || text === undefined) return
  const next = { ...known, [from]: known[from].slice(0, -1), [to]: [...known[to], draft.text] }
  steps.set(draft.theme, next)
  lastTyped = 0
  write(text)
}

/** @param {string} text */
function write(text) {
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
  const question = JSON.stringify([theme.name, draft.text, traitsOf(theme), versionOf(theme.name)])
  if (checking === question) return
  checking = question
  try {
    const { problems, look } = await preview(theme, draft.text)
    if (checking !== question) return
    amend(theme.name, { findings: ordered(problems), checked: draft.text, ...(look ? { look } : {}) })
    if (world.route.view === "inspect") loadExplained(theme.name)
    if (world.route.view === "colors") import("./repairing.js").then(repairing => repairing.loadRepairs(theme.name), () => {})
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

/** Returns the reason why the document can't be saved now, or an empty text. */
export function whyNotSaved() {
  const { draft } = world
  if (!draft || draft.text === draft.saved || draft.isBusy) return "There is nothing to save."
  return draft.findings.some(each => each.severity === "error") ? "Its errors must be mended first." : readOnly()
}

/** Saves the document. What a channel shows changes for everybody, so the user sees first what will. */
export async function saveDraft() {
  const { draft } = world
  if (!draft || whyNotSaved()) return
  const channel = liveIn(draft.theme)
  if (channel) change({ dialog: { kind: "save", theme: draft.theme, channel } })
  else await saveNow()
}

/** Saves only over the version that the user saw. If somebody else saved since, both versions stay. */
export async function saveNow() {
  change({ dialog: null })
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
  const before = { text: draft.conflict?.text ?? draft.saved, isUpload: themeNamed(theme)?.at !== undefined }
  amend(theme, { isBusy: true, trouble: undefined })
  try {
    const saved = await put(theme, text, etag)
    amend(theme, { isBusy: false, saved: text, etag: saved, conflict: undefined, isCompared: false })
    change({ notice: { text: `${titleOf(theme)} is saved.`, undo: () => undo(theme, before, saved) } })
    await refresh()
  } catch (error) {
    await notSaved(theme, error)
  }
}

/**
 * Reads a theme's document again that was published, where the editor has the same text unsaved.
 * @param {string} theme
 */
export async function saved(theme) {
  if (world.draft?.theme !== theme) return
  const { text, headers } = await ask(`v1/themes/${theme}`)
  amend(theme, { saved: text, etag: tagOf(headers), conflict: undefined })
}

/**
 * Uploads a document and returns its new tag.
 * @param {string} theme @param {string} text @param {string} etag
 */
async function put(theme, text, etag) {
  const format = formatOf(themeNamed(theme)?.file ?? "")
  const { headers } = await ask(`v1/themes/${theme}${query({ format })}`, { method: "PUT", text, headers: { "If-Match": etag } })
  return tagOf(headers)
}

/**
 * Takes a save back, unless somebody else saved since. Where the saved document hides a file, the file applies again.
 * @param {string} theme
 * @param {{ text: string, isUpload: boolean }} before
 * @param {string} etag
 */
async function undo(theme, before, etag) {
  try {
    if (before.isUpload) await put(theme, before.text, etag)
    else await ask(`v1/themes/${theme}`, { method: "DELETE", headers: { "If-Match": etag } })
    change({ notice: { text: `${titleOf(theme)} is as before.` }, draft: world.draft?.theme === theme ? null : world.draft })
    await refresh()
    await openDraft(theme)
  } catch (error) {
    if (!(error instanceof Refusal && error.status === 412)) return failed(error)
    change({ notice: null, trouble: `Not undone: somebody else saved ${titleOf(theme)} meanwhile.` })
  }
}

/**
 * Returns the format by the file name, or nothing for Livery's own.
 * @param {string} file
 */
export function formatOf(file) {
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
    amend(theme, { conflict: { by: entry?.by, at: entry?.at, etag: tagOf(headers), text } })
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
  keepUnsaved()
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

/** Writes the document with a line for each member, as far as it is JSON. */
export function tidy() {
  try {
    typed(`${JSON.stringify(JSON.parse(world.draft?.text ?? ""), null, 2)}\n`)
  } catch {
    change({ notice: { text: "Only a document in JSON without errors can be tidied." } })
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
