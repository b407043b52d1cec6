// Images and fonts that are dropped on a theme: uploaded, then named in its unsaved document.
import { refused } from "./acts.js"
import { openDraft, typed } from "./drafting.js"
import { ask } from "./server.js"
import { change, themeNamed, titleOf, world } from "./state.js"
import { counted } from "./words.js"
import { nodeAt, parse, written } from "./written.js"

/** @typedef {import("./importing.js").Taken} Taken */

const fonts = /\.(woff2?|ttf|otf)$/i
const media = /\.(png|jpe?g|webp|svg|gif|heic|avif|pdf)$/i

/** @param {Taken[]} files */
export const areMedia = files => files.every(({ name }) => fonts.test(name) || media.test(name))

/**
 * Uploads files and names them in a theme.
 * @param {string} theme @param {Taken[]} files
 */
export async function add(theme, files) {
  await openDraft(theme)
  if (world.draft?.theme !== theme || !themeNamed(theme)) return
  try {
    let { text } = world.draft
    for (const { name, bytes } of files) {
      const file = name.split("/").pop() ?? name
      const other = ownerOf(file, theme)
      if (other) return change({ trouble: `${titleOf(other)} shows another ${file}: give this one another name.` })
      await upload(fonts.test(file) ? "fonts" : "images", file, bytes)
      text = fonts.test(file) ? await withFont(text, file) : withImage(text, file)
    }
    typed(text)
    change({ notice: { text: `${counted(files.length, "file")} added. Save the theme to use ${files.length === 1 ? "it" : "them"}.` } })
  } catch (error) {
    if (error instanceof SyntaxError) change({ trouble: "The document has errors: mend them in Edit first." })
    else refused(error)
  }
}

/**
 * Returns another theme that shows a file of this name, which an upload would replace.
 * @param {string} file @param {string} theme
 */
function ownerOf(file, theme) {
  const has = (/** @type {import("./types").Look} */ look) => Object.values(look.resolved.images).some(each => each.file === file)
  return [...world.looks].find(([name, look]) => name !== theme && has(look) && themeNamed(name)?.parent !== theme)?.[0]
}

/** @param {string} kind @param {string} file @param {Uint8Array} bytes */
async function upload(kind, file, bytes) {
  const type = { jpg: "image/jpeg", svg: "image/svg+xml", pdf: "application/pdf" }[file.split(".").pop()?.toLowerCase() ?? ""]
  await ask(`v1/${kind}/${encodeURIComponent(file)}`, {
    method: "PUT", blob: new Blob([/** @type {BlobPart} */ (bytes)]),
    headers: { "Content-Type": type ?? `${kind === "fonts" ? "font" : "image"}/${file.split(".").pop()?.toLowerCase()}` },
  })
}

/** @param {string} text @param {string} file with the mark of a scale, perhaps */
function withImage(text, file) {
  const name = file.replace(/(@\dx)?\.[^.]*$/, "")
  return nodeAt(parse(text), ["images", name]) ? text : written(text, ["images", name], name)
}

/** @param {string} text @param {string} file */
async function withFont(text, file) {
  const { body } = await ask("v1/fonts")
  const found = body.fonts.find((/** @type {{ file: string }} */ each) => each.file === file)?.families[0]
  const face = { file, ...(found?.weight ? { weight: found.weight } : {}), ...(found?.style && found.style !== "normal" ? { style: found.style } : {}) }
  const family = found?.name ?? file.replace(/\.[^.]*$/, "")
  return written(text, ["fonts", family, nodeAt(parse(text), ["fonts", family])?.members?.size ?? 0], face)
}
