// The actions as lines of code, for users who want to do them without the page.
import { base, hasToken } from "./server.js"

/** @typedef {{ method: string, path: string, body?: any }} Act */

export const languages = ["curl", "JavaScript", "Swift", "Kotlin"]

/**
 * @param {string} language
 * @param {Act} act
 */
export function code(language, act) {
  const address = new URL(act.path, base).href
  if (language === "JavaScript") return javaScript(address, act)
  if (language === "Swift") return swift(address, act)
  return language === "Kotlin" ? kotlin(address, act) : curl(address, act)
}

const bearer = "Bearer $LIVERY_TOKEN"

/** @param {string} address @param {Act} act */
function curl(address, { method, body }) {
  const form = body && Object.entries(body).map(([name, value]) => `-d ${quoted(`${name}=${value}`)}`)
  const plain = form && Object.values(body).every(value => typeof value === "string" && /^[\w.-]+$/.test(value))
  const data = plain ? form.join(" ") : body && `-H 'Content-Type: application/json' -d ${quoted(JSON.stringify(body))}`
  const isPlain = method === "GET" || (method === "POST" && body)
  return ["curl", !isPlain && `-X ${method}`, quoted(address), data, hasToken() && `-H "Authorization: ${bearer}"`].filter(Boolean).join(" ")
}

/** @param {string} text for a shell */
function quoted(text) {
  return /^[\w.:/=@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

/** @param {string} address @param {Act} act */
function javaScript(address, { method, body }) {
  const headers = [body && `"Content-Type": "application/json"`, hasToken() && "Authorization: `Bearer ${token}`"].filter(Boolean)
  return [
    `const answer = await fetch(${JSON.stringify(address)}, {`,
    `  method: "${method}",`,
    headers.length && `  headers: { ${headers.join(", ")} },`,
    body && `  body: JSON.stringify(${JSON.stringify(body)}),`,
    "})",
    "if (!answer.ok) throw new Error((await answer.json()).detail)",
  ].filter(Boolean).join("\n")
}

/** @param {string} address @param {Act} act */
function swift(address, { method, body }) {
  return [
    `var request = URLRequest(url: URL(string: ${JSON.stringify(address)})!)`,
    `request.httpMethod = "${method}"`,
    body && `request.setValue("application/json", forHTTPHeaderField: "Content-Type")`,
    hasToken() && `request.setValue("Bearer \\(token)", forHTTPHeaderField: "Authorization")`,
    body && `request.httpBody = try JSONEncoder().encode([${pairs(body, ": ")}])`,
    "let (data, answer) = try await URLSession.shared.data(for: request)",
  ].filter(Boolean).join("\n")
}

/** @param {string} address @param {Act} act */
function kotlin(address, { method, body }) {
  return [
    `val http = URL(${JSON.stringify(address)}).openConnection() as HttpURLConnection`,
    `http.requestMethod = "${method}"`,
    body && `http.setRequestProperty("Content-Type", "application/json")`,
    hasToken() && `http.setRequestProperty("Authorization", "Bearer $token")`,
    body && "http.doOutput = true",
    body && `http.outputStream.writer().use { it.write(JSONObject(mapOf(${pairs(body, " to ")})).toString()) }`,
    `check(http.responseCode < 300) { http.errorStream.reader().readText() }`,
  ].filter(Boolean).join("\n")
}

/** @param {Record<string, string>} body @param {string} between */
function pairs(body, between) {
  return Object.entries(body).map(([name, value]) => `${JSON.stringify(name)}${between}${JSON.stringify(value)}`).join(", ")
}
