package androidx.compose.ui.text

import androidx.compose.ui.text.font.FontWeight
import androidx.compose.ui.unit.TextUnit

class TextStyle(
    fontSize: TextUnit, fontWeight: FontWeight, letterSpacing: TextUnit, lineHeight: TextUnit = TextUnit()
)
