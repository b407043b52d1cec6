// Loads the fonts of a style sheet before the page shows it: docs/clients.md. livery.js imports it for sheets that have any.

/** The rules of each address, with what put them on the page.
 * @type {Map<string, { rules: string, ready: Promise<string[]>, sheet?: CSSStyleSheet, own: FontFace[] }>} */
const known = new Map()

/** Loads the fonts of a theme, for 1.5 s at most. Returns its style sheet without them.
 * @param {any} theme @param {any} token */
export async function load(theme, address = "", token = undefined) {
  const { text } = theme
  theme.fonts = start(text, address, token)
  theme.fonts.then(() => theme.dispatchEvent(new Event("fonts")), reportError)
  await Promise.race([theme.fonts, new Promise((end) => setTimeout(end, 1500))])
  return text.replace(/@font-face \{[^}]*\}/g, "")
}

/** Returns the families that are in.
 * @param {any} token */
function start(text = "", address = "", token = undefined) {
  const server = address.split("/v1/")[0]
  const rules = (text.match(/@font-face \{[^}]*\}/g) ?? []).join("\n").replaceAll('url("/v1/', `url("${server}/v1/`)
  const before = known.get(address)
  if (before?.rules == rules) return before.ready
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(rules)
  const faces = [...sheet.cssRules].map((rule) => /** @type {CSSFontFaceRule} */ (rule).style)
  /** @type {any} */
  const next = { rules, own: [] }
  known.set(address, next)
  if (!token) document.adoptedStyleSheets.push((next.sheet = sheet))
  next.ready = (token ? fetched(faces, token, next.own) : shown(faces)).finally(() => {
    // Until here the page was drawn with the fonts before.
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other != before?.sheet)
    for (const face of before?.own ?? []) document.fonts.delete(face)
  })
  return next.ready
}

const part = (/** @type {CSSStyleDeclaration} */ style, name = "") => style.getPropertyValue(name)

/** Loads the faces that the text of the page needs. */
async function shown(/** @type {CSSStyleDeclaration[]} */ faces) {
  const words = (document.body?.innerText ?? "").slice(0, 10_000) || " "
  const loads = faces.map((face) => {
    const weight = part(face, "font-weight").split(" ")[0]
    return document.fonts.load(`${part(face, "font-style")} ${weight} 1em ${part(face, "font-family")}`, words)
  })
  return families((await Promise.allSettled(loads)).flatMap((one) => (one.status == "fulfilled" ? one.value : [])))
}

/** Fetches each face with the token, which a style sheet can't send.
 * @param {CSSStyleDeclaration[]} faces @param {any} token @param {FontFace[]} own */
async function fetched(faces, token, own) {
  const secret = typeof token == "function" ? await token() : token
  const loads = faces.map(async (face) => {
    const address = /url\("(.*?)"\)/.exec(part(face, "src"))?.[1] ?? ""
    const answer = await fetch(address, { headers: { Authorization: `Bearer ${secret}` }, credentials: "omit" })
    if (!answer.ok) throw Error(`${address}: ${answer.status}`)
    const loaded = new FontFace(name(part(face, "font-family")), await answer.arrayBuffer(), {
      weight: part(face, "font-weight"), style: part(face, "font-style"),
      unicodeRange: part(face, "unicode-range") || "U+0-10FFFF",
    })
    document.fonts.add(await loaded.load())
    own.push(loaded)
    return loaded
  })
  return families((await Promise.allSettled(loads)).flatMap((one) => (one.status == "fulfilled" ? one.value : [])))
}

const families = (/** @type {FontFace[]} */ faces) => [...new Set(faces.map(({ family }) => name(family)))]

const name = (family = "") => family.replace(/^"|"$/g, "")
