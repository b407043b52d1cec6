package androidx.compose.ui.unit

class Dp

class TextUnit {
    operator fun unaryMinus() = this
}

val Int.dp: Dp get() = Dp()
val Double.dp: Dp get() = Dp()
val Int.sp: TextUnit get() = TextUnit()
val Double.sp: TextUnit get() = TextUnit()
