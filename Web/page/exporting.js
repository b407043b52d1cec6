// Downloads of a theme: its document, or a package if it has images.
import { failed, loadLook } from "./loading.js"
import { ask, send } from "./server.js"
import { change, world } from "./state.js"
import { fileName } from "./words.js"
import { zip } from "./zip.js"

/** @param {import("./types").ThemeEntry} theme */
export async function exportTheme(theme) {
  try {
    const { text } = await ask(`v1/themes/${theme.name}`)
    await loadLook(theme.name)
    const images = Object.values(world.looks.get(theme.name)?.resolved.images ?? {}).flatMap(({ url, file }) => (url && file ? [{ url, file }] : []))
    const name = fileName(theme.file) || `${theme.name}.json`
    if (!images.length) return download(new Blob([text]), name)
    const files = await Promise.all([...new Map(images.map(image => [image.file, image])).values()].map(async ({ url, file }) => {
      const answer = await send(url.slice(url.indexOf("/v1/files/")), {})
      return { name: fileName(file), bytes: new Uint8Array(await answer.arrayBuffer()) }
    }))
    download(zip([{ name, bytes: new TextEncoder().encode(text) }, ...files]), `${theme.name}.zip`)
  } catch (error) {
    failed(error)
  }
}

/**
 * @param {Blob} blob
 * @param {string} name
 */
export function download(blob, name) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
  change({ notice: { text: `${name} is saved.` } })
}
