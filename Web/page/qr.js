// QR codes (ISO/IEC 18004) of short texts: bytes, error correction level L, versions 1 to 9, always with the first mask.

/** The number of blocks, and of bytes of error correction in each, by versions. */
const versions = [[1, 7], [1, 10], [1, 15], [1, 20], [1, 26], [2, 18], [2, 20], [2, 24], [2, 30]]

/** @param {number} number */
function alignments(number) {
  if (number === 1) return []
  return number < 7 ? [6, number * 4 + 10] : [6, number * 2 + 8, number * 4 + 10]
}

/** @param {number} number the bytes for data and its error correction */
function codewordCount(number) {
  const count = alignments(number).length
  const patterns = count ? (25 * count - 10) * count - 55 : 0
  return ((16 * number + 128) * number + 64 - patterns - (number < 7 ? 0 : 36)) >> 3
}

/** @param {number} one @param {number} two */
function product(one, two) {
  let found = 0
  for (let bit = 7; bit >= 0; bit -= 1) found = ((found << 1) & 0xff) ^ ((found >> 7) * 0x1d) ^ (((two >> bit) & 1) * one)
  return found
}

/** @param {number} degree the coefficients of the polynomial that Reed-Solomon codes are divided by */
function divisor(degree) {
  const found = [...new Array(degree - 1).fill(0), 1]
  for (let step = 0, root = 1; step < degree; step += 1, root = product(root, 2)) {
    for (let at = 0; at < degree; at += 1) found[at] = product(found[at], root) ^ (found[at + 1] ?? 0)
  }
  return found
}

/** @param {number[]} data @param {number[]} by */
function remainder(data, by) {
  const rest = new Array(by.length).fill(0)
  for (const byte of data) {
    const factor = byte ^ rest.shift()
    rest.push(0)
    by.forEach((each, at) => { rest[at] ^= product(each, factor) })
  }
  return rest
}

/**
 * Returns the data with its error correction, the bytes of all blocks in turn.
 * @param {number[]} bytes
 * @param {number} number of the version
 */
function codewords(bytes, number) {
  const [blocks, correction] = versions[number - 1]
  // Mode 4, the count, the bytes: all half a byte late.
  const shifted = [bytes.length, ...bytes, 0]
  const data = shifted.map((byte, at) => (((at ? shifted[at - 1] : 4) << 4) & 0xff) | (byte >> 4))
  const length = codewordCount(number) - blocks * correction
  for (let padding = 0; data.length < length; padding += 1) data.push(padding % 2 ? 0x11 : 0xec)
  const by = divisor(correction)
  const short = Math.floor(length / blocks)
  const parts = Array.from({ length: blocks }, (_, block) => data.splice(0, short + (block < blocks - (length % blocks) ? 0 : 1)))
  const checks = parts.map(part => remainder(part, by))
  const inTurn = (/** @type {number[][]} */ lists) =>
    Array.from({ length: Math.max(...lists.map(list => list.length)) }, (_, at) => lists.flatMap(list => (at < list.length ? [list[at]] : []))).flat()
  return [...inTurn(parts), ...inTurn(checks)]
}

/**
 * Returns a number with the remainder of its division behind it.
 * @param {number} value @param {number} by @param {number} degree
 */
function guarded(value, by, degree) {
  let rest = value
  for (let step = 0; step < degree; step += 1) rest = (rest << 1) ^ ((rest >> (degree - 1)) * by)
  return (value << degree) | rest
}

/**
 * Returns the rows of a code, true where it is dark, or nothing for a text that is too long.
 * @param {string} text
 * @returns {boolean[][] | undefined}
 */
export function qr(text) {
  const bytes = [...new TextEncoder().encode(text)]
  const number = versions.findIndex(([blocks, correction], at) => bytes.length <= codewordCount(at + 1) - blocks * correction - 2) + 1
  if (!number) return undefined
  const size = number * 4 + 17
  /** @type {(boolean | undefined)[][]} */
  const rows = Array.from({ length: size }, () => new Array(size).fill(undefined))
  patterns(rows, number)
  data(rows, codewords(bytes, number))
  return rows.map(row => row.map(Boolean))
}

/** @param {(boolean | undefined)[][]} rows @param {number} number */
function patterns(rows, number) {
  const size = rows.length
  const set = (/** @type {number} */ x, /** @type {number} */ y, /** @type {boolean} */ dark) => { if (rows[y] && x >= 0 && x < size) rows[y][x] = dark }
  const square = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ radius, /** @type {number[]} */ light) => {
    for (let dy = -radius; dy <= radius; dy += 1) {
      for (let dx = -radius; dx <= radius; dx += 1) set(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))))
    }
  }
  for (let at = 0; at < size; at += 1) {
    set(at, 6, at % 2 === 0)
    set(6, at, at % 2 === 0)
  }
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) square(x, y, 4, [2, 4])
  const corners = ["6 6", `6 ${size - 7}`, `${size - 7} 6`]
  for (const x of alignments(number)) for (const y of alignments(number)) if (!corners.includes(`${x} ${y}`)) square(x, y, 2, [1])
  const version = guarded(number, 0x1f25, 12)
  for (let bit = 0; number >= 7 && bit < 18; bit += 1) {
    const [far, near] = [size - 11 + (bit % 3), Math.floor(bit / 3)]
    set(far, near, Boolean((version >> bit) & 1))
    set(near, far, Boolean((version >> bit) & 1))
  }
  // Level L with mask 0.
  const format = guarded(1 << 3, 0x537, 10) ^ 0x5412
  for (let bit = 0; bit < 15; bit += 1) {
    const dark = Boolean((format >> bit) & 1)
    const step = bit < 6 ? bit : bit < 8 ? bit + 1 : bit === 8 ? 7 : 14 - bit
    const [x, y] = bit < 8 ? [8, step] : [step, 8]
    const [right, low] = bit < 8 ? [size - 1 - bit, 8] : [8, size - 15 + bit]
    set(x, y, dark)
    set(right, low, dark)
  }
  set(8, size - 8, true)
}

/**
 * Places masked bits in columns of two modules, upwards and downwards in turn, from the right.
 * @param {(boolean | undefined)[][]} rows @param {number[]} words
 */
function data(rows, words) {
  const size = rows.length
  let bit = 0
  for (let column = size - 1; column >= 1; column -= 2) {
    const right = column <= 6 ? column - 1 : column
    for (let step = 0; step < size; step += 1) {
      const y = (right + 1) & 2 ? step : size - 1 - step
      for (const x of [right, right - 1]) {
        if (rows[y][x] !== undefined) continue
        const value = Boolean(((words[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1)
        rows[y][x] = value !== ((x + y) % 2 === 0)
        bit += 1
      }
    }
  }
}
