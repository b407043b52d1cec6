// The page of a draft's link: the theme alone on its screen, for anybody who has the key, as it changes.
import { h, show } from "./dom.js"
import { loadDraftLook } from "./loading.js"
import { ask, query, Refusal, send } from "./server.js"
import { change, drawWith, world } from "./state.js"
import { device } from "./views/device.js"
import { radios } from "./views/traits.js"

/** The words for a draft that has ended, by the server's reason. */
const ends = { published: "This draft was published.", discarded: "This draft was discarded.", expired: "This draft has expired." }

let words = "Asking for the draft…"
/** @type {import("./types").Look | undefined} */
let look
let title = "Draft"

/** @param {Element} root @param {string} key */
export function showDraft(root, key) {
  drawWith(() => {
    document.title = `Draft of ${title} · Livery`
    show(root, h("main", { id: "main", class: "alone" }, h("h1", { dir: "auto" }, look ? `Draft of ${title}` : "Draft"),
      radios("Appearance", world.traits.scheme, [["light", "Light"], ["dark", "Dark"]], value => {
        change({ traits: { ...world.traits, scheme: value === "dark" ? "dark" : "light" } })
        load(key)
      }),
      words && h("p", { role: "status", class: "muted" }, words),
      h("div", { class: "floor" }, look && device({ title, kit: look.resolved.kit, look }))))
  })
  change()
  follow(key)
}

/** @param {string} key */
async function load(key) {
  const { body } = await ask(`v1/active${query({ draft: key })}`)
  title = body.title ?? body.theme
  const drawn = await loadDraftLook({ name: body.theme, title, key })
  look = drawn
  words = ""
  change()
}

/**
 * Draws the draft each time that it changes, until it ends.
 * @param {string} key
 */
async function follow(key) {
  let tag = ""
  for (;;) {
    try {
      const answer = await send(`v1/theme${query({ draft: key })}`, { headers: tag ? { "If-None-Match": tag, Prefer: "wait=50" } : {} })
      if (answer.status === 200) {
        tag = answer.headers.get("ETag") ?? ""
        await load(key)
      } else if (answer.status !== 304) {
        const problem = await answer.json().catch(() => null)
        if (answer.status < 500 && answer.status !== 429) return end(problem)
        await pause()
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (error.status === 410 || error.status === 404) return end(error.problem)
      await pause()
    }
  }
}

/** @param {any} problem */
function end(problem) {
  words = ends[/** @type {keyof typeof ends} */ (problem?.reason)] ?? problem?.detail ?? "This draft can't be shown."
  look = undefined
  change()
}

const pause = () => new Promise(done => setTimeout(done, 2_000 + 3_000 * Math.random()))
