// Importing: dropped or chosen files are one theme. The server keeps them as a draft until the user creates it, so that
// its problems and its look are those that the theme will have.
import { amend, close, open, refused } from "./acts.js"
import { add, areMedia } from "./adding.js"
import { loadDraftLook } from "./loading.js"
import { freeName, made, nameFor } from "./making.js"
import { ask, query, Refusal } from "./server.js"
import { themeNamed, world } from "./state.js"
import { zip } from "./zip.js"

/** @typedef {{ name: string, bytes: Uint8Array }} Taken */

/** An import that nobody finishes ends by itself. */
const lifetime = "3600"

/** @param {HTMLInputElement} field */
export async function take(field) {
  const files = await Promise.all([...(field.files ?? [])].map(file => readFile(file, file.webkitRelativePath || file.name)))
  field.value = ""
  await begin(files)
}

/** @param {(FileSystemEntry | File)[]} entries the dropped files and folders */
export async function drop(entries) {
  await begin((await Promise.all(entries.map(entry => within(entry)))).flat())
}

/** @param {FileSystemEntry | File} entry @returns {Promise<Taken[]>} */
async function within(entry) {
  if (entry instanceof File) return [await readFile(entry, entry.name)]
  const path = entry.fullPath.slice(1)
  if (entry.isFile) {
    const file = await new Promise((done, failed) => /** @type {FileSystemFileEntry} */ (entry).file(done, failed))
    return [await readFile(file, path)]
  }
  const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader()
  /** @type {Taken[]} */
  const found = []
  // A reader gives the entries of a folder in parts.
  for (;;) {
    /** @type {FileSystemEntry[]} */
    const part = await new Promise((done, failed) => reader.readEntries(done, failed))
    if (!part.length) return found
    found.push(...(await Promise.all(part.map(within))).flat())
  }
}

/** @param {File} file @param {string} name @returns {Promise<Taken>} */
async function readFile(file, name) {
  return { name, bytes: new Uint8Array(await file.arrayBuffer()) }
}

/** @param {Taken[]} files */
async function begin(files) {
  if (!files.length) return
  const { theme } = world.route
  if (theme && areMedia(files)) return add(theme, files)
  const document = files.find(file => /\.(json|tokens|plist|txt|zip)$/.test(file.name)) ?? files[0]
  const name = nameFor((document.name.split("/").pop() ?? "").split(".")[0]) || "imported"
  open({ kind: "import", files, name: freeName(name), problems: [], format: formatWords(document) })
  await look()
}

/** Sends the files as a draft under the chosen name, and draws it. */
async function look() {
  const { files, name = "" } = world.dialog ?? {}
  if (!files) return
  amend({ isBusy: true, trouble: undefined, problems: [], look: undefined })
  try {
    await discard()
    const draft = await send(name, files)
    if (world.dialog?.kind !== "import") return void end(draft.id)
    amend({ draft, problems: draft.problems, isBusy: false })
    const drawn = await loadDraftLook(draft)
    if (world.dialog?.draft === draft) amend({ look: drawn })
  } catch (error) {
    if (error instanceof Refusal && error.problem.problems) return amend({ isBusy: false, problems: error.problem.problems.map((/** @type {import("./types").Finding} */ each) => ({ severity: "error", ...each })) })
    refused(error)
  }
}

/** @param {string} name @param {Taken[]} files @returns {Promise<import("./types").SavedDraft>} */
async function send(name, files) {
  const isPackage = files.length === 1 && files[0].name.endsWith(".zip")
  const blob = isPackage ? new Blob([/** @type {BlobPart} */ (files[0].bytes)]) : zip(files)
  return (await ask(`v1/drafts${query({ name, lifetime })}`, { method: "POST", blob })).body
}

/** @param {string} id */
const end = id => ask(`v1/drafts/${id}`, { method: "DELETE" }).catch(() => null)

async function discard() {
  const { draft } = world.dialog ?? {}
  amend({ draft: undefined })
  if (draft) await end(draft.id)
}

/** @param {string} name */
export async function rename(name) {
  amend({ name })
  await look()
}

export async function cancel() {
  const { draft } = world.dialog ?? {}
  close()
  if (draft) await end(draft.id)
}

/** Returns the reason why the theme can't be made, or an empty text. */
export function whyNotCreated() {
  const { name = "", draft } = world.dialog ?? {}
  if (themeNamed(name)) return `There is a theme called “${name}” already. Choose another name.`
  return draft ? "" : "Its errors must be mended first."
}

export async function finishImport() {
  const { draft } = world.dialog ?? {}
  if (!draft || whyNotCreated()) return
  amend({ isBusy: true, trouble: undefined })
  try {
    await ask(`v1/drafts/${draft.id}/publish`, { body: { if: null }, headers: { "If-Match": draft.tag } })
    await made(draft.name)
  } catch (error) {
    refused(error)
  }
}

/**
 * Says which format a document seems to have, by its content as on the server.
 * @param {Taken} file
 */
function formatWords({ name, bytes }) {
  if (name.endsWith(".zip")) return "a package"
  const text = new TextDecoder().decode(bytes.slice(0, 1_000_000))
  if (/"resolutionOrder"/.test(text)) return "a resolver of design tokens"
  if (/"\$(themes|metadata)"/.test(text)) return "an export of Tokens Studio"
  if (/"\$value"/.test(text)) return "design tokens"
  return /"(appearance|colors|extends|kit)"/.test(text) ? "a theme of Livery" : "a theme of another library"
}
