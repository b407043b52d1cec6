// The server's responses, as far as the page reads them.

export interface Finding {
  severity?: "error" | "warning" | "note"
  code: string
  file?: string
  line: number
  column: number
  length?: number
  pointer: string
  message: string
  instead?: string
}

export interface ThemeEntry {
  name: string
  title: string
  kit: string
  parent?: string
  /** The traits that it, or a parent, adds to its kit. */
  traits?: Record<string, KitTrait>
  file: string
  etag?: string
  at?: string
  by?: string
  overrides?: string
  problems: Finding[]
  warnings: Finding[]
  notes: Finding[]
}

export interface Active {
  channel: string
  theme: string
  title?: string
  previous: string | null
  since: string
  by?: string
  note?: string
  cursor: string
}

export interface Differs {
  colors: string[]
  images: string[]
  rules: string[]
  values: string[]
  more?: true
}

export interface Change {
  cursor: string
  kind: "activated" | "updated" | "removed" | "scheduled" | "unscheduled"
  channels: string[]
  theme: string
  previous?: string | null
  at: string
  by?: string
  note?: string
  schedule?: string
  differs?: Differs
  /** The change before it, of any kind, if that is known. */
  before?: string
}

export interface Schedule {
  id: string
  channel: string
  theme: string
  from: string
  until: string | null
  state: "waiting" | "running"
  by: string
  note?: string
  zone?: string
  repeat?: string
}

/** A time of a plan: of one that repeats, an occurrence. */
export interface Bar {
  plan: Schedule
  occurrence?: string
  from: string
  until: string | null
}

/** The figures of the clients that wait for a channel. */
export interface Clients {
  channel: string
  theme: string
  waiting: number
  holding: number
  refused: number
  refusals: { reason: string, count: number }[]
  behind: number
  share: number | null
  back: { last: number | null }
}

export interface Span {
  from: string
  until: string
  theme: string
  schedule?: string
}

export interface Access {
  name: string
  read: boolean
  watch: boolean
  operate: boolean
  author: boolean
  write: boolean
  channels: string[] | null
}

export interface KitTrait {
  values?: string[]
  kind?: string
  default?: string
  hint?: string
  hintValues?: Record<string, string>
}

export interface KitClass {
  superclass: string | null
}

export interface Kit {
  title: string
  /** Its own name, then the kits that it builds on; absent where there are none. */
  lineage?: string[]
  traits: Record<string, KitTrait>
  contrasts?: { class: string; text: string; background: string }[]
  classes: Record<string, KitClass>
}

export interface ImageChoice {
  candidates: string[]
  file?: string
  url?: string
}

export interface Resolved {
  theme: string
  title: string
  kit: string
  colors: Record<string, string>
  images: Record<string, ImageChoice>
  values: Record<string, { value: any, type?: string }>
  appearance: { for: string; in?: string; set: Values }[]
}

export type Values = Record<string, any>

export interface Tree {
  id: string
  for: string
  children?: Tree[]
}

export interface LookNode {
  id?: string
  for: string
  in?: string
  set: Values
  explain?: Explained[]
}

export interface RuleOutcome {
  theme?: string
  index?: number
  file?: string
  line?: number
  rule?: string
  value?: any
  written?: any
  reason?: number
  why?: string
  override?: true
}

export interface Explained {
  key: string
  winner: RuleOutcome | null
  lost: RuleOutcome[]
  unmatched?: RuleOutcome[]
}

/** The look of a theme for the traits that the user chose. */
export interface Look {
  /** The theme, traits and containers of its request. */
  key: string
  resolved: Resolved
  tree: Tree
  nodes: LookNode[]
  /** The elements by the roles of names, where the theme has no rules. */
  roles?: LookNode[]
  /** The traits that the user chose for it. */
  scheme: "light" | "dark"
  contrast: "no-preference" | "more"
  /** Indicates that the traits ask for a screen from right to left. */
  isMirrored: boolean
}

/** The data that a scene is drawn from. */
export interface Stage {
  look: Look
  scheme: "light" | "dark"
  picked?: string
  picture: (name: unknown) => string | undefined
  isLarge: boolean
}

export interface Scene {
  device: string
  /** The class names of the device's frame. */
  frame: string
  /** Containers that the screen can be in; usually the first. */
  surroundings: string[]
  tree: (surroundings: string, styles: string[]) => Tree
  /** The classes whose styles get a button each. */
  styled: string[]
  draw: (stage: Stage) => import("./dom.js").Part
}

/** A possible child of an element; empty values are left out. */
export type Child = import("./dom.js").Piece | number | boolean | null | undefined | Child[]

export interface Traits {
  scheme: "light" | "dark"
  contrast: "no-preference" | "more"
  /** The chosen values of each kit's other traits. */
  more: Record<string, Record<string, string>>
}

export interface Route {
  view: string
  theme?: string
  line?: number
  with?: string
}

/** An open dialog; the user's input stays in it until it is closed. */
export interface Dialog {
  kind: "switch" | "access" | "schedule" | "save" | "menu" | "new" | "rename" | "delete" | "import" | "draft" | "commands" | "change" | "plan" | "naming"
  theme?: string
  channel?: string
  cursor?: string
  shows?: string
  note?: string
  conflict?: string
  /** Whether the user confirmed a theme of another kit. */
  force?: boolean
  /** Whether the server takes the switch back unless clients get it. */
  isGuarded?: boolean
  /** The number of clients that wait for a change of the channel. */
  waiting?: number
  trouble?: string
  isBusy?: boolean
  token?: string
  isForDevice?: boolean
  from?: string
  until?: string
  language?: string
  title?: string
  name?: string
  kit?: string
  base?: string
  /** The chosen row of a list. */
  at?: number
  /** The place of a menu. */
  x?: number
  y?: number
  /** The files of an import, and the draft that the server has of them. */
  files?: { name: string, bytes: Uint8Array }[]
  draft?: SavedDraft
  consequences?: Consequences
  problems?: Finding[]
  format?: string
  look?: Look
  /** The value that is changed, and where it can be: of a property of an element, or of a name. */
  element?: string
  property?: string
  repeat?: string
  zone?: string
  bar?: Bar
  places?: Place[]
  place?: number
  value?: any
  /** What changes together with it. */
  others?: string[]
  polar?: Polar
  typed?: string
}

/** A place in the document at which a value can be changed. */
export interface Place {
  words: string
  name?: string
  path: (string | number)[]
  value: any
  /** The rule that is added. */
  rule?: { for: string, in?: string, set: Values }
}

/** The document with a text that can be read, under these traits. */
export interface Repair {
  color: string
  difference: number
  text: string
  where: string
}

/** A color by lightness, chroma and hue, which a dull or rounded color lacks. */
export interface Polar {
  lightness: number
  chroma: number
  hue: number
  alpha: number
  of?: string
}

/** A place that a draft makes look different, a contrast there, or a name with another value. */
export interface Consequence {
  for?: string
  in?: string
  traits: Record<string, string>
  property?: string
  text?: string
  on?: string
  kind?: string
  name?: string
  before?: any
  after?: any
  needs?: number
}

export interface Consequences {
  count: number
  looks: Consequence[]
  contrasts: Consequence[]
  names: Consequence[]
}

/** A draft on the server. */
export interface SavedDraft {
  id: string
  name: string
  title: string
  tag: string
  state: string
  authors: string[]
  note?: string
  changedAt: string
  expires: string
  problems: Finding[]
  key?: string
  link?: string
}

/** A theme at an earlier change. */
export interface Past {
  theme: string
  cursor: string
  text?: string
  /** The present document, if the earlier one can't be drawn. */
  now?: string
  look?: Look
  trouble?: string
}

/** The document that the user edits. */
export interface Draft {
  theme: string
  text: string
  saved: string
  etag: string
  findings: Finding[]
  checked: string
  isBusy?: boolean
  conflict?: { by?: string; at?: string; etag: string; text: string }
  look?: Look
  trouble?: string
  isCompared?: boolean
}
