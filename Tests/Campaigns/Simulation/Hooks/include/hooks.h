#include <stdint.h>

/* Makes this thread one of the simulation: its locks and random numbers come from there. */
void simulation_enter(void);

/* Sets the state of the generator from which all threads of the simulation have their random numbers. */
void simulation_seed(uint64_t seed);

/* Registers the function that lets other threads go on while a lock is taken. */
void simulation_on_wait(void (*wait)(const uint32_t *lock));

/* Returns whether a lock is free. */
int simulation_is_free(const uint32_t *lock);
