// Where a color or another value is used: names, rules, elements of the screen, and the themes that build on this one.
import { loadAliases } from "./aliases.js"
import { askExplained, lookOf } from "./explaining.js"
import { containersOf, failed } from "./loading.js"
import { rulesOf } from "./roles.js"
import { ask, query, Refusal } from "./server.js"
import { change, themeNamed, world } from "./state.js"

/** @typedef {{ words: string, file: string, line: number, theme: string }} RuleUse */
/** @typedef {{ names: string[], rules: RuleUse[], elements: { id: string, words: string }[], themes: string[] }} Uses */

/** Of more rules or themes, those that come first. */
const mostRules = 2_000
const mostThemes = 50

/** @param {string} theme @param {string} name */
export const isShown = (theme, name) => world.uses?.theme === theme && world.uses.name === name && world.uses.view === world.route.view

/**
 * Shows where a name is used, or hides it.
 * @param {string} theme @param {string} name
 */
export async function showUses(theme, name) {
  if (isShown(theme, name)) return change({ uses: null })
  const { view } = world.route
  change({ uses: { theme, name, view, found: null } })
  try {
    await loadAliases(theme)
    const names = [...(world.aliases?.of ?? [])].filter(([, references]) => references.some(each => each.name === name)).map(([each]) => each)
    const [{ rules, elements }, themes] = await Promise.all([appearances(theme, [name, ...names]), heirs(theme, name)])
    if (world.uses?.theme === theme && world.uses.name === name) change({ uses: { ...world.uses, found: { names, rules, elements, themes } } })
  } catch (error) {
    failed(error)
  }
}

/**
 * Finds the rules and the elements of the screen that refer to one of these names.
 * @param {string} theme @param {string[]} names
 */
async function appearances(theme, names) {
  const look = lookOf(theme)
  const refers = (/** @type {unknown} */ written) => [...JSON.stringify(written ?? "").matchAll(/\{([^{}"/]+)(?:\/[^{}"]*)?\}/g)].some(([, name]) => names.includes(name))
  const drawn = look?.nodes ?? []
  const asked = [
    ...drawn.map(node => ({ for: node.for, in: containersOf(theme, node.id ?? "").join("/") || undefined })),
    ...(look?.resolved.appearance ?? []).slice(0, mostRules).map(rule => ({ for: rule.for, in: rule.in })),
  ]
  /** @type {Map<string, RuleUse>} */
  const rules = new Map()
  /** @type {{ id: string, words: string }[]} */
  const elements = []
  const nodes = await askExplained(theme, asked)
  nodes.forEach(({ for: target, explain = [] }, at) => {
    for (const { key, winner, lost } of explain) {
      for (const { rule, file = "", line = 0, theme: from = "", written } of winner ? [winner, ...lost] : lost) {
        if (refers(written)) rules.set(`${file}:${line} ${key}`, { words: `${rule} ${key}`, file, line, theme: from })
      }
      if (at < drawn.length && winner && refers(winner.written)) elements.push({ id: drawn[at].id ?? "", words: `${target} ${key}` })
    }
  })
  // A screen without rules is drawn by the names of the colors.
  const byNames = look?.roles ? rulesOf(look.resolved) : []
  for (const { for: target, set } of byNames) {
    const id = drawn.find(node => node.for === target)?.id
    for (const [key, name] of Object.entries(set)) if (id && refers(name)) elements.push({ id, words: `${target} ${key}` })
  }
  return { rules: [...rules.values()], elements }
}

/**
 * Returns the themes that build on a theme and have this value from it.
 * @param {string} theme @param {string} name
 */
async function heirs(theme, name) {
  /** @param {string | undefined} parent @returns {boolean} */
  const isBelow = parent => parent === theme || (parent !== undefined && isBelow(themeNamed(parent)?.parent))
  const below = (world.themes ?? []).filter(each => isBelow(each.parent)).slice(0, mostThemes)
  const sort = lookOf(theme)?.resolved.colors[name] === undefined ? "values" : "colors"
  const own = await Promise.all(below.map(async each => {
    try {
      const { body } = await ask(`v1/${sort}/${encodeURIComponent(name)}${query({ theme: each.name, explain: "true" })}`)
      return body.explain?.winner?.theme === each.name
    } catch (error) {
      if (error instanceof Refusal && error.status > 0) return true
      throw error
    }
  }))
  return below.filter((_, at) => !own[at]).map(each => each.name)
}
