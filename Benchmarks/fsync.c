// How many small durable writes a second the disk under a folder takes, one after another, as a log makes them.
//
//   fsync FOLDER BYTES SECONDS append|again
//
// `append` lets the file grow with each write; `again` writes over blocks that are there already,
// as a write-ahead log does after its first checkpoint.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

static void must(int done, const char *what) {
  if (done) return;
  perror(what);
  exit(1);
}

int main(int count, char **arguments) {
  if (count != 5) {
    fprintf(stderr, "usage: fsync FOLDER BYTES SECONDS append|again\n");
    return 2;
  }
  char path[4096];
  snprintf(path, sizeof path, "%s/fsync-%d", arguments[1], getpid());
  size_t bytes = strtoul(arguments[2], NULL, 10), place = 0, room = 1000 * bytes;
  double seconds = atof(arguments[3]);
  int again = !strcmp(arguments[4], "again"), file = open(path, O_CREAT | O_EXCL | O_RDWR, 0600);
  must(file >= 0, path);
  unlink(path);
  char *block = malloc(bytes);
  memset(block, 'l', bytes);
  if (again) {
    for (size_t at = 0; at < room; at += bytes) must(pwrite(file, block, bytes, at) == (ssize_t)bytes, "write");
    must(!fsync(file), "fsync");
  }
  double start = now(), end = start + seconds;
  long writes = 0;
  for (; now() < end; writes++) {
    must(pwrite(file, block, bytes, place) == (ssize_t)bytes, "write");
    must(!fdatasync(file), "fdatasync");
    place += bytes;
    if (again && place >= room) place = 0;
  }
  printf("%.0f\n", writes / (now() - start));
  return 0;
}
