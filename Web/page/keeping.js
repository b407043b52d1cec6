// Unsaved documents survive a reload: the tab keeps them.
import { base } from "./server.js"

/** @typedef {import("./state.js").Draft} Draft */

const drawer = `livery-edits ${base.pathname}`

/**
 * Returns the unsaved documents of before the reload, by their themes.
 * @returns {Map<string, Draft>}
 */
export function kept() {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(drawer) ?? "[]"))
  } catch {
    return new Map()
  }
}

/** @type {Draft[]} */
let unsaved = []

/** @param {Draft[]} drafts those that are not saved */
export function keep(drafts) {
  unsaved = drafts
  try {
    sessionStorage.setItem(drawer, JSON.stringify(drafts.map(({ theme, text, saved, etag }) =>
      [theme, { theme, text, saved, etag, findings: [], checked: "" }])))
  } catch {
    // Without storage the question below remains.
  }
}

// Closing the tab ends its storage too.
addEventListener("beforeunload", event => {
  if (unsaved.length) event.preventDefault()
})
