/** What `ThemeFlow.kt` uses of kotlinx.coroutines 1.5 and later, which Debian does not have, and what it has to do. */
@file:Suppress("UNUSED_PARAMETER")

package kotlinx.coroutines.channels

suspend fun <E> ProducerScope<E>.awaitClose(block: () -> Unit) {
  try { while (true) kotlinx.coroutines.delay(1000) } finally { block() }
}

fun <E> SendChannel<E>.trySend(element: E) { offer(element) }
