// Plays thousands of clients that follow `Livery-Next` through a proxy, and measures how switches reach them.
//
//   crowd -p PROXY -u UPSTREAM -i PID -n CLIENTS -t THEME,THEME STEP…
//
// PROXY and UPSTREAM are ports; PID is the server. Steps run in order on the same connections:
//   switch=K  switch K times, once every two seconds, and take the time of every answer
//   back=K    K times, switch and take that back at once
//   restart   switch while the shell command in RESTART stops the proxy, empties its cache and starts it
// Each prints a line of `name=value` pairs. At its end each client has the last theme, or the program fails.
#define _GNU_SOURCE
#include "connections.h"

#define PATH "/themes/v1/theme.css"

struct waiter {
  struct client client;
  char next[200];  // where it asks: empty for the plain address
  char tag[80];
  int gone;  // since its connection was closed
};

static struct waiter *waiters;
static int client_count, poller, upstream;
static const char *themes[2];
static char tags[2][80];
static struct client publisher = {.fd = -1}, gauge = {.fd = -1};
static int most_held;
static double most_bytes;

static void copy_header(const char *answer, const char *name, char *value, size_t size) {
  const char *end = strstr(answer, "\r\n\r\n"), *header = strcasestr(answer, name);
  *value = 0;
  if (header && header < end) snprintf(value, size, "%.*s", (int)strcspn(header + strlen(name), "\r"), header + strlen(name));
}

static void request(struct waiter *waiter) {
  char text[512];
  snprintf(text, sizeof text, "GET " PATH "%s HTTP/1.1\r\nHost: localhost:%d\r\nAccept-Encoding: gzip\r\n\r\n", waiter->next, port);
  send_whole(waiter->client.fd, text);
}

static void open_waiter(struct waiter *waiter) {
  waiter->client.fd = connect_from(1 + (waiter - waiters) % addresses);
  fcntl(waiter->client.fd, F_SETFL, O_NONBLOCK);
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = waiter};
  if (epoll_ctl(poller, EPOLL_CTL_ADD, waiter->client.fd, &event)) die("epoll: %s", strerror(errno));
  waiter->next[0] = waiter->gone = 0;
  request(waiter);
}

static const char *ask_upstream(struct client *client, const char *text) {
  int proxy = port;
  port = upstream;
  const char *answer = ask(client, text);
  port = proxy;
  return answer;
}

static void look_at_server(void) {
  const char *answer = ask_upstream(&gauge, "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const char *found = strstr(answer, "\nlivery_parked_clients ");
  int held = found ? atoi(found + 23) : 0;
  if (held > most_held) most_held = held;
  double bytes = memory_bytes();
  if (bytes > most_bytes) most_bytes = bytes;
}

static void publish(int number) {
  char body[128], text[512];
  snprintf(body, sizeof body, "{\"theme\":\"%s\",\"force\":true}", themes[number]);
  snprintf(text, sizeof text, "POST /v1/active HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
           strlen(body), body);
  const char *answer = ask_upstream(&publisher, text);
  if (strncmp(answer + 9, "200", 3)) die("the switch was refused:\n%.400s", answer);
}

static void learn_tag(int number) {
  publish(number);
  const char *answer = ask_upstream(&gauge, "GET /v1/theme.css HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n");
  copy_header(answer, "\r\nETag: ", tags[number], sizeof tags[number]);
}

// Takes what comes until a time. Returns how many clients have the wanted theme.
static int follow_until(double end, int wanted, int stop_when_all) {
  static struct epoll_event events[1024];
  double look = now_ms();
  for (;;) {
    int have = 0, closed = 0;
    if (now_ms() >= look) {
      look_at_server();
      look = now_ms() + 100;
    }
    double left = end - now_ms();
    int ready = epoll_wait(poller, events, 1024, left > 20 ? 20 : left > 0 ? (int)left : 0);
    for (int i = 0; i < ready; i++) {
      struct waiter *waiter = events[i].data.ptr;
      const char *answer = take(&waiter->client);
      if (waiter->client.fd < 0) waiter->gone = 1;
      if (!answer) continue;
      if (!strncmp(answer + 9, "200", 3)) {
        copy_header(answer, "\r\nETag: ", waiter->tag, sizeof waiter->tag);
        if (!strcmp(waiter->tag, tags[wanted]) && !waiter->client.answered) waiter->client.answered = now_ms();
      } else if (strncmp(answer + 9, "204", 3)) {
        // The proxy's own: it has just started, or is about to end.
        close(waiter->client.fd);
        (waiter->client.fd = -1), (waiter->gone = 1);
        continue;
      }
      copy_header(answer, "\r\nLivery-Next: ", waiter->next, sizeof waiter->next);
      if (!*waiter->next) die("an answer leads nowhere:\n%.400s", answer);
      request(waiter);
    }
    for (int i = 0; i < client_count; i++) {
      have += !strcmp(waiters[i].tag, tags[wanted]);
      closed += waiters[i].gone;
      if (waiters[i].gone) open_waiter(&waiters[i]);
    }
    if ((stop_when_all && have == client_count && !closed) || now_ms() >= end) return have;
  }
}

static void expect_all(int have) {
  if (have != client_count) die("%d of %d clients have the last theme", have, client_count);
}

static void report(const char *step, double start) {
  double *delays = malloc(client_count * sizeof *delays);
  for (int i = 0; i < client_count; i++) delays[i] = waiters[i].client.answered - start;
  qsort(delays, client_count, sizeof *delays, ascending);
  printf("step=%s clients=%d first=%.2f median=%.2f p99=%.2f last=%.2f\n", step, client_count, delays[0],
         delays[client_count / 2], delays[(int)(client_count * 0.99)], delays[client_count - 1]);
  free(delays);
}

static void switch_once(const char *step, int number) {
  for (int i = 0; i < client_count; i++) waiters[i].client.answered = 0;
  double start = now_ms();
  publish(number);
  if (*step == 'r' && system(getenv("RESTART"))) die("RESTART failed");
  expect_all(follow_until(start + 60e3, number, 1));
  report(step, start);
  follow_until(start + 2000, number, 0);
}

int main(int count, char **arguments) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  for (int option; (option = getopt(count, arguments, "p:u:i:n:t:")) != -1;) switch (option) {
      case 'p': port = atoi(optarg); break;
      case 'u': upstream = atoi(optarg); break;
      case 'i': pids[pid_count++ % 64] = atoi(optarg); break;
      case 'n': client_count = atoi(optarg); break;
      case 't': themes[0] = strtok(optarg, ","), themes[1] = strtok(NULL, ","); break;
      default: die("see the head of crowd.c for the options");
    }
  if (!port || !upstream || !pid_count || client_count < 1 || !themes[1]) die("-p, -u, -i, -n and -t are needed");
  poller = epoll_create1(EPOLL_CLOEXEC);
  learn_tag(1);
  learn_tag(0);
  double idle = memory_bytes();
  may_close = 1;
  waiters = calloc(client_count, sizeof *waiters);
  for (int i = 0; i < client_count; i++) {
    open_waiter(&waiters[i]);
    if (i % 500 == 499) follow_until(now_ms(), 0, 0);
  }
  expect_all(follow_until(now_ms() + 60e3, 0, 1));
  follow_until(now_ms() + 1000, 0, 0);
  int turn = 0;
  for (int i = optind; i < count; i++) {
    char *value = strchr(arguments[i], '=');
    int times = value ? atoi(value + 1) : 1;
    if (!strncmp(arguments[i], "switch", 6))
      while (times-- > 0) switch_once("switch", turn = !turn);
    else if (!strcmp(arguments[i], "restart")) switch_once("restart", turn = !turn);
    else if (!strncmp(arguments[i], "back", 4))
      for (; times > 0; times--) {
        double start = now_ms();
        publish(!turn);
        publish(turn);
        follow_until(start + 2000, turn, 0);
        expect_all(follow_until(start + 60e3, turn, 1));
        printf("step=back clients=%d within=%.0f\n", client_count, now_ms() - start);
        follow_until(now_ms() + 1000, turn, 0);
      }
    else die("no step is called %s", arguments[i]);
  }
  printf("step=end clients=%d held=%d grown=%.0f\n", client_count, most_held, most_bytes - idle);
  return 0;
}
