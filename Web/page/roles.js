// Rules for a theme without rules, by the usual names of colors, so that its screen shows its own colors. `livery import
// --roles` goes by the same names.

import { inkOn } from "./color.js"

/** @typedef {import("./types").Resolved} Resolved */
/** @typedef {{ for: string, set: Record<string, string> }} Rule */

/** The names of colors in each role, the better first. */
const roles = {
  background: "background bg page canvas body background-primary bg-primary surface-page",
  surface: "surface card panel background-surface bg-surface surface-primary background-secondary",
  text: "text on-background on-surface foreground fg ink text-primary content-primary content label",
  quiet: "text-secondary on-surface-variant muted-foreground text-muted text-quiet secondary-text content-secondary muted",
  primary: "primary accent brand tint action interactive brand-primary accent-primary link",
  onPrimary: "on-primary primary-foreground on-accent accent-foreground text-on-primary on-brand primary-contrast",
  border: "border outline divider separator stroke border-primary border-default line",
  danger: "danger error alert destructive negative critical",
}

/** Words before a name that say nothing of its role. */
const prefixes = new Set("color colors semantic sys system md ref theme palette alias default app ui".split(" "))

/**
 * Each rule as its target, then its properties with their roles. For a role that no color has, the next one counts.
 * @type {Record<string, string[]>}
 */
const kits = {
  uikit: [
    "UIWindow backgroundColor=background tintColor=primary", "UINavigationBar barTintColor=surface|background", "UITabBar barTintColor=surface|background unselectedItemTintColor=quiet",
    "UIToolbar barTintColor=surface|background", "UITableView backgroundColor=background separatorColor=border", "UITableViewCell backgroundColor=surface|background", "UILabel textColor=text",
    "UILabel.caption textColor=quiet|text", "UITextField textColor=text backgroundColor=surface|background", "UIButton titleColor:normal=primary",
    "UIButton.primary backgroundColor=primary titleColor:normal=onPrimary|surface|background", "UIButton.destructive titleColor:normal=danger|primary", "UISwitch onTintColor=primary",
    "UISlider minimumTrackTintColor=primary", "UIProgressView progressTintColor=primary trackTintColor=border",
  ],
  web: [
    "body backgroundColor=background color=text", "header backgroundColor=surface|background color=text", "article backgroundColor=surface|background borderColor=border",
    "caption color=quiet|text", "a color:normal=primary", "button color:normal=primary borderColor:normal=primary", "button.primary backgroundColor:normal=primary color:normal=onPrimary|surface|background",
    "hr borderColor=border", "input color:normal=text backgroundColor:normal=surface|background borderColor:normal=border accentColor=primary",
  ],
  android: [
    "Window windowBackground=background statusBarColor=surface|background", "Toolbar titleTextColor=text", "CardView cardBackgroundColor=surface|background strokeColor=border", "TextView textColor:normal=text",
    "TextView.caption textColor:normal=quiet|text", "Button backgroundTint:normal=primary textColor:normal=onPrimary|surface|background", "ProgressBar progressTint=primary",
    "TabLayout tabIndicatorColor=primary", "FloatingActionButton backgroundTint:normal=primary tint:normal=onPrimary|surface|background",
  ],
}

/** @param {string[]} names @returns {Record<string, string | undefined>} the name of a color in each role */
function inRoles(names) {
  const plain = names.map(name => {
    const words = name.replace(/([a-z0-9])([A-Z])/g, "$1-$2").toLowerCase().split(/[^a-z0-9]+/).filter(Boolean)
    const first = words.findIndex(word => !prefixes.has(word))
    return { name, words: words.slice(first).join("-").replace(/-default$/, "") }
  })
  return Object.fromEntries(Object.entries(roles).map(([role, list]) => [role, list.split(" ").map(words => plain.find(each => each.words === words)?.name).find(Boolean)]))
}

/**
 * Returns rules by the names of a theme's colors; none for a theme whose names say nothing.
 * @param {Resolved} resolved
 * @returns {Rule[]}
 */
export function rulesOf({ kit, colors }) {
  const found = inRoles(Object.keys(colors))
  return (kits[kit] ?? []).flatMap(line => {
    const [target, ...pairs] = line.split(" ")
    const set = Object.fromEntries(pairs.flatMap(pair => {
      const [key, wanted] = pair.split("=")
      const name = wanted.split("|").map(role => found[role]).find(Boolean)
      if (name) return [[key, `{${name}}`]]
      // Without a color for it, the text of a filled button is what can be read there.
      return wanted.startsWith("onPrimary") && found.primary ? [[key, inkOn(colors[found.primary], "#ffffff")]] : []
    }))
    return Object.keys(set).length ? [{ for: target, set }] : []
  })
}

/**
 * Returns the elements of a screen as these rules would have them.
 * @param {Resolved} resolved @param {import("./types").LookNode[]} nodes
 * @returns {import("./types").LookNode[] | undefined}
 */
export function byRole(resolved, nodes) {
  const rules = rulesOf(resolved)
  const colors = (/** @type {Record<string, string>} */ set) => Object.fromEntries(Object.entries(set).map(([key, name]) => [key, resolved.colors[name.slice(1, -1)] ?? name]))
  const setOf = (/** @type {string} */ target) => colors(rules.find(rule => rule.for === target)?.set ?? {})
  return rules.length ? nodes.map(node => ({ ...node, set: { ...setOf(node.for.split(".")[0]), ...setOf(node.for), ...node.set } })) : undefined
}
