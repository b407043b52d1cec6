/* The places where Swift's library and the code under test would leave the simulation: a contended Mutex, random numbers,
 * time, and waits for time, threads and doorbells.
 *
 * The program offers these functions itself, so that calls into the libraries' come here. On threads outside of the
 * simulation they do as before. How a lock is passed to its slow path is explained in Tests/Tools/SanitizedMutex.
 */
#define _GNU_SOURCE
#include "hooks.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static _Thread_local int is_inside;
static uint64_t state;
static struct simulation_calls calls;

void simulation_enter(void) { is_inside = 1; }
void simulation_seed(uint64_t seed) { state = seed; }
void simulation_begin(struct simulation_calls all) { calls = all; }
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

/* The clock of files stays the kernel's: SQLite's witness compares them with the wall clock. */
int clock_gettime(clockid_t clock, struct timespec *time) {
  if (!is_inside || clock == CLOCK_REALTIME) return (int)syscall(SYS_clock_gettime, clock, time);
  int64_t now = calls.now();
  time->tv_sec = now / 1000;
  time->tv_nsec = now % 1000 * 1000000;
  return 0;
}

int nanosleep(const struct timespec *time, struct timespec *rest) {
  if (!is_inside) return (int)syscall(SYS_nanosleep, time, rest);
  calls.sleep(time->tv_sec * 1000 + (time->tv_nsec + 999999) / 1000000);
  return 0;
}

int poll(struct pollfd *polled, nfds_t count, int timeout) {
  if (!is_inside) return (int)syscall(SYS_poll, polled, count, timeout);
  return calls.poll(polled, (int)count, timeout);
}

enum { MOST = 4096 };
static char is_rung[MOST];

int simulation_is_rung(int descriptor) { return descriptor >= 0 && descriptor < MOST && is_rung[descriptor]; }

int eventfd(unsigned int count, int flags) {
  int descriptor = (int)syscall(SYS_eventfd2, count, flags);
  if (descriptor >= 0 && descriptor < MOST) is_rung[descriptor] = 0;
  return descriptor;
}

int eventfd_write(int descriptor, eventfd_t count) {
  if (!is_inside) return write(descriptor, &count, sizeof count) == sizeof count ? 0 : -1;
  is_rung[descriptor] = 1;
  return 0;
}

int eventfd_read(int descriptor, eventfd_t *count) {
  if (!is_inside) return read(descriptor, count, sizeof *count) == sizeof *count ? 0 : -1;
  *count = (eventfd_t)is_rung[descriptor];
  is_rung[descriptor] = 0;
  if (*count == 0) errno = EAGAIN;
  return *count ? 0 : -1;
}

int simulation_create_thread(
    pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *context) {
  static int (*original)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
  if (!original) *(void **)&original = dlsym(RTLD_NEXT, "pthread_create");
  return original(thread, attributes, body, context);
}

int pthread_create(
    pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *context) {
  if (!is_inside) return simulation_create_thread(thread, attributes, body, context);
  *thread = (pthread_t)calls.start(body, context);
  return 0;
}

int pthread_join(pthread_t thread, void **result) {
  static int (*original)(pthread_t, void **);
  if (!original) *(void **)&original = dlsym(RTLD_NEXT, "pthread_join");
  if (!is_inside) return original(thread, result);
  calls.join((int)thread);
  return 0;
}

int pthread_detach(pthread_t thread) {
  static int (*original)(pthread_t);
  if (!original) *(void **)&original = dlsym(RTLD_NEXT, "pthread_detach");
  return is_inside ? 0 : original(thread);
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
    calls.wait_for(lock);
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
