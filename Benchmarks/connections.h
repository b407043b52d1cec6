// What park.c and crowd.c share: connections of clients to a server on loopback, and the server's memory.
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "clients.h"

static int port, addresses = 19;
static int pids[64], pid_count;
static int may_close;  // whether the server may close connections: their descriptors become -1 then

struct client {
  int fd;
  double answered;  // when its answer was complete; 0 while it waits
  char *pending;    // the beginning of an answer that came in pieces
  size_t pending_size;
};

// Private memory, and its share of memory shared among the server's own processes; no pages of files.
static double memory_bytes(void) {
  double sum = 0, kilobytes;
  for (int i = 0; i < pid_count; i++) {
    char line[256];
    snprintf(line, sizeof line, "/proc/%d/smaps_rollup", pids[i]);
    FILE *file = fopen(line, "r");
    if (!file) die("cannot read %s: %s", line, strerror(errno));
    while (fgets(line, sizeof line, file))
      if (sscanf(line, "Pss_Anon: %lf", &kilobytes) == 1 || sscanf(line, "Pss_Shmem: %lf", &kilobytes) == 1)
        sum += kilobytes * 1024;
    fclose(file);
  }
  return sum;
}

static int connect_from(int address) {
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), one = 1;
  if (fd < 0) die("no more sockets: %s (raise ulimit -n)", strerror(errno));
  setsockopt(fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &one, sizeof one);
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  struct sockaddr_in from = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(0x7f000001 + address)};
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(0x7f000001), .sin_port = htons(port)};
  if (bind(fd, (struct sockaddr *)&from, sizeof from)) die("cannot bind: %s", strerror(errno));
  if (connect(fd, (struct sockaddr *)&to, sizeof to)) die("cannot connect: %s", strerror(errno));
  return fd;
}

static void send_whole(int fd, const char *text) {
  size_t size = strlen(text);
  if (send(fd, text, size, MSG_NOSIGNAL) != (ssize_t)size) die("a request could not be sent: %s", strerror(errno));
}

// The size of the answer that `text` begins with, or 0 while its header block is not complete.
static size_t answer_size(const char *text) {
  const char *end = strstr(text, "\r\n\r\n");
  if (!end) return 0;
  const char *length = strcasestr(text, "\r\ncontent-length:");
  size_t body = length && length < end ? strtoul(length + 17, NULL, 10) : 0;
  return end + 4 - text + body;
}

// Takes what has come for one client. True when its answer is complete; the text is valid until the next call.
static const char *take(struct client *client) {
  static char text[1 << 16];
  memcpy(text, client->pending ? client->pending : "", client->pending_size);
  ssize_t got = recv(client->fd, text + client->pending_size, sizeof text - 1 - client->pending_size, 0);
  if (got < 0 && errno == EAGAIN) return NULL;
  if (got <= 0 && !may_close) die("the server closed a connection: %s", got ? strerror(errno) : "end of stream");
  if (got <= 0) {
    close(client->fd);
    client->fd = -1;
    client->pending_size = 0;
    return NULL;
  }
  size_t size = client->pending_size + got;
  text[size] = 0;
  free(client->pending);
  client->pending = NULL;
  client->pending_size = 0;
  size_t whole = answer_size(text);
  if (whole && size >= whole) return text;
  client->pending = malloc(size);
  memcpy(client->pending, text, size);
  client->pending_size = size;
  return NULL;
}

// One request, one answer, on a connection of its own that blocks.
static const char *ask(struct client *client, const char *request) {
  if (client->fd < 0) client->fd = connect_from(0);
  send_whole(client->fd, request);
  const char *answer;
  while (!(answer = take(client))) continue;
  return answer;
}

static int ascending(const void *a, const void *b) {
  double difference = *(const double *)a - *(const double *)b;
  return (difference > 0) - (difference < 0);
}
