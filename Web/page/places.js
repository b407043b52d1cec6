// The scroll position and the focus of each visited view, so that Back leads to where the user was.

/** @typedef {{ y: number, focus: string }} Place */

/** @type {Map<number, Place>} */
const places = new Map()
history.scrollRestoration = "manual"
let here = settled()
if (history.state.y) places.set(here, { y: history.state.y, focus: "" })
addEventListener("pagehide", () => history.replaceState({ ...history.state, y: scrollY }, ""))

/** Gives the present entry of the browser's history a number, unless it has one. */
function settled() {
  if (history.state?.place === undefined) history.replaceState({ place: Math.random() }, "")
  return history.state.place
}

/** Remembers the view that the user leaves. The document still shows it. */
export function leave() {
  const focused = document.activeElement
  places.set(here, { y: scrollY, focus: nameOf(focused) })
  if (focused instanceof HTMLElement && focused.closest("main")) focused.blur()
  here = settled()
}

/**
 * Scrolls to where the user was, or to the top of a new view, and gives a lost focus a place.
 * @param {boolean} isNew
 */
export function arrive(isNew) {
  const known = scroll()
  if (!known && isNew) scrollTo(0, 0)
  if (document.activeElement && document.activeElement !== document.body) return
  const before = known?.focus ? [...document.querySelectorAll("main :is(a, button)")].find(each => nameOf(each) === known.focus) : undefined
  const place = before ?? document.querySelector("main h2") ?? document.getElementById("main")
  if (!before) place?.setAttribute("tabindex", "-1")
  if (place instanceof HTMLElement) place.focus({ preventScroll: true })
}

/** Scrolls to where the user was, and returns that. */
export function scroll() {
  const known = places.get(here)
  if (known) scrollTo(0, known.y)
  return known
}

/** @param {Element | null} element */
const nameOf = element => element?.getAttribute("aria-label") ?? element?.textContent ?? ""
