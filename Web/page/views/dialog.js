// The frame of all dialogs: the focus moves in and back, Escape closes.
import { h } from "../dom.js"
import { close } from "../acts.js"

/**
 * @param {string} title
 * @param {() => void} send
 * @param {...import("../dom.js").Child} children
 */
export function dialog(title, send, ...children) {
  return h("dialog", {
    key: title, "aria-labelledby": "dialog-title",
    hook: appear,
    on: { cancel: close, close, mousedown: event => event.target === event.currentTarget && close() },
  },
  h("form", { on: { submit: event => submit(event, send) } }, h("h2", { id: "dialog-title", dir: "auto" }, title), ...children))
}

/** @type {HTMLElement | null} the field that the focus was moved to */
let first = null

/**
 * Opens a dialog, and moves the focus to its first field, also if that comes later than the dialog.
 * @param {HTMLDialogElement} element
 */
function appear(element) {
  if (!element.open) element.showModal()
  const field = /** @type {HTMLElement | null} */ (element.querySelector("[autofocus]"))
  if (field !== first) field?.focus({ preventScroll: true })
  first = field
}

/** @param {Event} event @param {() => void} send */
function submit(event, send) {
  event.preventDefault()
  send()
}

/** @param {string | undefined} text */
export function alert(text) {
  return text ? h("p", { role: "alert", class: "trouble" }, text) : null
}

/**
 * @param {string} name
 * @param {import("../dom.js").Part} field
 */
export function labeled(name, field) {
  // The words of a choice are within the label of its field.
  if (field.tag === "select") field.props["aria-label"] = name
  return h("label", {}, h("span", {}, name), field)
}
