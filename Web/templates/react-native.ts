// The theme '{{theme}}' of the kit '{{kit}}' for React Native, made by `livery export --template react-native`. Do not edit.

export const light = {
{{#each colors}}
  {{camel}}: "{{light.hex}}",
{{/each}}
}

export type ThemeColors = typeof light

export const dark: ThemeColors = {
{{#each colors}}
  {{camel}}: "{{dark.hex}}",
{{/each}}
}

export const sizes = {
{{#each sizes}}
  {{camel}}: {{px}},
{{/each}}
}

export const fonts = {
{{#each fonts}}
  {{camel}}: {
    fontFamily: "{{family}}",
    fontSize: {{size}},
    fontWeight: "{{hundreds}}",
    letterSpacing: {{letterSpacing}},
{{#if lineHeight}}
    lineHeight: {{lineHeight}},
{{/if}}
  },
{{/each}}
} as const

/** For `boxShadow`, from React Native 0.76 on. */
export const shadows = {
{{#each shadows}}
  {{camel}}: {
    light: "{{#each light.layers}}{{#if inset}}inset {{/if}}{{x}}px {{y}}px {{blur}}px {{spread}}px {{color.hex}}{{#unless last}}, {{/unless}}{{/each}}",
    dark: "{{#each dark.layers}}{{#if inset}}inset {{/if}}{{x}}px {{y}}px {{blur}}px {{spread}}px {{color.hex}}{{#unless last}}, {{/unless}}{{/each}}",
  },
{{/each}}
}
