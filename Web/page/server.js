// Requests to the server. All URLs are relative to the document, so that the page works behind any prefix.

/** @typedef {{ method?: string, body?: unknown, text?: string, blob?: Blob, headers?: Record<string, string>, signal?: AbortSignal }} Question */
/** @typedef {{ status: number, body: any, text: string, headers: Headers }} Answer */

export const base = new URL("./", document.baseURI)

const drawer = "livery-token"
let token = stored() ?? ""
/** @type {Map<string, Promise<string>>} */
const pictures = new Map()

/** A refusal in the server's words; status 0 if there was no response. */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {any} problem
   */
  constructor(status, problem) {
    super(problem?.detail ?? "The server can't be reached.")
    this.status = status
    this.problem = problem ?? {}
    /** Indicates that the token was replaced after the request was sent. */
    this.isOutdated = false
  }
}

/** @returns {string | null} */
function stored() {
  try {
    return sessionStorage.getItem(drawer) ?? localStorage.getItem(drawer)
  } catch {
    return null
  }
}

/**
 * Stores the token for the tab, or for the device if the user wants that.
 * @param {string} word
 * @param {boolean} isForDevice
 */
export function useToken(word, isForDevice) {
  token = word
  pictures.clear()
  try {
    localStorage.removeItem(drawer)
    sessionStorage.removeItem(drawer)
    if (word) (isForDevice ? localStorage : sessionStorage).setItem(drawer, word)
  } catch {
    // Without storage the token lasts as long as the document.
  }
}

export const hasToken = () => token !== ""

/** Returns a word that differs for different tokens, and reveals nothing else about them. */
export function tokenMark() {
  let mark = 0x811c9dc5
  for (const unit of token) mark = Math.imul(mark ^ (unit.codePointAt(0) ?? 0), 0x01000193)
  return token ? (mark >>> 0).toString(36) : ""
}

/**
 * @param {string} path below the document
 * @param {Question} [question]
 * @param {string} [word] another token than the one in use
 * @returns {Promise<Answer>}
 */
export async function ask(path, question = {}, word = token) {
  const isInUse = word === token
  const answer = await send(path, question, word)
  const text = await answer.text().catch(() => "")
  const body = parsed(text)
  if (!answer.ok) throw Object.assign(new Refusal(answer.status, body), { isOutdated: isInUse && word !== token })
  return { status: answer.status, body, text, headers: answer.headers }
}

/**
 * Returns the tag of a document, which a compressed response has with a suffix.
 * @param {Headers} headers
 */
export const tagOf = headers => (headers.get("ETag") ?? "").replace(/\.gz"$/, '"')

/**
 * Requests the other pages of a list.
 * @param {Answer} first
 * @param {string} member that has the items
 * @returns {Promise<any[]>}
 */
export async function askRest(first, member) {
  const found = []
  for (let page = first; ;) {
    const next = /<([^>]*)>;\s*rel="next"/.exec(page.headers.get("Link") ?? "")?.[1]
    if (!next) return found
    page = await ask(next)
    found.push(...page.body[member])
  }
}

/**
 * Reads a response while it arrives.
 * @param {string} path
 * @param {Question} question
 * @param {string} [word]
 */
export async function send(path, { method, body, text, blob, headers, signal }, word = token) {
  const json = text ?? (body === undefined ? undefined : JSON.stringify(body))
  try {
    return await fetch(new URL(path.replace(/^\//, ""), base), {
      method: method ?? (json === undefined ? "GET" : "POST"), body: blob ?? json, signal, credentials: "same-origin",
      headers: {
        ...(json === undefined ? {} : { "Content-Type": "application/json" }),
        ...(word ? { Authorization: `Bearer ${word}` } : {}), ...headers,
      },
    })
  } catch {
    throw new Refusal(0, null)
  }
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Returns a URL for an image of a response. With a token the image is fetched, since no element can send one.
 * @param {string} path
 * @returns {Promise<string> | string}
 */
export function picture(path) {
  const address = new URL(path.replace(/^\//, ""), base).href
  if (!token) return address
  const known = pictures.get(path)
  if (known) return known
  const coming = send(path, {})
    .then(answer => (answer.ok ? answer.blob() : Promise.reject(answer.status)))
    .then(blob => URL.createObjectURL(blob)).catch(() => "")
  pictures.set(path, coming)
  return coming
}

/** @param {Record<string, string | undefined>} parameters */
export function query(parameters) {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== "")
  const text = new URLSearchParams(/** @type {[string, string][]} */ (given)).toString()
  return text ? `?${text}` : ""
}
