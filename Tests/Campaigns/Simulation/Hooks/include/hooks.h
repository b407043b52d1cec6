#include <poll.h>
#include <pthread.h>
#include <stdint.h>

/* What the threads of the simulation have in place of the system's calls. Times are in milliseconds. */
struct simulation_calls {
  /* Lets other threads go on while a lock is taken. */
  void (*wait_for)(const uint32_t *lock);
  /* The time since 1970 by a clock that nobody sets. */
  int64_t (*now)(void);
  void (*sleep)(int64_t time);
  /* Waits like poll(2). */
  int (*poll)(struct pollfd *polled, int count, int timeout);
  /* Starts a thread of the simulation, and returns its number, above zero. */
  int (*start)(void *(*body)(void *), void *context);
  void (*join)(int thread);
};

/* Makes this thread one of the simulation: its locks, random numbers, times and waits come from there. */
void simulation_enter(void);

/* Sets the state of the generator from which all threads of the simulation have their random numbers. */
void simulation_seed(uint64_t seed);

void simulation_begin(struct simulation_calls calls);

/* Returns whether a lock is free. */
int simulation_is_free(const uint32_t *lock);

/* Returns whether a doorbell was rung. */
int simulation_is_rung(int descriptor);

/* Starts a thread of the system. */
int simulation_create_thread(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *context);
