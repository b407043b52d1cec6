// The theme '{{theme}}' of the kit '{{kit}}' for Flutter, made by `livery export --template flutter`. Do not edit.

import 'package:flutter/material.dart';

class ThemeColors extends ThemeExtension<ThemeColors> {
  const ThemeColors({
{{#each colors}}
    required this.{{camel}},
{{/each}}
  });

{{#each colors}}
  final Color {{camel}};
{{/each}}

  static const light = ThemeColors(
{{#each colors}}
    {{camel}}: Color(0x{{light.argb}}),
{{/each}}
  );

  static const dark = ThemeColors(
{{#each colors}}
    {{camel}}: Color(0x{{dark.argb}}),
{{/each}}
  );

  @override
  ThemeColors copyWith({
{{#each colors}}
    Color? {{camel}},
{{/each}}
  }) =>
      ThemeColors(
{{#each colors}}
        {{camel}}: {{camel}} ?? this.{{camel}},
{{/each}}
      );

  @override
  ThemeColors lerp(ThemeColors? other, double t) => other == null
      ? this
      : ThemeColors(
{{#each colors}}
          {{camel}}: Color.lerp({{camel}}, other.{{camel}}, t)!,
{{/each}}
        );
}

abstract final class ThemeSizes {
{{#each sizes}}
  static const double {{camel}} = {{px}};
{{/each}}
}

abstract final class ThemeFonts {
{{#each fonts}}
  static const {{camel}} = TextStyle(
    fontFamily: '{{family}}',
    fontSize: {{size}},
    fontWeight: FontWeight.w{{hundreds}},
    letterSpacing: {{letterSpacing}},
{{#if lineRatio}}
    height: {{lineRatio}},
{{/if}}
  );
{{/each}}
}

abstract final class ThemeShadows {
{{#each shadows}}
  static const {{camel}} = [
{{#each light.layers}}
{{#unless inset}}
    BoxShadow(color: Color(0x{{color.argb}}), offset: Offset({{x}}, {{y}}), blurRadius: {{blur}}, spreadRadius: {{spread}}),
{{/unless}}
{{/each}}
  ];
  static const {{camel}}Dark = [
{{#each dark.layers}}
{{#unless inset}}
    BoxShadow(color: Color(0x{{color.argb}}), offset: Offset({{x}}, {{y}}), blurRadius: {{blur}}, spreadRadius: {{spread}}),
{{/unless}}
{{/each}}
  ];
{{/each}}
}
