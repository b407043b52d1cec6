// The theme '{{theme}}' of the kit '{{kit}}' for Jetpack Compose, made by `livery export --template compose`. Do not edit.

import androidx.compose.ui.graphics.Color
import androidx.compose.ui.text.TextStyle
import androidx.compose.ui.text.font.FontWeight
import androidx.compose.ui.unit.dp
import androidx.compose.ui.unit.sp

class ThemeColors(
{{#each colors}}
    val {{camel}}: Color{{#unless last}},{{/unless}}
{{/each}}
)

val LightColors = ThemeColors(
{{#each colors}}
    {{camel}} = Color(0x{{light.argb}}){{#unless last}},{{/unless}}
{{/each}}
)

val DarkColors = ThemeColors(
{{#each colors}}
    {{camel}} = Color(0x{{dark.argb}}){{#unless last}},{{/unless}}
{{/each}}
)

object ThemeSizes {
{{#each sizes}}
    val {{camel}} = {{px}}.{{#if isText}}sp{{/if}}{{#unless isText}}dp{{/unless}}
{{/each}}
}

{{! Compose takes a font as a resource of the app, so the family is only named. }}
object ThemeFonts {
{{#each fonts}}
    /** {{family}} */
    val {{camel}} = TextStyle(
        fontSize = {{size}}.sp,
        fontWeight = FontWeight({{weight}}),
        letterSpacing = {{letterSpacing}}.sp{{#if lineHeight}},{{/if}}
{{#if lineHeight}}
        lineHeight = {{lineHeight}}.sp
{{/if}}
    )
{{/each}}
}

class ThemeShadow(val color: Color, val x: Float, val y: Float, val blur: Float, val spread: Float, val inset: Boolean)

object ThemeShadows {
{{#each shadows}}
    val {{camel}} = listOf(
{{#each light.layers}}
        ThemeShadow(Color(0x{{color.argb}}), {{xFloat}}f, {{yFloat}}f, {{blurFloat}}f, {{spreadFloat}}f, {{#if inset}}true{{/if}}{{#unless inset}}false{{/unless}}){{#unless last}},{{/unless}}
{{/each}}
    )
    val {{camel}}Dark = listOf(
{{#each dark.layers}}
        ThemeShadow(Color(0x{{color.argb}}), {{xFloat}}f, {{yFloat}}f, {{blurFloat}}f, {{spreadFloat}}f, {{#if inset}}true{{/if}}{{#unless inset}}false{{/unless}}){{#unless last}},{{/unless}}
{{/each}}
    )
{{/each}}
}
