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
  values: Record<string, { value: any }>
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
  kind: "switch" | "access" | "schedule"
  theme?: string
  channel?: string
  cursor?: string
  shows?: string
  note?: string
  conflict?: string
  /** Whether the user confirmed a theme of another kit. */
  force?: boolean
  trouble?: string
  isBusy?: boolean
  token?: string
  isForDevice?: boolean
  from?: string
  until?: string
  language?: string
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
