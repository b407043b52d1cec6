package livery

import java.io.File
import java.util.concurrent.atomic.AtomicInteger
import kotlinx.coroutines.GlobalScope
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

/**
 * Runs [ThemeFollower] for the tests of `followers.py`:
 *
 *     follow URL FILE [NAME=VALUE…]   prints each theme and state; reads commands from standard input
 *     flow URL FILE                   collects the flow of themes until a line of input
 *     crowd URL COUNT                 that many followers; prints each theme that all of them have
 *     churn URL COUNT                 starts and stops so many followers, and prints what is left of them a second later
 */
fun main(words: Array<String>) {
  val uncaught = AtomicInteger()
  Thread.setDefaultUncaughtExceptionHandler { _, error ->
    uncaught.incrementAndGet()
    println("uncaught $error")
  }
  when (words[0]) {
    "crowd" -> crowd(words[1], words[2].toInt())
    "churn" -> churn(words[1], words[2].toInt(), uncaught)
    "flow" -> collect(words[1], File(words[2]))
    else -> follow(words[1], File(words[2]), words.drop(3))
  }
}

private fun say(line: String) {
  println(line)
  System.out.flush()
}

private fun follow(server: String, kept: File, words: List<String>) {
  val options = words.associate { it.substringBefore("=") to it.substringAfter("=") }
  val bad = options["bad"]
  var token = options["token"]
  var slept = 0L
  val follower = ThemeFollower(
    server, kept, options["channel"], if (options["night"] == null) emptyMap() else mapOf("night" to options["night"]!!),
    token = { token }, seed = options["seed"], wait = options["wait"]?.toInt() ?: 25,
    patience = options["patience"]?.toInt() ?: 20, now = { System.nanoTime() / 1_000_000 + slept },
    onState = { state, why -> say("state $state $why") }
  ) {
    val accent = it.optJSONObject("colors")?.optString("accent")
    if (bad != null && accent == bad) throw IllegalStateException("no such color")
    say("theme ${it.getString("theme")} $accent")
  }.start()
  say("started")
  while (true) {
    val line = readLine() ?: break
    val rest = line.substringAfter(" ", "")
    when (line.substringBefore(" ")) {
      "refresh" -> follower.refresh()
      "refuse" -> follower.refuse(rest)
      "token" -> token = rest
      "sleep" -> slept = rest.toLong()
      "file" -> say("file ${follower.file(rest).size}")
      "cancel" -> { follower.cancel(); follower.cancel() }
    }
  }
}

private fun collect(server: String, kept: File) {
  val collecting = GlobalScope.launch {
    themes(server, kept).collect {
      say("theme ${it.title} ${it.color("accent")?.let(Integer::toHexString)} ${it.color("none")} ${it.image("none")}")
    }
  }
  readLine()
  runBlocking { collecting.cancelAndJoin() }
  Thread.sleep(1000)
  say("of 1 followers ${alive()} are alive")
}

private fun crowd(server: String, count: Int) {
  val counts = java.util.concurrent.ConcurrentHashMap<String, AtomicInteger>()
  val folder = createTempDir()
  for (index in 0 until count) {
    ThemeFollower(server, File(folder, "$index")) {
      val theme = it.getString("theme")
      if (counts.getOrPut(theme) { AtomicInteger() }.incrementAndGet() == count) say("all $count have $theme")
    }.start()
  }
  readLine()
  folder.deleteRecursively()
}

private fun alive() = Thread.getAllStackTraces().keys.count { it.name.startsWith("livery") && it.isAlive }

/** Each lives for another while, so that it is canceled at any point of its first requests. */
private fun churn(server: String, count: Int, uncaught: AtomicInteger) {
  val kept = File.createTempFile("livery", ".theme")
  val most = count / 8
  val crowd = (0 until 8).map { first ->
    Thread {
      for (index in 0 until most) {
        val follower = ThemeFollower(server, File("$kept.$first"), patience = 1) {}.start()
        Thread.sleep((index % 7).toLong())
        follower.cancel()
      }
    }.also { it.start() }
  }
  crowd.forEach { it.join() }
  Thread.sleep(1000)
  say("of ${most * 8} followers $uncaught failed and ${alive()} are alive")
}
