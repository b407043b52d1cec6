// The keys of the whole page, and files that are dropped on it.
import { change, readOnly, world } from "./state.js"

export function listen() {
  addEventListener("dragover", event => { if (event.dataTransfer?.types.includes("Files")) event.preventDefault() })
  addEventListener("drop", event => {
    if (!event.dataTransfer?.types.includes("Files")) return
    event.preventDefault()
    // They can be asked for only during the event.
    const entries = [...event.dataTransfer.items].flatMap(item => item.webkitGetAsEntry() ?? item.getAsFile() ?? [])
    if (!readOnly()) import("./importing.js").then(module => module.drop(entries))
  })
  addEventListener("keydown", event => {
    if (event.key === "/" && !isTyping(event.target)) {
      const field = document.querySelector("[aria-label='Filter themes']")
      if (field instanceof HTMLElement) event.preventDefault()
      if (field instanceof HTMLElement) field.focus()
    }
    if (event.ctrlKey || event.metaKey) command(event)
  })
}

/** @param {KeyboardEvent} event with Ctrl or ⌘ */
function command(event) {
  const isEditing = world.draft !== null && world.draft.theme === world.route.theme
  const key = event.key.toLowerCase()
  if (key === "k") act(event, () => change({ dialog: world.dialog?.kind === "commands" ? null : { kind: "commands" } }))
  else if (key === "s" && isEditing) act(event, () => edit(drafting => drafting.saveDraft()))
  else if (key === "z" && isEditing && !isTyping(event.target)) act(event, () => edit(drafting => (event.shiftKey ? drafting.redoEdit() : drafting.undoEdit())))
}

/** @param {KeyboardEvent} event @param {() => void} how */
function act(event, how) {
  event.preventDefault()
  if (!world.dialog || world.dialog.kind === "commands") how()
}

/** @param {(drafting: typeof import("./drafting.js")) => void} how */
function edit(how) {
  import("./drafting.js").then(how)
}

/** @param {EventTarget | null} target */
function isTyping(target) {
  return target instanceof Element && target.matches("input:not([type='radio'], [type='checkbox']), textarea, select, dialog *")
}
