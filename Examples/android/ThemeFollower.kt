package livery

import java.io.ByteArrayOutputStream
import java.io.File
import java.io.IOException
import java.io.InputStream
import java.net.HttpURLConnection
import java.net.URL
import java.net.URLEncoder
import kotlin.concurrent.thread
import kotlin.random.Random
import org.json.JSONObject

enum class State { LOADING, KEPT, LIVE, OFFLINE, REFUSED }

/**
 * Follows the theme of a server from [start] to [cancel].
 *
 * [onTheme] gets the stored theme, or the [seed], before [start] returns, then each change on the follower's thread. If it
 * throws, the server learns that the theme is refused, and [onTheme] gets the one before it. [onState] gets the reason too.
 * On Android pass `now = SystemClock::elapsedRealtime`, which goes on while the device sleeps.
 */
class ThemeFollower(
  private val server: String,
  private val kept: File,
  private val channel: String? = null,
  private val traits: Map<String, String> = emptyMap(),
  private val token: () -> String? = { null },
  private val seed: String? = null,
  private val wait: Int = 25,
  private val patience: Int = 20,
  private val now: () -> Long = { System.nanoTime() / 1_000_000 },
  private val connect: (URL) -> HttpURLConnection = { it.openConnection() as HttpURLConnection },
  private val onState: (State, String) -> Unit = { _, _ -> },
  private val onTheme: (JSONObject) -> Unit
) {
  private class Kept(val tag: String, val body: String)
  private class Refusal(val tag: String, val reason: String, val isUnreadable: Boolean)

  private val lock = Object()
  private var isCanceled = false
  private var isWoken = false
  private var refused: String? = null  // by the app, not handled yet
  private var http: HttpURLConnection? = null
  @Volatile private var worker: Thread? = null

  // Used by one thread at a time.
  private var current: Kept? = null
  private var former: Kept? = null
  private var refusal: Refusal? = null
  private var readsAgain = false
  private var state = State.LOADING
  private var isReached = false
  private var began = 0L  // of the outage; 0 without one
  private var well = 0L  // the first good response since; 0 without one
  private var until = 0L  // the server accepts nothing earlier
  private var next: URL? = null  // where all clients with this theme wait
  private var quick = 0  // responses in a row that came at once, without another theme

  fun start(): ThemeFollower {
    current = stored() ?: seed?.let { Kept("", it) }
    if (current?.let { apply(it.body) } == true) stand(State.KEPT, "") else current = null
    worker = thread(isDaemon = true, name = "livery") { while (!isOver()) pause(step()) }
    return this
  }

  /** Ends the follower and its request. It may be called from any thread, and more than once. */
  fun cancel() {
    synchronized(lock) {
      if (isCanceled) return
      isCanceled = true
      lock.notifyAll()
    }
    // A connection that is cut before its request was written connects once more.
    thread(isDaemon = true, name = "livery-end") {
      while (worker?.isAlive == true) {
        cut(synchronized(lock) { http })
        Thread.sleep(20)
      }
      cut(http)
    }
  }

  /** Sends a request now instead of after a pause, unless the server named its end: when the network is back. */
  fun refresh() = wake()

  /** Tells the server that the app does not use the newest theme, and returns to the one before it. */
  fun refuse(reason: String) {
    synchronized(lock) { refused = reason }
    wake()
  }

  /** Returns a file that the theme names, such as the `url` of an image. Not for the main thread. */
  fun file(path: String): ByteArray {
    val http = open(URL(server.trimEnd('/') + path.substring(path.indexOf("/v1/files/"))), emptyMap()) {}
    return if (http.responseCode == 200) read(http, http.inputStream) else throw IOException(said(http))
  }

  private fun wake() {
    val held = synchronized(lock) {
      isWoken = true
      lock.notifyAll()
      http
    }
    thread(isDaemon = true) { cut(held) }  // never on the main thread
  }

  private fun cut(http: HttpURLConnection?) {
    try { http?.disconnect() } catch (e: Exception) {}
  }

  private fun isOver() = synchronized(lock) { isCanceled }

  private fun pause(milliseconds: Long) {
    val end = now() + milliseconds
    synchronized(lock) {
      while (!isCanceled) {
        val left = maxOf(if (isWoken) 0 else end, until) - now()
        if (left <= 0) break
        lock.wait(minOf(left, 10_000))  // the clock goes on while the device sleeps
      }
      isWoken = false
    }
  }

  /** Asks once; returns how many milliseconds to pause then. Nothing that happens here ends the app. */
  private fun step(): Long {
    synchronized(lock) { refused.also { refused = null } }?.let { giveUp(it) }
    return try { ask() } catch (e: Throwable) {
      if (synchronized(lock) { isWoken || isCanceled }) 0 else trouble("$e")
    }
  }

  private fun ask(): Long {
    val (asked, refusal, before) = Triple(now(), refusal, current)
    val led = next.takeIf { refusal == null }
    next = null
    val sent = if (readsAgain) "" else refusal?.tag ?: current?.tag ?: ""
    val waits = isReached && !readsAgain
    val headers = mutableMapOf("Accept" to "application/json")
    if (sent != "" && led == null) headers["If-None-Match"] = sent
    if (waits && led == null) headers["Prefer"] = "wait=$wait"
    if (waits && refusal != null) headers["Livery-Refused"] = refusal.reason
    val seconds = if (led == null) wait + patience else 75
    val http = open(led ?: address(), headers, seconds) { synchronized(lock) { this.http = it } }
    when (http.responseCode) {
      200 -> {
        val pause = take(http, sent, if (waits) 200 else 0)
        return lead(http, pause, asked, current !== before)
      }
      204 -> if (led == null) return trouble("204 without an address that led there")
      304 -> if (sent == "" || led != null) return trouble("304 without a tag")
      401, 403 -> { isReached = false; stand(State.REFUSED, said(http)); return 60_000 }
      429, 503 -> {
        val after = retryAfter(http)
        val pause = trouble(said(http))
        until = now() + (after ?: 0)
        return after ?: pause
      }
      else -> return trouble(said(http))
    }
    reached()
    readsAgain = waits && refusal?.isUnreadable == true
    if (refusal == null) stand(State.LIVE, "")
    val isHeld = http.getHeaderField("Preference-Applied") != null || now() - asked > wait * 500
    val pause = if (!waits || isHeld) (if (waits && now() - asked < 1000) 200L else 0L) else poll()
    return lead(http, if (led == null) pause else poll(), asked, false)
  }

  /** Goes on where a response leads, if that is this server; returns how many milliseconds to pause before. */
  private fun lead(http: HttpURLConnection, pause: Long, asked: Long, isNew: Boolean): Long {
    quick = if (isNew || now() - asked > 1000) 0 else quick + 1
    val to = http.getHeaderField("Livery-Next")?.let { URL(http.url, it) }
    if (to == null || state != State.LIVE || origin(to) != origin(http.url) || "$to" == "${http.url}") return pause
    if (quick >= 10) return poll().also { quick = 0 }
    next = to
    return if (isNew) pause else 0
  }

  /** Takes the body of a response. The tag is the one that was sent. */
  private fun take(http: HttpURLConnection, sent: String, pause: Long): Long {
    val tag = http.getHeaderField("ETag") ?: return trouble("There is no ETag.")
    if (http.contentType?.contains("json") != true) return trouble("It is ${http.contentType}, not JSON.")
    val body = String(read(http, http.inputStream))
    val refused = refusal
    reached()
    readsAgain = false
    if (tag == sent || (refused?.tag == tag && !refused.isUnreadable)) {
      readsAgain = refused?.isUnreadable == true
      if (refused == null) stand(State.LIVE, "")
      return poll()
    }
    if (tag != current?.tag) {
      try { JSONObject(body).getString("theme") } catch (e: Throwable) {
        refuse(tag, "no theme in it: ${e.javaClass.simpleName}", true)
        return if (refused == null || refused.tag == tag) pause else trouble("$e")
      }
      former = current
      current = Kept(tag, body)
      refusal = null
      store()  // first: an app that ends in onTheme starts with this theme
      if (!apply(body)) return 0
    }
    refusal = null
    stand(State.LIVE, "")
    return pause
  }

  /** Returns whether the app took the theme. */
  private fun apply(body: String): Boolean = try {
    onTheme(JSONObject(body))
    true
  } catch (e: Throwable) {
    giveUp("$e")
    false
  }

  private fun giveUp(reason: String) {
    val given = current
    if (refusal != null || given == null) return
    refuse(given.tag, reason, false)
    current = former
    former = null
    if (given.tag == "") refusal = null else store()
    try { current?.let { onTheme(JSONObject(it.body)) } } catch (e: Throwable) {}
  }

  private fun refuse(tag: String, reason: String, isUnreadable: Boolean) {
    val plain = reason.map { if (it in ' '..'~') it else '?' }.joinToString("").take(100).trim()
    refusal = Refusal(tag, if (plain == "") "no reason" else plain, isUnreadable)
    stand(State.OFFLINE, reason)
  }

  // Storage: the tag in the first line, then the body as it came.

  private fun stored(): Kept? = try {
    val (tag, body) = kept.readText().split("\n", limit = 2)
    JSONObject(body).getString("theme")
    Kept(tag, body)
  } catch (e: Throwable) { null }

  private fun store() {
    try {
      val part = File(kept.path + ".part")
      current?.let { part.writeText("${it.tag}\n${it.body}") } ?: kept.delete()
      part.renameTo(kept)
    } catch (e: IOException) {}  // the next start waits for the server
  }

  // Requests

  private fun address(): URL {
    val query = (listOf("channel" to channel) + traits.toList()).filter { it.second != null }
    return URL(server.trimEnd('/') + "/v1/theme" + query.withIndex().joinToString("") { (index, one) ->
      (if (index == 0) "?" else "&") + one.first + "=" + URLEncoder.encode(one.second, "UTF-8")
    })
  }

  /** Sends a request and follows redirects. The token goes to the same scheme, host and port only. */
  private fun open(
    first: URL, headers: Map<String, String>, seconds: Int = wait + patience, began: (HttpURLConnection) -> Unit
  ): HttpURLConnection {
    var url = first
    for (redirect in 0..5) {
      val http = connect(url)
      began(http)
      if (isOver()) throw IOException("canceled")
      http.connectTimeout = patience * 1000
      http.readTimeout = seconds * 1000
      http.useCaches = false
      http.instanceFollowRedirects = false
      http.setRequestProperty("User-Agent", "LiveryKotlin")
      headers.forEach { (name, value) -> http.setRequestProperty(name, value) }
      if (origin(url) == origin(first)) token()?.let { http.setRequestProperty("Authorization", "Bearer $it") }
      if (http.responseCode !in listOf(301, 302, 303, 307, 308)) return http
      url = URL(url, http.getHeaderField("Location") ?: return http)
    }
    throw IOException("There are too many redirects.")
  }

  private fun origin(url: URL) = listOf(url.protocol, url.host, if (url.port < 0) url.defaultPort else url.port)

  private fun read(http: HttpURLConnection, stream: InputStream): ByteArray {
    val (bytes, part) = Pair(ByteArrayOutputStream(), ByteArray(65_536))
    val end = now() + (wait + patience) * 1000
    stream.use {
      while (true) {
        val count = it.read(part)
        if (count < 0) break
        bytes.write(part, 0, count)
        if (now() > end || bytes.size() > 64_000_000) throw IOException("The response does not end.")
      }
    }
    if (http.contentLength >= 0 && http.contentLength != bytes.size()) throw IOException("The response ends early.")
    return bytes.toByteArray()
  }

  /** Returns the server's words about an error. */
  private fun said(http: HttpURLConnection): String = try {
    "${http.responseCode}: " + JSONObject(String(read(http, http.errorStream))).getString("detail")
  } catch (e: Exception) { "${http.responseCode}" }

  private fun retryAfter(http: HttpURLConnection): Long? {
    val date = http.getHeaderFieldDate("Retry-After", -1)
    val seconds = http.getHeaderField("Retry-After")?.toDoubleOrNull()
      ?: if (date < 0) return null else (date - System.currentTimeMillis()) / 1000.0
    return if (seconds.isNaN()) null else (seconds.coerceIn(0.0, 86_400.0) * Random.nextDouble(1000.0, 1250.0)).toLong()
  }

  // States and pauses

  private fun reached() {
    isReached = true
    if (well == 0L) well = now()
  }

  private fun poll() = Random.nextLong(12_000, 18_000)

  private fun trouble(why: String): Long {
    isReached = false
    readsAgain = false
    stand(State.OFFLINE, why)
    val now = now()
    if (began == 0L || (well != 0L && now - well > 1000)) began = now
    well = 0
    return ((now - began).coerceIn(500, 30_000) * Random.nextDouble(0.3, 1.0)).toLong()
  }

  private fun stand(next: State, why: String) {
    if (next == state) return
    state = next
    try { onState(next, why) } catch (e: Throwable) {}
  }
}
