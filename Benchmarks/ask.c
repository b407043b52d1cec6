// Asks one server one question after another over keep-alive connections, measuring the latency of each answer.
//
//   ask series -p PORT [-n COUNT] [-o FIRST] [-H HEADER] PATTERN…
//       on one connection, turn and turn about between the patterns; `#` stands for the number of the question
//   ask flood -p PORT [-n COUNT] [-o FIRST] [-k HOT] PATTERN HOT-PATTERN PLAIN
//       COUNT different questions in a row, and after every tenth one of HOT others, which are asked again and again:
//       before them, among them and after them; before and after beside a plain one, which tells the machine's mood
//   ask paced -p PORT [-c CONNECTIONS] [-r RATE] TARGET
//       RATE questions a second until SIGTERM, each sent when it is due whatever became of those before it
//
// `series` and `flood` print lines of `name=value` pairs, in milliseconds; `paced` prints a line for each question:
// when it was due on the monotonic clock, and how long after that its answer had come.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "clients.h"

static int port, count = 1000, first, hot = 100, connections = 16, rate = 1000;
static const char *header = "";
static int taking;  // flags for recv

// ---------------------------------------------------------------- questions and answers

struct connection {
  int fd;
  size_t have;
  double due[64];  // of the questions sent on it that wait for their answers, oldest first
  int waiting;
  char text[1 << 18];
};

static void open_connection(struct connection *connection) {
  int one = 1;
  connection->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  setsockopt(connection->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(0x7f000001), .sin_port = htons(port)};
  if (connect(connection->fd, (struct sockaddr *)&to, sizeof to)) die("cannot connect: %s", strerror(errno));
}

static void ask(struct connection *connection, const char *pattern, long number) {
  char request[2048];
  const char *place = strchr(pattern, '#');
  int length =
      place ? snprintf(request, sizeof request, "GET %.*s%ld%s HTTP/1.1\r\nHost: localhost\r\n%s\r\n", (int)(place - pattern),
                       pattern, number, place + 1, header)
            : snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: localhost\r\n%s\r\n", pattern, header);
  if (length >= (int)sizeof request) die("the question is too long");
  if (send(connection->fd, request, length, MSG_NOSIGNAL) != length) die("a question could not be sent: %s", strerror(errno));
}

// Takes what has come; true when it made an answer whole, which then is no longer in `text`.
static int take(struct connection *connection) {
  char *text = connection->text;
  const char *end = connection->have ? strstr(text, "\r\n\r\n") : NULL;
  for (;;) {
    if (end) {
      const char *length = strcasestr(text, "\r\ncontent-length:");
      size_t whole = end + 4 - text + (length && length < end ? strtoul(length + 17, NULL, 10) : 0);
      if (connection->have >= whole) {
        if (strncmp(text + 9, "200", 3)) die("not the answer hoped for:\n%.600s", text);
        memmove(text, text + whole, connection->have - whole + 1);
        connection->have -= whole;
        return 1;
      }
    }
    ssize_t got = recv(connection->fd, text + connection->have, sizeof connection->text - 1 - connection->have, taking);
    if (got < 0 && errno == EAGAIN) return 0;
    if (got <= 0) die("the server closed a connection: %s", got ? strerror(errno) : "end of stream");
    connection->have += got;
    text[connection->have] = 0;
    if (!end) end = strstr(text, "\r\n\r\n");
  }
}

static double time_of(struct connection *connection, const char *pattern, long number) {
  double start = now_ms();
  ask(connection, pattern, number);
  take(connection);
  return now_ms() - start;
}

// ---------------------------------------------------------------- figures

struct delays {
  double *list;
  int count;
};

static struct delays room(int count) { return (struct delays){malloc((count + 1) * sizeof(double)), 0}; }
static void note(struct delays *delays, double delay) { delays->list[delays->count++] = delay; }

static int ascending(const void *a, const void *b) {
  double difference = *(const double *)a - *(const double *)b;
  return (difference > 0) - (difference < 0);
}

static void print(const char *step, struct delays delays) {
  qsort(delays.list, delays.count, sizeof *delays.list, ascending);
  printf("step=%s count=%d median=%.4f p99=%.4f worst=%.4f\n", step, delays.count, delays.list[delays.count / 2],
         delays.list[(int)(delays.count * 0.99)], delays.list[delays.count - 1]);
  free(delays.list);
}

// ---------------------------------------------------------------- the three ways of asking

static void series(char **patterns, int pattern_count) {
  struct connection *connection = calloc(1, sizeof *connection);
  open_connection(connection);
  struct delays delays = room(count);
  for (int i = 0; i < count; i++) note(&delays, time_of(connection, patterns[i % pattern_count], first + i));
  print("series", delays);
}

static void ask_hot(struct connection *connection, const char *hot_pattern, const char *plain, const char *hot_step,
                    const char *plain_step) {
  struct delays hot_ones = room(count), plain_ones = room(count);
  for (int i = 0; i < count / 10; i++) {
    note(&hot_ones, time_of(connection, hot_pattern, i % hot));
    note(&plain_ones, time_of(connection, plain, 0));
  }
  print(hot_step, hot_ones);
  print(plain_step, plain_ones);
}

static void flood(const char *pattern, const char *hot_pattern, const char *plain) {
  struct connection *connection = calloc(1, sizeof *connection);
  open_connection(connection);
  for (int i = 0; i < 2 * hot; i++) time_of(connection, hot_pattern, i % hot);
  ask_hot(connection, hot_pattern, plain, "before-hot", "before-plain");
  struct delays cold = room(count), among = room(count);
  for (int i = 0; i < count; i++) {
    note(&cold, time_of(connection, pattern, first + i));
    if (i % 10 == 9) note(&among, time_of(connection, hot_pattern, i / 10 % hot));
  }
  print("among-cold", cold);
  print("among-hot", among);
  ask_hot(connection, hot_pattern, plain, "after-hot", "after-plain");
}

static void answer_came(struct connection *connection) {
  double came = now_ms();
  printf("%.4f %.4f\n", connection->due[0], came - connection->due[0]);
  memmove(connection->due, connection->due + 1, --connection->waiting * sizeof *connection->due);
}

// The next question goes to the connection with the fewest waiting, so that one late answer holds back few others.
static void send_due(struct connection *all, double due, const char *target) {
  struct connection *best = &all[0];
  for (int i = 1; i < connections; i++)
    if (all[i].waiting < best->waiting) best = &all[i];
  if (best->waiting == 64) die("%d questions wait for their answers", 64 * connections);
  best->due[best->waiting++] = due;
  ask(best, target, 0);
}

static volatile sig_atomic_t is_ended;
static void end(int signal) { is_ended = signal; }

static void paced(const char *target) {
  signal(SIGTERM, end);
  struct connection *all = calloc(connections, sizeof *all);
  int poller = epoll_create1(EPOLL_CLOEXEC), timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = NULL};
  epoll_ctl(poller, EPOLL_CTL_ADD, timer, &event);
  for (int i = 0; i < connections; i++) {
    open_connection(&all[i]);
    event.data.ptr = &all[i];
    epoll_ctl(poller, EPOLL_CTL_ADD, all[i].fd, &event);
  }
  taking = MSG_DONTWAIT;
  long gap = 1000000000L / rate;
  struct itimerspec pace = {.it_interval.tv_nsec = gap, .it_value.tv_nsec = gap};
  double start = now_ms();
  timerfd_settime(timer, 0, &pace, NULL);
  long sent = 0;
  while (!is_ended) {
    struct epoll_event events[64];
    int ready = epoll_wait(poller, events, 64, -1);
    if (ready < 0 && errno != EINTR) die("epoll: %s", strerror(errno));
    for (int i = 0; i < ready; i++) {
      struct connection *connection = events[i].data.ptr;
      if (!connection) {
        unsigned long ticks;
        if (read(timer, &ticks, sizeof ticks) < 0) continue;
        for (; ticks; ticks--) send_due(all, start + ++sent * (gap / 1e6), target);
      } else {
        while (connection->waiting && take(connection)) answer_came(connection);
      }
    }
  }
}

// ---------------------------------------------------------------- the command line

int main(int argument_count, char **arguments) {
  if (argument_count < 2) die("see the head of ask.c for the ways of asking");
  const char *way = arguments[1];
  char *headers = NULL;
  for (int option; (option = getopt(argument_count - 1, arguments + 1, "p:n:o:k:c:r:H:")) != -1;) switch (option) {
      case 'p': port = atoi(optarg); break;
      case 'n': count = atoi(optarg); break;
      case 'o': first = atoi(optarg); break;
      case 'k': hot = atoi(optarg); break;
      case 'c': connections = atoi(optarg); break;
      case 'r': rate = atoi(optarg); break;
      case 'H':
        if (asprintf(&headers, "%s\r\n", optarg) < 0) die("no memory");
        header = headers;
        break;
      default: die("see the head of ask.c for the options");
    }
  char **rest = arguments + 1 + optind;
  int rest_count = argument_count - 1 - optind;
  if (!port || count < 10 || connections < 1 || rate < 2) die("-p is needed, and numbers that make sense");
  if (!strcmp(way, "series") && rest_count >= 1) series(rest, rest_count);
  else if (!strcmp(way, "flood") && rest_count == 3) flood(rest[0], rest[1], rest[2]);
  else if (!strcmp(way, "paced") && rest_count == 1) paced(rest[0]);
  else die("see the head of ask.c for the ways of asking");
  return 0;
}
