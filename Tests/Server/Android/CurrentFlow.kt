package kotlinx.coroutines.flow

import kotlinx.coroutines.GlobalScope
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.channels.ProducerScope
import kotlinx.coroutines.channels.ReceiveChannel
import kotlinx.coroutines.channels.produce

/** A flow of one channel for each collector, as `callbackFlow` with `conflate` makes one. */
class Flow<out T>(private val open: () -> ReceiveChannel<T>) {
  suspend fun collect(collector: (T) -> Unit) {
    val channel = open()
    try { for (item in channel) collector(item) } finally { channel.cancel() }
  }
}

fun <T> callbackFlow(block: suspend ProducerScope<T>.() -> Unit): Flow<T> =
  Flow { GlobalScope.produce<T>(capacity = Channel.CONFLATED) { block() } }

fun <T> Flow<T>.conflate(): Flow<T> = this
