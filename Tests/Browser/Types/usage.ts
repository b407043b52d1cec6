// How pages use livery.js, and what the compiler keeps them from.
import { follow, put, type Options, type State, type Theme } from "./livery"

const theme: Theme = follow("https://themes.example/v1/theme.css?channel=shop", {
  token: async () => "secret", keep: false, share: false, wait: 50, seed: { text: "", tag: '""' },
  apply: (text, address) => put(text, address),
})
const state: State = theme.state
theme.addEventListener("change", (event: Event) => console.log(event.type, theme.text, theme.tag, state))
theme.addEventListener("state", { handleEvent: () => theme.stop() }, { once: true })

export async function draw(options: Options): Promise<void> {
  for await (const text of follow("/v1/theme", options)) JSON.parse(text)
}

// @ts-expect-error An address is needed.
follow()
// @ts-expect-error A token is text, or a function that gives it.
follow("/v1/theme", { token: 7 })
// @ts-expect-error There is no such option.
follow("/v1/theme", { waits: 25 })
// @ts-expect-error The state is read-only.
theme.state = "live"
// @ts-expect-error There is no such event.
theme.addEventListener("changed", () => {})
// @ts-expect-error There is no such state.
export const unknown: State = "stopped"
