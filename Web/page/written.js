// The text of a JSON document with the place of each value in it, so that one value changes and all else stays as it was written.

/** @typedef {(string | number)[]} Path */
/** @typedef {{ from: number, to: number, value: any, key?: [number, number], members?: Map<string | number, Node> }} Node with the place of its key, if it has one */

/**
 * Reads a document. Comments and commas at an end are allowed.
 * @param {string} text
 * @returns {Node}
 */
export function parse(text) {
  let at = 0
  const take = (/** @type {RegExp} */ pattern) => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0] ?? ""
    at += found.length
    return found
  }
  const skip = () => take(/(?:[\s,:\uFEFF]|\/\/[^\n]*|\/\*[^]*?\*\/)*/y)
  const word = () => {
    const found = take(/"(?:[^"\\]|\\.)*"|[^\s,:"{}[\]]+/y)
    if (!found) throw new SyntaxError(`There is no value at ${at}.`)
    return found
  }
  /** @param {string} end @param {(members: Map<string | number, Node>) => void} each @returns {Node} */
  const group = (end, each) => {
    const from = at
    const members = new Map()
    for (at += 1, skip(); text[at] !== end; skip()) each(members)
    at += 1
    const value = end === "}" ? Object.fromEntries([...members].map(([key, node]) => [key, node.value])) : [...members.values()].map(node => node.value)
    return { from, to: at, value, members }
  }
  /** @returns {Node} */
  const node = () => {
    if (text[at] === "{") return group("}", members => {
      const from = at
      const key = word()
      const to = at
      skip()
      members.set(key.startsWith('"') ? JSON.parse(key) : key, { ...node(), key: [from, to] })
    })
    if (text[at] === "[") return group("]", members => members.set(members.size, node()))
    const from = at
    return { value: JSON.parse(word()), from, to: at }
  }
  skip()
  return node()
}

/** @param {Node | undefined} root @param {Path} path @returns {Node | undefined} */
export const nodeAt = (root, path) => path.reduce((node, key) => node?.members?.get(key), root)

/**
 * Returns the document with another value at a path. What the path lacks is added after the last member that is there.
 * @param {string} text
 * @param {Path} path
 * @param {any} value
 */
export function written(text, path, value) {
  const root = parse(text)
  const known = nodeAt(root, path)
  if (known) return text.slice(0, known.from) + json(value) + text.slice(known.to)
  const depth = path.findIndex((_, at) => !nodeAt(root, path.slice(0, at + 1))?.members)
  const parent = /** @type {Node} */ (nodeAt(root, path.slice(0, depth)))
  const inner = path.slice(depth + 1).reduceRight((inside, key) => (typeof key === "number" ? [inside] : { [key]: inside }), value)
  const member = Array.isArray(parent.value) ? json(inner) : `${JSON.stringify(path[depth])}: ${json(inner)}`
  const nodes = [...(parent.members?.values() ?? [])]
  const last = nodes[nodes.length - 1]
  const space = /^\s*/.exec(text.slice(parent.from + 1))?.[0] ?? ""
  if (last) return `${text.slice(0, last.to)},${space || " "}${member}${text.slice(last.to)}`
  return `${text.slice(0, parent.from + 1)} ${member} ${text.slice(parent.to - 1)}`
}

/**
 * Writes a value on one line, as people do.
 * @param {any} value
 * @returns {string}
 */
export function json(value) {
  if (Array.isArray(value)) return `[${value.map(json).join(", ")}]`
  if (!value || typeof value !== "object") return JSON.stringify(value)
  const members = Object.entries(value).map(([key, part]) => `${JSON.stringify(key)}: ${json(part)}`)
  return members.length ? `{ ${members.join(", ")} }` : "{}"
}

/**
 * Returns the line of a place, from 1 on.
 * @param {string} text
 * @param {number} at
 */
export const lineOf = (text, at) => text.slice(0, at).split("\n").length
