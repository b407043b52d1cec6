// Another name for a value of a theme: its key and all references to it in the document change together.
import { amend, close, open, refused } from "./acts.js"
import { openDraft, typed } from "./drafting.js"
import { lookOf } from "./explaining.js"
import { ask } from "./server.js"
import { readOnly, themeNamed, titleOf, world } from "./state.js"
import { nodeAt, parse } from "./written.js"

/** @typedef {import("./written.js").Node} Node */

/**
 * Opens the form for another name, and finds what refers to the present one.
 * @param {string} theme @param {string} old
 */
export async function beginNaming(theme, old) {
  open({ kind: "naming", theme, property: old, name: old })
  try {
    await openDraft(theme)
    const text = world.draft?.theme === theme ? world.draft.text : ""
    const found = placesOf(text, old)
    const below = (world.themes ?? []).filter(each => each.parent === theme)
    const texts = await Promise.all(below.map(each => ask(`v1/themes/${each.name}`)))
    const others = below.filter((_, at) => texts[at].text.includes(`{${old}`)).map(each => each.title)
    amend({ others, at: found.references.length, conflict: found.key ? readOnly() : `${titleOf(themeNamed(theme)?.parent) || "Another file"} has this name: it is changed there.` })
  } catch (error) {
    if (error instanceof SyntaxError) amend({ conflict: "The document has errors: mend them in Edit first." })
    else refused(error)
  }
}

/**
 * Returns where a name stands in a document: its key, and the references to it.
 * @param {string} text @param {string} name
 * @returns {{ key?: [number, number], isToken: boolean, references: [number, number][] }}
 */
function placesOf(text, name) {
  const root = parse(text)
  const token = nodeAt(root, name.split("."))
  const key = (nodeAt(root, ["colors", name]) ?? nodeAt(root, ["values", name]) ?? token)?.key
  const plain = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
  const pattern = new RegExp(`(?<=\\{)${plain}(?=[}/])|(?<="#/)${plain.replaceAll("\\.", "/")}(?=["/])`, "g")
  return { key, isToken: key !== undefined && key === token?.key, references: [...text.matchAll(pattern)].map(({ index = 0, 0: word }) => [index, index + word.length]) }
}

/** Returns the reason why the name can't be the chosen one, or an empty text. */
export function whyNotNamed() {
  const { theme = "", property: old = "", name = "", conflict } = world.dialog ?? {}
  const others = world.dialog?.others ?? []
  if (conflict) return conflict
  if (others.length) return `${others.join(", ")} ${others.length === 1 ? "refers" : "refer"} to it by this name.`
  const resolved = lookOf(theme)?.resolved
  if (name !== old && (resolved?.colors[name] !== undefined || resolved?.values[name] !== undefined)) return `There is a value called “${name}” already.`
  const group = old.slice(0, old.lastIndexOf(".") + 1)
  const { isToken } = placesOf(world.draft?.text ?? "{}", old)
  if (isToken && (!name.startsWith(group) || name.slice(group.length).includes("."))) return `It stays in its group: its name begins with “${group}”.`
  return ""
}

/** Puts the name into the unsaved document. */
export function finishNaming() {
  const { property: old = "", name = "" } = world.dialog ?? {}
  const { draft } = world
  if (!draft || name === old || whyNotNamed()) return
  const { key, isToken, references } = placesOf(draft.text, old)
  if (!key) return
  close()
  /** @type {[number, number, string][]} */
  const edits = references.map(([from, to]) => [from, to, draft.text.startsWith("#/", from - 2) ? name.replaceAll(".", "/") : name])
  edits.push([...key, JSON.stringify(isToken ? name.slice(name.lastIndexOf(".") + 1) : name)])
  typed(edits.sort((a, b) => b[0] - a[0]).reduce((text, [from, to, word]) => text.slice(0, from) + word + text.slice(to), draft.text))
}
