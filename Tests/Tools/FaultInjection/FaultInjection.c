// Makes syncs fail and sets the wall clock of a program that it is loaded into before the C library (LD_PRELOAD).
//
// The variable FAULTS names a folder. While that holds a file `sync-fails`, every sync fails with EIO; a file `clock`
// holds the seconds by which the wall clock is ahead of the real one, or behind.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

// The text of a file in the folder; negative where there is none.
static long told(const char *name, char *text, size_t room) {
  const char *folder = getenv("FAULTS");
  char path[4096];
  if (!folder || snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path) return -1;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  long count = read(file, text, room - 1);
  close(file);
  if (count >= 0) text[count] = 0;
  return count;
}

static int sync_by(long call, int descriptor) {
  char text[2];
  if (told("sync-fails", text, sizeof text) >= 0) {
    errno = EIO;
    return -1;
  }
  return (int)syscall(call, descriptor);
}

int fsync(int descriptor) { return sync_by(SYS_fsync, descriptor); }
int fdatasync(int descriptor) { return sync_by(SYS_fdatasync, descriptor); }

static long ahead(void) {
  int before = errno;
  char text[32];
  long seconds = told("clock", text, sizeof text) > 0 ? atol(text) : 0;
  errno = before;
  return seconds;
}

int clock_gettime(clockid_t clock, struct timespec *moment) {
  int result = (int)syscall(SYS_clock_gettime, clock, moment);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) moment->tv_sec += ahead();
  return result;
}

int gettimeofday(struct timeval *moment, void *zone) {
  (void)zone;
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  moment->tv_sec = now.tv_sec;
  moment->tv_usec = now.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *place) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (place) *place = now.tv_sec;
  return now.tv_sec;
}
