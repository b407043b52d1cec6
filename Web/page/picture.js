// A picture of a drawn screen: all boxes that the browser shows are painted again onto a canvas.

/** A picture has twice the resolution of the page, so that it stays sharp. */
const scale = 2
const margin = 40

/**
 * @param {HTMLElement} screen
 * @param {string} title
 * @returns {Promise<Blob>}
 */
export async function paint(screen, title) {
  const frame = screen.getBoundingClientRect()
  const canvas = document.createElement("canvas")
  canvas.width = (frame.width + 2 * margin) * scale
  canvas.height = (frame.height + 2 * margin + 36) * scale
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"))
  pen.scale(scale, scale)
  wall(pen, canvas, title)
  pen.translate(margin - frame.x, margin - frame.y)
  bezel(pen, screen, frame)
  rounded(pen, frame, radius(getComputedStyle(screen)))
  pen.clip()
  await element(pen, screen)
  return new Promise((done, failed) => canvas.toBlob(blob => (blob ? done(blob) : failed(new Error("no picture")))))
}

/** @param {CanvasRenderingContext2D} pen @param {HTMLCanvasElement} canvas @param {string} title */
function wall(pen, canvas, title) {
  const style = getComputedStyle(document.body)
  pen.fillStyle = style.backgroundColor
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = style.color
  pen.font = `600 16px ${style.fontFamily}`
  pen.textAlign = "center"
  pen.fillText(title, canvas.width / scale / 2, canvas.height / scale - 26)
  pen.textAlign = "left"
}

/** @param {CanvasRenderingContext2D} pen @param {HTMLElement} screen @param {DOMRect} frame */
function bezel(pen, screen, frame) {
  const isPhone = screen.classList.contains("phone")
  const edge = isPhone ? 7 : 1
  pen.fillStyle = isPhone ? "#1b1b1d" : "#808080"
  rounded(pen, new DOMRect(frame.x - edge, frame.y - edge, frame.width + 2 * edge, frame.height + 2 * edge), radius(getComputedStyle(screen)) + edge)
  pen.fill()
}

/** @param {CSSStyleDeclaration} style */
const radius = style => parseFloat(style.borderTopLeftRadius) || 0

/** @param {CanvasRenderingContext2D} pen @param {DOMRect} box @param {number} round */
function rounded(pen, box, round) {
  const path = /** @type {any} */ (pen)
  path.beginPath()
  path.roundRect(box.x, box.y, box.width, box.height, Math.min(round, box.width / 2, box.height / 2))
}

/** @param {CanvasRenderingContext2D} pen @param {Element} node @returns {Promise<void>} */
async function element(pen, node) {
  const style = getComputedStyle(node)
  const box = node.getBoundingClientRect()
  if (node instanceof SVGSVGElement) return sign(pen, node, style, box)
  pen.save()
  pen.globalAlpha *= Number(style.opacity)
  if (style.filter !== "none") pen.filter = style.filter
  await ground(pen, style, box)
  edges(pen, style, box)
  if (style.overflow === "hidden") {
    rounded(pen, box, radius(style))
    pen.clip()
  }
  for (const child of node.childNodes) {
    if (child instanceof Element) await element(pen, child)
    else if (child instanceof Text) text(pen, child, style)
  }
  pen.restore()
}

/** @param {CanvasRenderingContext2D} pen @param {CSSStyleDeclaration} style @param {DOMRect} box */
async function ground(pen, style, box) {
  rounded(pen, box, radius(style))
  pen.fillStyle = style.backgroundColor
  pen.fill()
  const address = /^url\("(.*)"\)$/.exec(style.backgroundImage)?.[1]
  if (!address) return
  const image = Object.assign(new Image(), { src: address })
  const isThere = await image.decode().then(() => true, () => false)
  if (!isThere) return
  pen.save()
  pen.clip()
  const size = Math.max(box.width / image.width, box.height / image.height)
  pen.drawImage(image, box.x + (box.width - image.width * size) / 2, box.y + (box.height - image.height * size) / 2, image.width * size, image.height * size)
  pen.restore()
}

/** @param {CanvasRenderingContext2D} pen @param {CSSStyleDeclaration} style @param {DOMRect} box */
function edges(pen, style, box) {
  const widths = ["Top", "Right", "Bottom", "Left"].map(side => parseFloat(/** @type {any} */ (style)[`border${side}Width`]))
  pen.strokeStyle = style.borderBottomColor
  if (widths.every(width => width > 0)) {
    pen.lineWidth = widths[0]
    rounded(pen, new DOMRect(box.x + widths[0] / 2, box.y + widths[0] / 2, box.width - widths[0], box.height - widths[0]), radius(style))
    return pen.stroke()
  }
  pen.fillStyle = widths[0] ? style.borderTopColor : style.borderBottomColor
  if (widths[0]) pen.fillRect(box.x, box.y, box.width, widths[0])
  if (widths[2]) pen.fillRect(box.x, box.bottom - widths[2], box.width, widths[2])
}

/** @param {CanvasRenderingContext2D} pen @param {SVGSVGElement} node @param {CSSStyleDeclaration} style @param {DOMRect} box */
function sign(pen, node, style, box) {
  pen.save()
  pen.translate(box.x, box.y)
  pen.scale(box.width / 24, box.height / 24)
  Object.assign(pen, { strokeStyle: style.stroke, lineWidth: parseFloat(style.strokeWidth), lineCap: "round", lineJoin: "round" })
  for (const path of node.querySelectorAll("path")) pen.stroke(new Path2D(path.getAttribute("d") ?? ""))
  pen.restore()
}

/** @param {CanvasRenderingContext2D} pen @param {Text} node @param {CSSStyleDeclaration} style */
function text(pen, node, style) {
  pen.fillStyle = style.color
  pen.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
  pen.textBaseline = "middle"
  const range = document.createRange()
  for (const [from, to] of lines(node, range)) {
    range.setStart(node, from)
    range.setEnd(node, to)
    const box = range.getBoundingClientRect()
    const words = node.data.slice(from, to).trim()
    const shown = style.textTransform === "uppercase" ? words.toUpperCase() : words
    pen.fillText(shown, box.x, box.y + box.height / 2, box.width)
    if (style.textDecorationLine.includes("underline")) pen.fillRect(box.x, box.bottom - 2, box.width, 1)
  }
}

/**
 * Returns the lines of a wrapped text.
 * @param {Text} node
 * @param {Range} range
 * @returns {[number, number][]}
 */
function lines(node, range) {
  /** @type {[number, number][]} */
  const found = []
  let top = NaN
  for (let at = 0; at < node.data.length; at += 1) {
    range.setStart(node, at)
    range.setEnd(node, at + 1)
    const box = range.getBoundingClientRect()
    if (!box.width) continue
    const last = found[found.length - 1]
    if (last && Math.abs(box.y - top) < box.height / 2) last[1] = at + 1
    else found.push([at, at + 1])
    top = box.y
  }
  return found
}
