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
  /** @type {{ changes: import("./types").Change[], next: string | null } | null} */
  history: null,
  /** @type {Map<string, Look>} */
  looks: new Map(),
  /** @type {Map<string, string>} addresses of images, by the server's path */
  pictures: new Map(),
  /** @type {Traits} */
  traits: { scheme: "light", contrast: "no-preference", more: {} },
  /** The only kit that the user wants to see; empty for all. */
  kit: "",
  hasMoreTraits: false,
  /** @type {Route} */
  route: { view: "themes" },
  /** @type {Dialog | null} */
  dialog: null,
  /** @type {{ text: string, undo?: () => void } | null} */
  notice: null,
  /** The failed action, in the server's words. */
  trouble: "",
  /** @type {{ picked: string, surroundings: Record<string, string>, filter: string, showsUnmatched: boolean }} */
  inspect: { picked: "", surroundings: {}, filter: "", showsUnmatched: false },
  /** @type {{ key: string, list: import("./types").Explained[] } | null} */
  explained: null,
  /** @type {Map<string, import("./differing.js").Difference[]>} what a change made different, by its cursor */
  differences: new Map(),
  /** @type {Draft | null} */
  draft: null,
  /** @type {import("./types").Past | null} what the address compares with, where that is a theme's past */
  past: null,
  /** @type {{ theme: string, generation: number, changes: import("./types").Change[] } | null} when a theme was changed */
  times: null,
  /** Increases when the data behind the looks may have changed. */
  generation: 0,
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

/** @param {string | undefined | null} name */
export function themeNamed(name) {
  return world.themes?.find(each => each.name === name)
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
