// The actions of the user.
import { ask, Refusal, useToken } from "./server.js"
import { followAnew } from "./follow.js"
import { failed, refresh, reloadLooks, showChannels, want } from "./loading.js"
import { showAddress } from "./route.js"
import { active, change, titleOf, world } from "./state.js"
import { whoAndWhen } from "./words.js"

/** @typedef {import("./state.js").Dialog} Dialog */

/**
 * Applies a choice and draws the page again.
 * @param {Partial<import("./state.js").World>} news
 */
export function choose(news) {
  change(news)
  showAddress()
  reloadLooks()
  if (world.draft) import("./drafting.js").then(drafting => drafting.check())
  if (world.route.with) import("./past.js").then(past => past.loadPast())
}

/** @param {string} channel */
export function chooseChannel(channel) {
  change({ channel, history: null, outlook: [] })
  showAddress()
  if (world.route.view === "timeline") import("./planning.js").then(planning => planning.loadTimeline(), () => {})
}

/** @param {Partial<import("./state.js").Traits>} traits */
export function chooseTraits(traits) {
  choose({ traits: { ...world.traits, ...traits }, ...(traits.scheme ? { isSideBySide: false } : {}) })
}

/** Draws each theme in light and dark, where there is one beside the other. */
export function chooseSideBySide() {
  choose({ isSideBySide: true })
}

/** @param {string} kit @param {string} name @param {string} value */
export function chooseTrait(kit, name, value) {
  chooseTraits({ more: { ...world.traits.more, [kit]: { ...world.traits.more[kit], [name]: value } } })
}

/** @param {Dialog} dialog */
export function open(dialog) {
  change({ dialog })
}

/** @param {Partial<Dialog>} news */
export function amend(news) {
  if (world.dialog) change({ dialog: { ...world.dialog, ...news } })
}

export function close() {
  change({ dialog: null })
}

/** @param {string} theme */
export function beginSwitch(theme) {
  const shows = active()
  open({ kind: "switch", theme, channel: world.channel, cursor: shows?.cursor, shows: shows?.theme, note: "" })
  want(theme)
  if (shows) want(shows.theme)
  if (world.access?.watch) import("./clients.js").then(clients => clients.countWaiting(world.channel), () => {})
}

/**
 * Returns the request of the switch in a dialog.
 * @param {Dialog} dialog
 */
export function switchBody({ theme, channel, note, cursor, force, isGuarded }) {
  return { theme, channel, ...(note ? { note } : {}), ...(isGuarded ? { guard: { holding: 0.95, within: 30 } } : {}), ...(force ? { force } : {}), if: cursor }
}

export async function finishSwitch() {
  const { dialog } = world
  if (dialog?.kind !== "switch") return
  amend({ isBusy: true, trouble: undefined })
  try {
    const { body } = await ask("v1/active", { body: switchBody(dialog) })
    close()
    const { guard } = body
    settled(body, `${body.channel} shows ${titleOf(body.theme)} now.${guard ? ` ${guard.reason ?? "It is taken back after 30 s unless 95 % have it."}` : ""}`)
  } catch (error) {
    if (error instanceof Refusal && isOtherKit(error)) return amend({ isBusy: false, force: true, conflict: error.message })
    if (error instanceof Refusal && error.status === 409) return met(error)
    refused(error)
  }
}

/**
 * Indicates whether the theme has another kit than the channel: then the user has to confirm the switch.
 * @param {Refusal} refusal
 */
export function isOtherKit(refusal) {
  return refusal.problem.type === "urn:livery:problem:other-kit"
}

/**
 * Handles a switch by somebody else: nothing was changed, and the user decides with the present state.
 * @param {Refusal} refusal
 */
function met(refusal) {
  const now = refusal.problem.active
  amend({
    isBusy: false, cursor: now?.cursor ?? refusal.problem.cursor,
    conflict: now ? `Somebody was quicker: ${whoAndWhen(now)}. Nothing was changed.` : refusal.message,
  })
  refresh()
}

/** @param {unknown} error */
export function refused(error) {
  if (!(error instanceof Refusal)) throw error
  if (error.status === 401) return lostToken(error.message)
  if (world.dialog) return amend({ isBusy: false, trouble: error.message })
  change({ trouble: error.message })
}

/**
 * Asks for a token. The open dialog with its input comes back afterwards.
 * @param {string} words
 */
function lostToken(words) {
  const dialog = world.dialog ? { ...world.dialog, isBusy: false } : null
  resumed = dialog?.kind === "access" ? resumed : dialog
  open({ kind: "access", trouble: words })
}

/** @type {Dialog | null} */
let resumed = null

/**
 * Reports a finished switch, shows it immediately, and offers to undo it.
 * @param {{ channel: string, theme: string, previous: string | null, cursor: string, at: string, by: string, note?: string, changed: boolean }} done
 * @param {string} text
 */
function settled(done, text) {
  const undo = done.changed && done.previous ? () => rollBack(done.channel, done.cursor) : undefined
  const shows = { ...done, title: titleOf(done.theme), since: done.at }
  const channels = world.channels.map(each => (each.channel === done.channel && done.changed ? shows : each))
  change({ notice: { text, undo }, trouble: "" })
  showChannels(channels)
  refresh()
}

/**
 * Switches back to the previous theme, or to that of an entry in the history.
 * @param {string} channel
 * @param {string | undefined} seen the state that the reader saw
 * @param {string} [to]
 */
export async function rollBack(channel, seen, to) {
  try {
    const { body } = await ask("v1/rollback", { body: { channel, if: seen, ...(to ? { to } : {}) } })
    settled(body, `${body.channel} shows ${titleOf(body.theme)} again.`)
  } catch (error) {
    if (!(error instanceof Refusal && error.status === 409 && !isOtherKit(error))) return refused(error)
    const now = error.problem.active
    change({ trouble: now ? `Not done: ${whoAndWhen(now)} meanwhile.` : error.message })
    refresh()
  }
}

export function openAccess() {
  open({ kind: "access" })
}

export async function finishAccess() {
  const { dialog } = world
  if (dialog?.kind !== "access") return
  const word = (dialog.token ?? "").trim()
  amend({ isBusy: true, trouble: undefined })
  try {
    const { body } = await ask("v1/access", {}, word)
    useToken(word, dialog.isForDevice ?? false)
    change({ access: body, pictures: new Map(), generation: world.generation + 1, dialog: resumed, trouble: "", retry: null })
    resumed = null
    followAnew()
    refresh()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    amend({ isBusy: false, trouble: error.message })
  }
}

/** @param {string} text */
export async function copy(text, what = "Copied.") {
  try {
    await navigator.clipboard.writeText(text)
    change({ notice: { text: what } })
  } catch {
    change({ notice: { text } })
  }
}

/** @param {string} kit @param {string} path */
export function chooseSurroundings(kit, path) {
  choose({ inspect: { ...world.inspect, surroundings: { ...world.inspect.surroundings, [kit]: path } } })
}
