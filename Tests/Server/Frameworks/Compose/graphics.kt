// The parts of Compose that the template uses, for a compiler that has none. Written after its public documentation.
package androidx.compose.ui.graphics

class Color

fun Color(argb: Long): Color = Color()
