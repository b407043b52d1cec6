// Drafts on the server: documents that wait for a second look before they apply.
import { amend, close, open, refused } from "./acts.js"
import { formatOf, saved } from "./drafting.js"
import { loadDrafts, refreshThemes } from "./loading.js"
import { base, ask, query } from "./server.js"
import { change, themeNamed, titleOf, world } from "./state.js"

/** @typedef {import("./types").SavedDraft} SavedDraft */

/**
 * The drafts of this tab by their themes, which a later save replaces, so that their links stay.
 * @type {Map<string, SavedDraft>}
 */
const own = new Map()

/** Keeps what the user wrote as a draft: nobody sees it who has not its link. */
export async function saveAsDraft() {
  const { draft } = world
  if (!draft) return
  const { theme: name, text, etag } = draft
  amend({ isBusy: true, trouble: undefined })
  try {
    const format = formatOf(themeNamed(name)?.file ?? "")
    const before = world.drafts.find(each => each.id === own.get(name)?.id)
    const { body } = before
      ? await ask(`v1/drafts/${before.id}${query({ format, base: etag })}`, { method: "PUT", text, headers: { "If-Match": before.tag } })
      : await ask(`v1/drafts${query({ name, format })}`, { method: "POST", text, headers: { "If-Match": etag } })
    own.set(name, body)
    change({ notice: { text: `The draft of ${titleOf(name)} is kept.` } })
    await Promise.all([loadDrafts(), openDraft(body)])
  } catch (error) {
    refused(error)
  }
}

/** @param {SavedDraft} draft */
export async function openDraft(draft) {
  open({ kind: "draft", theme: draft.name, draft })
  try {
    const { body } = await ask(`v1/drafts/${draft.id}/consequences${query({ limit: "100" })}`)
    if (world.dialog?.draft === draft) amend({ consequences: body })
  } catch (error) {
    refused(error)
  }
}

/**
 * Returns the address at which anybody sees a draft, or nothing if the server keeps it from this user.
 * @param {SavedDraft} draft
 */
export const linkOf = ({ key }) => key && new URL(`?draft=${key}`, base).href

/** @param {SavedDraft} draft */
export async function publish(draft) {
  amend({ isBusy: true, trouble: undefined })
  try {
    await ask(`v1/drafts/${draft.id}/publish`, { body: {}, headers: { "If-Match": draft.tag } })
    close()
    change({ notice: { text: `${titleOf(draft.name)} is published.` } })
    await Promise.all([loadDrafts(), refreshThemes([draft.name])])
    await saved(draft.name)
  } catch (error) {
    refused(error)
  }
}

/** @param {SavedDraft} draft */
export async function discard(draft) {
  try {
    await ask(`v1/drafts/${draft.id}`, { method: "DELETE", headers: { "If-Match": draft.tag } })
    change({ notice: { text: `The draft of ${draft.title} is discarded.` } })
    await loadDrafts()
  } catch (error) {
    refused(error)
  }
}
