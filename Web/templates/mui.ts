// The theme '{{theme}}' of the kit '{{kit}}' for MUI, made by `livery export --template mui`. Do not edit.
// createTheme(options): a color named `primary`, `secondary`, `error`, `warning`, `info` or `success` is MUI's own, any other
// one is in the palette too.

export const options = {
  cssVariables: true,
  colorSchemes: {
    light: {
      palette: {
{{#each colors}}
        {{camel}}: { main: "{{light.hex}}" },
{{/each}}
      },
    },
    dark: {
      palette: {
{{#each colors}}
        {{camel}}: { main: "{{dark.hex}}" },
{{/each}}
      },
    },
  },
  typography: {
{{#each fonts}}
    {{camel}}: {
      fontFamily: "{{css}}",
      fontSize: {{size}},
      fontWeight: {{weight}},
      letterSpacing: {{letterSpacing}},
{{#if lineRatio}}
      lineHeight: {{lineRatio}},
{{/if}}
    },
{{/each}}
  },
} as const

/** For `sx` and styles: MUI has no theme members for these. */
export const sizes = {
{{#each sizes}}
  {{camel}}: "{{css}}",
{{/each}}
} as const

export const shadows = {
{{#each shadows}}
  {{camel}}: "{{#each light.layers}}{{#if inset}}inset {{/if}}{{x}}px {{y}}px {{blur}}px {{spread}}px {{color.hex}}{{#unless last}}, {{/unless}}{{/each}}",
  {{camel}}Dark: "{{#each dark.layers}}{{#if inset}}inset {{/if}}{{x}}px {{y}}px {{blur}}px {{spread}}px {{color.hex}}{{#unless last}}, {{/unless}}{{/each}}",
{{/each}}
} as const
