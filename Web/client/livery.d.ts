/**
 * Follows themes of a Livery server: what a page shows changes within half a second of a switch.
 *
 * ```js
 * import { follow } from "./livery.js"
 *
 * follow("https://themes.example/v1/theme.css?channel=shop")               // put on the page, kept up to date
 *
 * for await (const text of follow("https://themes.example/v1/theme?colorScheme=dark")) draw(JSON.parse(text))
 * ```
 *
 * Without `import`, as `<script type="module" src="https://themes.example/livery.js">`, it follows what each
 * `<link rel="stylesheet" data-livery href="…">` of the page names, and goes on from each
 * `<style data-livery="ADDRESS" data-etag='"…"'>` that a server has rendered into it.
 */

/**
 * - `loading`: nothing is known yet;
 * - `kept`: what was kept from an earlier visit, not checked yet;
 * - `live`: what the server says;
 * - `offline`: the last that was known, for the server can't be reached, is busy, or makes no sense;
 * - `refused`: the last that was known, for the token is missing or wrong.
 */
export type State = "loading" | "kept" | "live" | "offline" | "refused"

export interface Options {
  /** A bearer token; a function is called before each request, so that a fresh one heals a refusal. */
  token?: string | (() => string | undefined | Promise<string | undefined>)
  /** Whether the theme is kept in `localStorage`, to be there at once on the next visit. Unless said, it is. */
  keep?: boolean
  /** Whether all tabs of this origin share one connection. Unless said, they do. */
  share?: boolean
  /** How many seconds the server may hold a request; 25 unless said, at most 55. */
  wait?: number
  /** What is known already, as from a page that a server has rendered: used instead of what was kept. */
  seed?: { text: string; tag: string }
  /** Takes each new text, the kept one included; unless said, a style sheet is `put` on the page. */
  apply?: (text: string, address: string) => void
}

export interface Theme extends EventTarget, AsyncIterable<string> {
  readonly state: State
  /** The representation as the server wrote it; empty while there is none. */
  readonly text: string
  /** Its entity tag. */
  readonly tag: string
  /** Ends following: the request is cut, what is on the page stays. */
  stop(): void
  /** Goes through each text from the present one on; skips those that are outdated already. Leaving the loop stops. */
  [Symbol.asyncIterator](): AsyncGenerator<string, void, void>
  addEventListener(
    type: "change" | "state",
    listener: ((event: Event) => void) | EventListenerObject | null,
    options?: boolean | AddEventListenerOptions
  ): void
}

/**
 * Follows the representation at an address: `/v1/theme.css`, `/v1/theme` or another, with a channel, a theme or traits
 * in its query. One that ends in `.css` is put on the page.
 */
export function follow(address: string, options?: Options): Theme

/**
 * Puts a style sheet on the page, in the layer `livery`, in place of the last one from this address: whatever the page
 * sets outside of layers wins. A link or rendered style for the address is disabled. For an `apply` of one's own:
 *
 * ```js
 * follow(address, { apply: (text, address) => document.startViewTransition(() => put(text, address)) })
 * ```
 */
export function put(text: string, address: string): void
