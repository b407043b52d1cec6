/**
 * Follows themes of a Livery server: the page changes within half a second of a switch.
 *
 * ```js
 * import { follow } from "./livery.js"
 *
 * follow("https://themes.example/v1/theme.css?channel=shop")               // put on the page, kept up to date
 *
 * for await (const text of follow("https://themes.example/v1/theme?colorScheme=dark")) draw(JSON.parse(text))
 * ```
 *
 * Without `import`, as `<script type="module" src="https://themes.example/livery.js" data-livery="ADDRESS">`, it follows
 * that address, the address of each `<link rel="stylesheet" data-livery href="…">` of the page, and continues from each
 * `<style data-livery="ADDRESS" data-etag='"…"'>` that a server has rendered into the page. Without a document, as on
 * that server, neither the import nor `follow` does anything.
 */

/**
 * - `loading`: no theme yet;
 * - `kept`: the theme that was stored on an earlier visit, not yet confirmed;
 * - `live`: the server's theme;
 * - `offline`: the last known theme; the server can't be reached, is busy, or its response can't be read;
 * - `refused`: the last known theme; the token is missing or wrong.
 */
export type State = "loading" | "kept" | "live" | "offline" | "refused"

export interface Options {
  /** A bearer token. A function is called before each request, so a new token ends the state `refused`. */
  token?: string | (() => string | undefined | Promise<string | undefined>)
  /** Whether the theme is stored in `localStorage` for the next visit; true by default. */
  keep?: boolean
  /** Whether all tabs of this origin share one connection; true by default. */
  share?: boolean
  /** The number of seconds for which the server may hold a request; 25 by default, at most 55. */
  wait?: number
  /** A known theme, for example from a page that a server has rendered. It is used instead of the stored theme. */
  seed?: { text: string; tag: string }
  /**
   * Whether the page may show drafts; by default if its `<html>`, a `<link>` or a `<script>` has `data-livery-drafts`. Then
   * an address of the page with `livery-draft=KEY` shows the draft with that key, with a bar that says so. Nothing of it is
   * stored, and no other tab shows it.
   */
  drafts?: boolean
  /**
   * Receives each new text, also the stored one. If it throws, the server learns that this client refused the theme. By
   * default a style sheet is `put` on the page, a later one with the theme's `transition`.
   */
  apply?: (text: string, address: string) => void
}

export interface Theme extends EventTarget, AsyncIterable<string> {
  readonly state: State
  /** The representation as the server sent it; empty while there is none. */
  readonly text: string
  /** Its entity tag. */
  readonly tag: string
  /** The families of fonts of the last style sheet that are in. The event `fonts` follows. */
  readonly fonts: Promise<string[]>
  /**
   * Reports to the server that this client can't apply the present theme, until a newer one comes. The reason is at most 100
   * characters of ASCII, and says nothing about the user.
   */
  refuse(reason: string): void
  /** Stops following: cancels the request, and leaves the page as it is. */
  stop(): void
  /** Returns the present text, then each new one, without outdated ones. Leaving the loop stops following. */
  [Symbol.asyncIterator](): AsyncGenerator<string, void, void>
  addEventListener(
    type: "change" | "state" | "fonts",
    listener: ((event: Event) => void) | EventListenerObject | null,
    options?: boolean | AddEventListenerOptions
  ): void
}

/**
 * Follows the representation at an address: `/v1/theme.css`, `/v1/theme` or another, with a channel, a theme or traits
 * in its query. A style sheet, whose path ends in `.css`, is put on the page.
 */
export function follow(address: string, options?: Options): Theme

/**
 * Puts a style sheet on the page, in the layer `livery`, and replaces the last one from this address. Rules of the page
 * outside of layers win. A link or rendered style for the address is disabled. For use in your own `apply`:
 *
 * ```js
 * follow(address, { apply: (text, address) => put(text.replaceAll("--accent", "--brand"), address) })
 * ```
 */
export function put(text: string, address: string): void
