/* A mutable global, which Swift takes for a race. */
extern char **environ;
static inline char *_Nullable *_Nullable livery_environment(void) { return environ; }
