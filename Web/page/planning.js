// What will show and what happened: plans and past changes of the channel.
import { amend, close, isOtherKit, open, refused } from "./acts.js"
import { failed, refresh } from "./loading.js"
import { ask, query, Refusal, tagOf } from "./server.js"
import { change, titleOf, world } from "./state.js"
import { moment } from "./words.js"

/** @typedef {import("./state.js").Dialog} Dialog */

/** @typedef {import("./types").Bar} Bar */
/** @typedef {{ from: Date, until: Date, columns: number, unit: number }} Row a day of hours, or a week or a month of days; `unit` is the time of a column */

const hour = 3_600_000
const day = 24 * hour

/** The rows of the plan that is shown. */
export function rows() {
  const start = new Date()
  start.setHours(0, 0, 0, 0)
  const { span } = world.plan
  if (span === "Weeks") start.setDate(start.getDate() - (start.getDay() + 6) % 7)
  if (span === "Months") start.setDate(1)
  const count = { Days: 7, Weeks: 5, Months: 4 }[span]
  return Array.from({ length: count }, (_, at) => row(start, at))
}

/** @param {Date} start @param {number} at @returns {Row} */
function row(start, at) {
  const [from, until] = [at, at + 1].map(step => {
    const date = new Date(start)
    if (world.plan.span === "Months") date.setMonth(date.getMonth() + step)
    else date.setDate(date.getDate() + step * (world.plan.span === "Weeks" ? 7 : 1))
    return date
  })
  if (world.plan.span === "Days") return { from, until, columns: 24, unit: hour }
  return { from, until, columns: Math.round((until.getTime() - from.getTime()) / day), unit: day }
}

export async function loadTimeline() {
  if (!world.access?.watch) return change({ history: { changes: [], next: null }, outlook: [] })
  try {
    const all = rows()
    const span = { from: all[0].from.toISOString(), until: all[all.length - 1].until.toISOString() }
    const [page, outlook, bars] = await Promise.all([historyPage(""), ask(`v1/outlook${query({ channel: world.channel, ...span })}`), loadBars(span)])
    // What is being moved stays where the user has it.
    change({ history: page, outlook: outlook.body.spans, plan: world.plan.before ? world.plan : { ...world.plan, bars } })
  } catch (error) {
    failed(error)
  }
}

/**
 * Requests the times of all plans of the channel.
 * @param {{ from: string, until: string }} span
 */
async function loadBars(span) {
  const plans = world.schedules.filter(plan => plan.channel === world.channel)
  const all = await Promise.all(plans.map(async plan => {
    if (!plan.repeat) return [{ plan, from: plan.from, until: plan.until }]
    const { body } = await ask(`v1/schedule/${plan.id}/occurrences${query(span)}`)
    return body.occurrences.map((/** @type {Omit<Bar, "plan">} */ each) => ({ plan, ...each }))
  }))
  return /** @type {Bar[]} */ (all.flat()).sort((a, b) => a.from.localeCompare(b.from))
}

/** @param {"Days" | "Weeks" | "Months"} span */
export function chooseSpan(span) {
  change({ plan: { ...world.plan, span } })
  loadTimeline()
}

/** @param {Bar} bar */
export const barKey = ({ plan, occurrence }) => `${plan.id} ${occurrence ?? ""}`

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer
/** Keys that are pressed within this time are one move. */
const pause = 700

/**
 * Draws a plan at another time, and moves it there once no further key or movement comes.
 * @param {Bar} bar @param {number} move @param {number} stretch both in milliseconds
 * @param {number} [wait]
 */
export function shift(bar, move, stretch, wait = pause) {
  const key = barKey(bar)
  const now = world.plan.bars.find(each => barKey(each) === key) ?? bar
  const later = (/** @type {string} */ time, /** @type {number} */ by) => new Date(Date.parse(time) + by).toISOString()
  const next = { ...now, from: later(now.from, move), until: now.until && later(now.until, move + stretch) }
  if (next.until && next.until <= next.from) return
  change({ plan: { ...world.plan, bars: world.plan.bars.map(each => (barKey(each) === key ? next : each)), before: world.plan.before ?? now } })
  clearTimeout(timer)
  timer = setTimeout(() => settle(next), wait)
}

/** @param {Bar} bar where it is to be */
async function settle(bar) {
  const { before } = world.plan
  change({ plan: { ...world.plan, before: undefined } })
  if (!before || (before.from === bar.from && before.until === bar.until)) return
  try {
    await place(bar)
    const undo = () => place(before).then(() => Promise.all([refresh(), loadTimeline()])).then(() => change({ notice: null }), refused)
    change({ notice: { text: `${titleOf(bar.plan.theme)} is planned for ${moment(bar.from)}.`, undo } })
  } catch (error) {
    refused(error)
  }
  await refresh()
  await loadTimeline()
}

/** @param {Bar} bar */
async function place({ plan, occurrence, from, until }) {
  const path = `v1/schedule/${plan.id}`
  if (occurrence) return ask(`${path}/move`, { body: { occurrence, from, ...(until ? { until } : {}) } })
  const { headers } = await ask(path)
  const { theme, channel, note, zone } = plan
  await ask(path, { method: "PUT", body: { theme, channel, from, ...(until ? { until } : {}), ...(note ? { note } : {}), ...(zone ? { zone } : {}) }, headers: { "If-Match": tagOf(headers) } })
}

/** @param {Bar} bar an occurrence that shall not take place */
export async function skip({ plan, occurrence }) {
  try {
    await ask(`v1/schedule/${plan.id}/skip`, { body: { occurrence } })
    close()
    const undo = () => ask(`v1/schedule/${plan.id}/skip${query({ occurrence })}`, { method: "DELETE" })
      .then(() => Promise.all([refresh(), loadTimeline()])).then(() => change({ notice: null }), refused)
    change({ notice: { text: `${titleOf(plan.theme)} is skipped once.`, undo } })
    await refresh()
    await loadTimeline()
  } catch (error) {
    refused(error)
  }
}

/** The number of changes that are listed at once. */
export const mostChanges = 50

export async function loadOlder() {
  const { history } = world
  if (!history) return
  const shown = (history.shown ?? mostChanges) + mostChanges
  if (!history.next || shown <= history.changes.length) return change({ history: { ...history, shown } })
  try {
    const page = await historyPage(history.next)
    change({ history: { changes: [...history.changes, ...page.changes], next: page.next, shown } })
  } catch (error) {
    failed(error)
  }
}

/**
 * Requests the changes of the channel and of themes that no channel shows. Changes of other channels are in between, so
 * one page may need several requests.
 * @param {string} start
 */
async function historyPage(start) {
  /** @type {import("./types").Change[]} */
  const changes = []
  /** @type {string | null} */
  let next = start
  for (let pages = 0; next !== null && changes.length < 25 && pages < 5; pages += 1) {
    /** @type {import("./server.js").Answer} */
    const { body } = await ask(`v1/history${query({ channel: "*", limit: "500", before: next })}`)
    changes.push(...body.changes.map(withBefore).filter(concerns))
    next = body.next
  }
  return { changes, next }
}

/**
 * Adds to each change the cursor of the previous one.
 * @param {import("./types").Change} entry
 * @param {number} at
 * @param {import("./types").Change[]} all newest first
 */
export const withBefore = (entry, at, all) => ({ ...entry, before: all[at + 1]?.cursor })

/** @param {import("./types").Change} entry */
function concerns(entry) {
  const isDue = world.schedules.some(plan => plan.channel === world.channel && plan.theme === entry.theme)
  return !entry.channels.length || entry.channels.includes(world.channel) || (isDue && entry.kind === "updated")
}

/** @param {string} [theme] @param {Date} [from] */
export function beginSchedule(theme = "", from) {
  const next = new Date(Date.now() + hour)
  next.setMinutes(0, 0, 0)
  open({ kind: "schedule", channel: world.channel, theme: theme || world.themes?.[0]?.name, from: local(from ?? next), until: "", note: "", zone: ownZone, repeat: "" })
}

/** How often a plan takes place, by rules of RFC 5545. */
export const repeats = [
  ["", "Never"], ["FREQ=DAILY", "Every day"], ["FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR", "On working days"],
  ["FREQ=WEEKLY", "Every week"], ["FREQ=MONTHLY", "Every month"], ["FREQ=YEARLY", "Every year"],
]
/** @param {string} rule */
export const repeatWords = rule => repeats.find(([value]) => value === rule)?.[1] ?? rule

/** The zone of this device. */
export const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * Formats a time for an input field.
 * @param {Date} time
 */
function local(time) {
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** @param {Dialog} dialog */
export function scheduleBody({ theme, channel, from, until, note, force, repeat, zone = ownZone }) {
  // A plan that repeats, or is for another place, goes by the clock there.
  const isLocal = repeat || zone !== ownZone
  const time = (/** @type {string} */ text) => (isLocal ? text : new Date(text).toISOString())
  return {
    theme, channel, from: time(from ?? ""), ...(until ? { until: time(until) } : {}), ...(isLocal ? { zone } : {}), ...(repeat ? { repeat } : {}),
    ...(note ? { note } : {}), ...(force ? { force } : {}),
  }
}

export async function finishSchedule() {
  const { dialog } = world
  if (dialog?.kind !== "schedule") return
  if (!dialog.from || Number.isNaN(Date.parse(dialog.from))) return amend({ trouble: "Say from when." })
  amend({ isBusy: true, trouble: undefined })
  try {
    await ask("v1/schedule", { body: scheduleBody(dialog) })
    close()
    change({ notice: { text: `${titleOf(dialog.theme)} is scheduled.` } })
    await refresh()
    await loadTimeline()
  } catch (error) {
    if (error instanceof Refusal && isOtherKit(error)) return amend({ isBusy: false, force: true, conflict: error.message })
    refused(error)
  }
}

/** @param {import("./types").Schedule} plan */
export async function cancelSchedule(plan) {
  try {
    await ask(`v1/schedule/${encodeURIComponent(plan.id)}`, { method: "DELETE" })
    change({ notice: { text: `The schedule of ${titleOf(plan.theme)} is canceled.` } })
    await refresh()
    await loadTimeline()
  } catch (error) {
    refused(error)
  }
}
