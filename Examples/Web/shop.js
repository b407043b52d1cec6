import { follow } from "./livery.js"

const sheet = "http://127.0.0.1:8080/v1/theme.css"
const sentences = {
  offline: "The theme server is away: this is the last theme that was known.",
  refused: "The theme server wants a token: this is the last theme that was known.",
}

const [look, state, count] = ["look", "state", "count"].map((id) => document.getElementById(id))
let theme

/** The look that the reader has chosen; without one, the sheet itself has both and the device decides. */
function wear(choice) {
  theme?.stop()
  theme = follow(choice ? `${sheet}?userInterfaceStyle=${choice}` : sheet)
  const tell = () => (state.textContent = sentences[theme.state] ?? "")
  theme.addEventListener("state", tell)
  tell()
  look.value = choice
  // Form fields and scroll bars follow the choice as well.
  document.documentElement.style.colorScheme = choice
}

look.addEventListener("change", () => {
  localStorage.setItem("look", look.value)
  wear(look.value)
})
addEventListener("storage", ({ key, newValue }) => key == "look" && wear(newValue))
for (const button of document.querySelectorAll("button")) button.addEventListener("click", () => count.value++)

wear(localStorage.getItem("look") ?? "")
