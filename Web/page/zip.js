// Zip archives without compression, for packages of a theme with its images.

const table = Uint32Array.from({ length: 256 }, (_, at) => {
  let sum = at
  for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  return sum
})

/** @param {Uint8Array} bytes */
function checksum(bytes) {
  let sum = 0xffffffff
  for (const byte of bytes) sum = table[(sum ^ byte) & 0xff] ^ (sum >>> 8)
  return (sum ^ 0xffffffff) >>> 0
}

/**
 * @param {{ name: string, bytes: Uint8Array }[]} files
 * @returns {Blob}
 */
export function zip(files) {
  /** @type {BlobPart[]} */
  const parts = []
  /** @type {BlobPart[]} */
  const directory = []
  let offset = 0
  let size = 0
  for (const { name, bytes } of files) {
    const title = new TextEncoder().encode(name)
    const same = fields(20, 0x800, 0, 0, 0x21, [checksum(bytes)], [bytes.length], [bytes.length], title.length, 0)
    const head = new Uint8Array([0x50, 0x4b, 3, 4, ...same])
    const entry = new Uint8Array([0x50, 0x4b, 1, 2, 20, 0, ...same, ...fields(0, 0, 0, [0], [offset])])
    parts.push(head, title, /** @type {BlobPart} */ (bytes))
    directory.push(entry, title)
    offset += head.length + title.length + bytes.length
    size += entry.length + title.length
  }
  const end = new Uint8Array([0x50, 0x4b, 5, 6, ...fields(0, 0, files.length, files.length, [size], [offset], 0)])
  return new Blob([...parts, ...directory, end], { type: "application/zip" })
}

/**
 * Writes numbers of two bytes, and those in a list of four.
 * @param {...(number | number[])} values
 */
function fields(...values) {
  return values.flatMap(value => {
    const [number, length] = Array.isArray(value) ? [value[0], 4] : [value, 2]
    return Array.from({ length }, (_, at) => (number >>> (8 * at)) & 0xff)
  })
}
