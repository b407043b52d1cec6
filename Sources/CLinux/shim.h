#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>

/* Variadic, or declared with arguments that Swift can't spell. */
static inline int livery_unread_bytes(int socket) {
  int count = 0;
  return ioctl(socket, FIONREAD, &count) == 0 ? count : -1;
}

static inline int livery_duplicate(int descriptor) { return fcntl(descriptor, F_DUPFD_CLOEXEC, 0); }

static inline int livery_bind(int socket, const void *_Nonnull address, socklen_t length) {
  return bind(socket, (const struct sockaddr *)address, length);
}

static inline int livery_connect(int socket, const void *_Nonnull address, socklen_t length) {
  return connect(socket, (const struct sockaddr *)address, length);
}

static inline int livery_name(int socket, void *_Nonnull address, socklen_t *_Nonnull length) {
  return getsockname(socket, (struct sockaddr *)address, length);
}

extern int accept4(int, struct sockaddr *, socklen_t *, int);
static inline int livery_accept(int socket, void *_Nonnull address, socklen_t *_Nonnull length) {
  return accept4(socket, (struct sockaddr *)address, length, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

extern int pthread_setname_np(pthread_t, const char *);
static inline int livery_name_thread(const char *_Nonnull name) {
  return pthread_setname_np(pthread_self(), name);
}

/* Of the calling thread alone: Linux takes threads for processes here. */
static inline int livery_lower_priority(int niceness) { return setpriority(PRIO_PROCESS, 0, niceness); }

/* A file without a name, which ends with its last descriptor. */
extern int memfd_create(const char *, unsigned int);
static inline int livery_memory_file(void) { return memfd_create("livery-image", 1 /* MFD_CLOEXEC */); }

/* What the library keeps is counted over all threads. A trim leaves what is free within pages, and counts it again. */
static inline void livery_give_back(size_t least) {
  static _Atomic size_t left;
  if (mallinfo2().fordblks <= left + least) return;
  malloc_trim(0);
  left = mallinfo2().fordblks;
}
