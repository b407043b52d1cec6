package livery

import java.io.File
import kotlinx.coroutines.channels.*
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.callbackFlow
import kotlinx.coroutines.flow.conflate
import org.json.JSONObject

/** A theme with the names that an app reads. */
class Theme(val json: JSONObject) {
  val name: String = json.getString("theme")
  val title: String = json.optString("title", name)

  /** Returns a color as `0xAARRGGBB`, for `Color(…)` of Compose or a `View`; null if the theme has none of this name. */
  fun color(name: String): Int? {
    val hex = json.optJSONObject("colors")?.optString(name)?.removePrefix("#") ?: return null
    val number = if (hex.length == 6 || hex.length == 8) hex.toLongOrNull(16) ?: return null else return null
    return if (hex.length == 6) (0xff000000L or number).toInt() else (number shr 8 or (number shl 24)).toInt()
  }

  /** Returns the path of an image's file, for [ThemeFollower.file]; null if the server has none. */
  fun image(name: String): String? =
    json.optJSONObject("images")?.optJSONObject(name)?.takeIf { it.has("url") }?.getString("url")
}

/** Follows a theme for as long as the flow is collected. A collector that is slow gets the newest theme. */
fun themes(
  server: String, kept: File, channel: String? = null, traits: Map<String, String> = emptyMap(),
  token: () -> String? = { null }, onState: (State, String) -> Unit = { _, _ -> }
): Flow<Theme> = callbackFlow<Theme> {
  val follower = ThemeFollower(server, kept, channel, traits, token, onState = onState) { trySend(Theme(it)) }
  follower.start()
  awaitClose { follower.cancel() }
}.conflate()
