/* The two places where Swift's library would leave the simulation: a contended Mutex, and random numbers.
 *
 * The program offers both functions itself, so that calls into the library's come here. On threads outside of the
 * simulation they do as before. How a lock is passed to its slow path is explained in Tests/Tools/SanitizedMutex.
 */
#define _GNU_SOURCE
#include "hooks.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/random.h>

static _Thread_local int is_inside;
static uint64_t state;
static void (*wait_for)(const uint32_t *lock);

void simulation_enter(void) { is_inside = 1; }
void simulation_seed(uint64_t seed) { state = seed; }
void simulation_on_wait(void (*wait)(const uint32_t *lock)) { wait_for = wait; }
int simulation_is_free(const uint32_t *lock) { return atomic_load((const _Atomic uint32_t *)lock) == 0; }

static uint64_t next(void) {
  uint64_t word = state += 0x9e3779b97f4a7c15;
  word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9;
  word = (word ^ (word >> 27)) * 0x94d049bb133111eb;
  return word ^ (word >> 31);
}

void swift_stdlib_random(void *bytes, size_t count) {
  char *at = bytes;
  while (count > 0) {
    size_t part = count < sizeof(uint64_t) ? count : sizeof(uint64_t);
    if (is_inside) {
      uint64_t word = next();
      memcpy(at, &word, part);
    } else if (getrandom(at, part, 0) != (ssize_t)part) {
      continue;
    }
    at += part;
    count -= part;
  }
}

#if defined(__x86_64__)

__attribute__((visibility("hidden"))) void *simulation_original_lock;

__attribute__((constructor)) static void find(void) {
  simulation_original_lock = dlsym(RTLD_NEXT, "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
}

/* Returns 0 if the original has to take the lock. */
__attribute__((visibility("hidden"))) int simulation_lock(uint32_t *lock, uint32_t owner) {
  if (!is_inside) return 0;
  for (;;) {
    uint32_t nobody = 0;
    if (atomic_compare_exchange_strong((_Atomic uint32_t *)lock, &nobody, owner)) return 1;
    wait_for(lock);
  }
}

__asm__(
    ".text\n"
    ".globl \"$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF\"\n"
    ".type \"$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF\", @function\n"
    "\"$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF\":\n"
    "  pushq %r13\n"
    "  pushq %rdi\n"
    "  subq $8, %rsp\n"
    "  movl %edi, %esi\n"
    "  movq %r13, %rdi\n"
    "  callq simulation_lock\n"
    "  addq $8, %rsp\n"
    "  popq %rdi\n"
    "  popq %r13\n"
    "  testl %eax, %eax\n"
    "  jne 1f\n"
    "  jmpq *simulation_original_lock(%rip)\n"
    "1: retq\n");

#endif
