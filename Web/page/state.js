// The state of the page and of the user: one value that changes in one place and is drawn after each change.

/** @typedef {import("./types").Look} Look */
/** @typedef {import("./types").Traits} Traits */
/** @typedef {import("./types").Route} Route */
/** @typedef {import("./types").Dialog} Dialog */
/** @typedef {import("./types").Draft} Draft */

export const world = {
  /** @type {import("./follow.js").Connection} */
  connection: "connecting",
  /** @type {import("./types").Access | null} */
  access: null,
  channel: "main",
  /** @type {import("./types").Active[]} */
  channels: [],
  /** @type {import("./types").ThemeEntry[] | null} */
  themes: null,
  /** @type {Record<string, import("./types").Kit>} */
  kits: {},
  /** @type {import("./types").Schedule[]} */
  schedules: [],
  /** @type {import("./types").Span[]} */
  outlook: [],
  /** @type {{ span: "Days" | "Weeks" | "Months", bars: import("./types").Bar[], before?: import("./types").Bar }} when plans are, and the place before a move */
  plan: { span: "Weeks", bars: [] },
  /** @type {{ changes: import("./types").Change[], next: string | null, shown?: number } | null} with the number of listed changes */
  history: null,
  /** @type {Map<string, Look>} */
  looks: new Map(),
  /** @type {Map<string, string>} addresses of images, by the server's path */
  pictures: new Map(),
  /** @type {Traits} */
  traits: { scheme: "light", contrast: "no-preference", more: {} },
  /** The only kit that the user wants to see; empty for all. */
  kit: "",
  /** Indicates that each theme is drawn in light and dark. */
  isSideBySide: false,
  /** @type {Map<string, { key: string, looks: Look[] }>} the looks of a theme side by side */
  variants: new Map(),
  /** The words that a listed theme has. */
  filter: "",
  sort: "Name",
  channelFilter: "",
  /** @type {"cards" | "list"} */
  layout: "cards",
  /** The rows of a long list that are in the document, their size, and the visible ones of them. */
  sight: { columns: 1, row: 1, first: 0, last: 4, visible: { first: 0, last: 4 } },
  /** Indicates that more themes are on their way. */
  isPartial: false,
  hasMoreTraits: false,
  /** @type {Route} */
  route: { view: "themes" },
  /** @type {Dialog | null} */
  dialog: null,
  /** @type {{ text: string, undo?: () => void, show?: string } | null} with the theme that a button shows */
  notice: null,
  /** The failed action, in the server's words. */
  trouble: "",
  /** @type {(() => void) | null} the failed action once more, if that may help */
  retry: null,
  /** @type {{ picked: string, surroundings: Record<string, string>, filter: string, showsUnmatched: boolean }} */
  inspect: { picked: "", surroundings: {}, filter: "", showsUnmatched: false },
  /** @type {{ key: string, list: import("./types").Explained[] } | null} */
  explained: null,
  /** @type {Map<string, import("./differing.js").Difference[]>} what a change made different, by its cursor */
  differences: new Map(),
  /** @type {{ key: string, of: Map<string, import("./aliases.js").Reference[]> } | null} what the names of the open theme refer to */
  aliases: null,
  /** @type {{ theme: string, name: string, view: string, found: import("./uses.js").Uses | null } | null} the uses of a name, in the view that asks */
  uses: null,
  /** @type {{ key: string, of: Map<string, import("./types").Repair | undefined> } | null} */
  repairs: null,
  /** @type {Draft | null} */
  draft: null,
  /** @type {import("./types").Clients | null} who has what the channel shows, after a switch */
  clients: null,
  /** @type {import("./types").SavedDraft[]} those that the server keeps */
  drafts: [],
  /** How two screens are compared: beside each other, or the second over the first from this place on, in percent. */
  compare: { divide: /** @type {number | null} */ (null), isOnScreen: false },
  /** @type {import("./types").Past | null} what the address compares with, where that is a theme's past */
  past: null,
  /** @type {{ theme: string, version: string, changes: import("./types").Change[] } | null} when a theme was changed */
  times: null,
  /** Increases when the data behind all looks may have changed. */
  generation: 0,
  /** @type {Map<string, number>} how often each theme has changed since */
  versions: new Map(),
}

/** @typedef {typeof world} World */

let isDue = false
/** @type {() => void} */
let draw = () => {}

/** @param {() => void} how */
export function drawWith(how) {
  draw = how
}

/** @param {Partial<World>} [news] */
export function change(news) {
  Object.assign(world, news)
  if (isDue) return
  isDue = true
  queueMicrotask(() => {
    isDue = false
    draw()
  })
}

/** @param {string} [channel] */
export function active(channel = world.channel) {
  return world.channels.find(each => each.channel === channel)
}

/** @type {{ of: unknown, map: Map<string, import("./types").ThemeEntry> }} */
let index = { of: null, map: new Map() }

/** @param {string | undefined | null} name */
export function themeNamed(name) {
  if (index.of !== world.themes) index = { of: world.themes, map: new Map(world.themes?.map(theme => [theme.name, theme])) }
  return index.map.get(name ?? "")
}

/**
 * Returns a word that differs after each change of a theme.
 * @param {string} name
 */
export const versionOf = name => `${world.generation} ${world.versions.get(name) ?? 0}`

/**
 * Returns the channel that shows a theme or one that builds on it, the channel of the page before others.
 * @param {string} name
 */
export function liveIn(name) {
  const shows = (/** @type {import("./types").Active} */ each) => lineage(each.theme).includes(name)
  return (world.channels.filter(each => each.channel === world.channel).find(shows) ?? world.channels.find(shows))?.channel
}

/**
 * Returns a theme and all that it builds on.
 * @param {string} name
 * @returns {string[]}
 */
function lineage(name) {
  const found = [name]
  for (let parent = themeNamed(name)?.parent; parent && !found.includes(parent); parent = themeNamed(parent)?.parent) found.push(parent)
  return found
}

/** @param {string | undefined | null} name what readers call a theme */
export function titleOf(name) {
  return themeNamed(name)?.title ?? name ?? ""
}

/**
 * Returns the reason why the user can't switch a channel, or an empty text.
 * @param {string} [channel]
 */
export function readOnly(channel) {
  const { access } = world
  if (!access) return "It is not known yet what you may do."
  if (!(channel ? access.operate : access.author)) return "This needs a token: see Access, above."
  if (channel && access.channels && !access.channels.includes(channel)) return `Your token is not for ${channel}.`
  return ""
}
