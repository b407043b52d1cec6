// Values in, document out: `h` describes a piece of the page, `show` makes the document agree with
// it and leaves everything that agrees already, so that focus, selection and scroll position stay.

/** @typedef {{ tag: string, key?: string, props: Props, children: Piece[] }} Part */
/** @typedef {Part | string} Piece */
/** @typedef {import("./types").Child} Child */
/**
 * The attributes of an element. `on` has its listeners, `style` its properties by name, `hook` is called with the element after
 * each drawing. A name of a property of the element sets that property, any other name an attribute.
 * @typedef {Record<string, any> & {
 *   key?: string, on?: Record<string, (event: any) => void>, style?: Record<string, string | undefined>,
 *   hook?: (element: any) => void
 * }} Props
 */
/** @typedef {Element & { shown?: Props, piece?: Part, key?: string }} Shown */

const svg = "http://www.w3.org/2000/svg"
const properties = new Set(["value", "checked", "disabled", "hidden", "readOnly", "required"])

/**
 * @param {string} tag
 * @param {Props | null} [props]
 * @param {...Child} children
 * @returns {Part}
 */
export function h(tag, props, ...children) {
  return { tag, key: props?.key, props: props ?? {}, children: pieces(children) }
}

/**
 * @param {Child[]} children
 * @returns {Piece[]}
 */
function pieces(children) {
  return children.flatMap(child => {
    if (Array.isArray(child)) return pieces(child)
    if (child === null || child === undefined || typeof child === "boolean" || child === "") return []
    return typeof child === "number" ? [String(child)] : [child]
  })
}

/**
 * Makes the children of an element agree with the given parts.
 * @param {Element} parent
 * @param {...Child} children
 */
export function show(parent, ...children) {
  const focused = document.activeElement
  const isInside = focused !== parent && parent.contains(focused)
  const order = isInside ? [...parent.querySelectorAll(reachable)] : []
  const around = isInside ? containers(focused, parent) : []
  patch(parent, pieces(children))
  for (const hook of hooks.splice(0)) hook()
  // The browser takes the focus from a disabled button only with its next frame.
  if (isInside && document.activeElement?.matches("body, :disabled")) pass(order.indexOf(/** @type {Element} */ (focused)), order, around)
}

const reachable = "a[href], :is(button, input, select, textarea):enabled, [tabindex='0']"

/** @param {Element | null} element @param {Element} root */
function containers(element, root) {
  /** @type {Element[]} */
  const found = []
  for (let each = element?.parentElement; each && each !== root && each.localName !== "main"; each = each.parentElement) found.push(each)
  return found
}

/**
 * Passes on the focus of an element that is gone or can't have it any more: to the next one in the nearest container that is left.
 * @param {number} at @param {Element[]} order before this drawing @param {Element[]} around
 */
function pass(at, order, around) {
  const near = [...order.slice(at + 1), ...order.slice(0, Math.max(at, 0)).reverse()].filter(each => each.isConnected && each.matches(reachable))
  const next = around.filter(each => each.isConnected).map(each => near.find(other => each.contains(other))).find(Boolean) ?? document.getElementById("main")
  if (next instanceof HTMLElement) next.focus({ preventScroll: next.id === "main" })
}

/**
 * The hooks of the elements that this drawing touched, which are called when all of them are in the document.
 * @type {(() => void)[]}
 */
const hooks = []

/**
 * @param {Element} parent
 * @param {Piece[]} wanted
 */
function patch(parent, wanted) {
  const match = matcher(parent)
  const nodes = wanted.map(piece => match(piece))
  const kept = new Set(nodes)
  for (const node of [...parent.childNodes]) if (!kept.has(node)) remove(node)
  let place = parent.firstChild
  wanted.forEach((piece, index) => {
    const known = nodes[index]
    const node = known ?? create(piece, parent)
    // A change outside of the document costs less: each option that is filled inside of a list counts the whole list.
    if (!known) update(node, piece)
    if (node === place) place = node.nextSibling
    else parent.insertBefore(node, place)
    if (known) update(node, piece)
  })
}

/**
 * Finds the node that shows a part already: by key, else the next one of the same kind.
 * @param {Element} parent
 * @returns {(piece: Piece) => ChildNode | undefined}
 */
function matcher(parent) {
  /** @type {Map<string, ChildNode[]>} */
  const known = new Map()
  for (const node of parent.childNodes) {
    const name = identity(node)
    const same = known.get(name)
    if (same) same.push(node)
    else known.set(name, [node])
  }
  return piece => known.get(typeof piece === "string" ? "#text" : `${piece.tag} ${piece.key ?? ""}`)?.shift()
}

/** @param {ChildNode & { key?: string }} node */
function identity(node) {
  return node instanceof Element ? `${node.localName} ${/** @type {Shown} */ (node).key ?? ""}` : node.nodeName
}

/** @param {ChildNode} node */
function remove(node) {
  // A dialog that is removed without being closed takes the focus with it. Nobody needs the event of this close.
  if (node instanceof HTMLDialogElement && node.open) {
    Object.assign(node, { shown: undefined })
    node.close()
  }
  node.remove()
}

/**
 * @param {Piece} piece
 * @param {Element} parent
 * @returns {ChildNode}
 */
function create(piece, parent) {
  if (typeof piece === "string") return document.createTextNode(piece)
  const isDrawing = piece.tag === "svg" || (parent.namespaceURI === svg && parent.localName !== "foreignObject")
  const element = isDrawing ? document.createElementNS(svg, piece.tag) : document.createElement(piece.tag)
  Object.assign(element, { key: piece.key })
  return element
}

/**
 * @param {ChildNode & { data?: string }} node
 * @param {Piece} piece
 */
function update(node, piece) {
  if (typeof piece === "string") {
    if (node.data !== piece) node.data = piece
    return
  }
  const element = /** @type {Shown} */ (node)
  // The same value as before needs no new drawing.
  if (element.piece === piece) return
  const before = element.shown ?? {}
  element.piece = piece
  element.shown = piece.props
  patch(element, piece.children)
  for (const name of new Set([...Object.keys(before), ...Object.keys(piece.props)])) {
    set(element, name, piece.props[name], before[name])
  }
  if (piece.props.hook) hooks.push(() => piece.props.hook?.(element))
}

/**
 * @param {Shown} element
 * @param {string} name
 * @param {any} value
 * @param {any} before
 */
function set(element, name, value, before) {
  if (name === "key" || name === "hook") return
  if (name === "on") return listen(element, value ?? {}, before ?? {})
  if (name === "style") return dress(/** @type {any} */ (element).style, value ?? {}, before ?? {})
  if (properties.has(name)) return assign(/** @type {any} */ (element), name, value, before)
  if (value === before) return
  if (value === undefined || value === null || value === false) element.removeAttribute(name)
  else element.setAttribute(name, value === true ? "" : String(value))
}

/**
 * @param {Record<string, any>} element
 * @param {string} name
 * @param {any} value
 * @param {any} before
 */
function assign(element, name, value, before) {
  // Unsent input of the user stays.
  if (name === "value" && value === before && element === document.activeElement) return
  const wanted = value ?? (name === "value" ? "" : false)
  if (element[name] !== wanted) element[name] = wanted
}

/**
 * One listener of each kind stays with the element and calls the present handler.
 * @param {Shown} element
 * @param {Record<string, any>} wanted
 * @param {Record<string, any>} before
 */
function listen(element, wanted, before) {
  for (const kind of Object.keys(wanted)) {
    if (!(kind in before)) element.addEventListener(kind, event => element.shown?.on?.[kind]?.(event))
  }
}

/**
 * @param {CSSStyleDeclaration} style
 * @param {Record<string, string | undefined>} wanted
 * @param {Record<string, string | undefined>} before
 */
function dress(style, wanted, before) {
  for (const name of Object.keys(before)) if (wanted[name] === undefined) style.removeProperty(name)
  for (const [name, value] of Object.entries(wanted)) {
    if (value !== undefined && value !== before[name]) style.setProperty(name, value)
  }
}
