/* Tells the thread sanitizer what Swift's mutexes order.
 *
 * On Linux, Synchronization.Mutex locks by an atomic in our own code and, where threads meet, by a slow path in the
 * runtime's library. That library is not built for the sanitizer, which would report what such a lock guards as a
 * race. So programs under the sanitizer offer the slow path's two functions themselves: each calls the original and
 * says what it means. Only sanitized builds hold this. Swift passes the mutex in the register for `self`.
 */
#define _GNU_SOURCE
#include <dlfcn.h>

#if defined(__has_feature)
#if __has_feature(thread_sanitizer) && defined(__x86_64__)

__attribute__((visibility("hidden"))) void *original_lock;
__attribute__((visibility("hidden"))) void *original_unlock;

__attribute__((constructor)) static void find(void) {
  original_lock = dlsym(RTLD_NEXT, "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
  original_unlock = dlsym(RTLD_NEXT, "$s15Synchronization12_MutexHandleV11_unlockSlowyyF");
}

__asm__(
    ".text\n"
    ".globl \"$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF\"\n"
    ".type \"$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF\", @function\n"
    "\"$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF\":\n"
    "  pushq %r13\n"
    "  callq *original_lock(%rip)\n"
    "  movq (%rsp), %rdi\n"
    "  callq __tsan_acquire@PLT\n"
    "  popq %r13\n"
    "  retq\n"
    ".globl \"$s15Synchronization12_MutexHandleV11_unlockSlowyyF\"\n"
    ".type \"$s15Synchronization12_MutexHandleV11_unlockSlowyyF\", @function\n"
    "\"$s15Synchronization12_MutexHandleV11_unlockSlowyyF\":\n"
    "  pushq %r13\n"
    "  movq %r13, %rdi\n"
    "  callq __tsan_release@PLT\n"
    "  movq (%rsp), %r13\n"
    "  callq *original_unlock(%rip)\n"
    "  popq %r13\n"
    "  retq\n");

#endif
#endif
