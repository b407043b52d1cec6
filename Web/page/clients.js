// The clients that have the theme of the channel, after a switch until all that wait have it.
import { ask, Refusal } from "./server.js"
import { amend } from "./acts.js"
import { active, change, world } from "./state.js"

/** The time in ms after which the figures stand as they are: a client that is behind then is behind for longer. */
const patience = 60_000

/** The number of the newest switch; an older one is followed no longer. */
let newest = 0

/** Follows the clients of the channel after a switch. It polls, since a request that waits takes a connection of the browser. */
export async function followClients() {
  if (!world.access?.watch) return
  newest += 1
  const [turn, channel, end] = [newest, world.channel, Date.now() + patience]
  const isOver = () => turn !== newest || channel !== world.channel || document.hidden || Date.now() > end
  change({ clients: null })
  for (let pause = 200; !isOver(); pause = Math.min(pause * 1.5, 3_000)) {
    try {
      const { body } = await ask(`v1/channels/${encodeURIComponent(channel)}/clients`)
      if (isOver()) return
      change({ clients: body.waiting > 0 ? body : null })
      // Clients that were notified and have not come back are not among those that wait.
      if (body.theme === active(channel)?.theme && body.behind === 0 && body.told === 0) return
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return
    }
    await new Promise(done => setTimeout(done, pause))
  }
}

/**
 * Requests how many clients a switch will reach.
 * @param {string} channel
 */
export async function countWaiting(channel) {
  try {
    const { body } = await ask(`v1/channels/${encodeURIComponent(channel)}/clients`)
    if (world.dialog?.kind === "switch") amend({ waiting: body.waiting })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}
