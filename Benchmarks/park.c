// Plays thousands of long-polling clients against one server in another process, measuring how it parks and wakes them.
//
//   park -s livery|nchan -p PORT -i PID[,PID…] -n CLIENTS [-g GAUGE] [-t THEME,THEME] [-a ADDRESSES] STEP…
//
// Steps run in order on the same connections, each printing one line of `name=value` pairs:
//   wake     wait until all are parked, publish, take the time of every answer
//   idle=S   look at the server's CPU for S seconds while all are parked
//   drop=K   close K clients, wait until the server's gauge has noticed
//   back     open the dropped ones again, wait until they are parked
#define _GNU_SOURCE
#include "connections.h"

// ---------------------------------------------------------------- the two servers' ways

struct server {
  const char *name;
  const char *gauge_path;    // where the number of parked clients is told
  const char *gauge;         // the text before that number
  const char *publish_path;  // what wakes the parked
};

static struct server servers[] = {
    {"livery", "/metrics", "\nlivery_parked_clients ", "/v1/active"},
    {"nchan", "/publish", "active subscribers: ", "/publish"},
};

static struct server *server;
static const char *themes[2] = {"default", "default"};
static char cursor[256];
static char poll_request[1024];

// ---------------------------------------------------------------- time

static void nap(double ms) {
  struct timespec time = {(time_t)(ms / 1e3), (long)((ms - 1e3 * (time_t)(ms / 1e3)) * 1e6)};
  nanosleep(&time, NULL);
}

// ---------------------------------------------------------------- the server's process, seen from outside

static double cpu_ms(void) {
  double sum = 0;
  for (int i = 0; i < pid_count; i++) {
    clockid_t clock;
    struct timespec used;
    if (!clock_getcpuclockid(pids[i], &clock) && !clock_gettime(clock, &used))
      sum += used.tv_sec * 1e3 + used.tv_nsec / 1e6;
  }
  return sum;
}

// ---------------------------------------------------------------- connections

static struct client *clients;
static int client_count, poller;
static struct client publisher = {.fd = -1}, gauge_reader = {.fd = -1};

static void remember_cursor(const char *answer) {
  const char *header = strcasestr(answer, "\r\nlivery-cursor:");
  if (header) sscanf(header + 16, " %255[^\r\n]", cursor);
}

// ---------------------------------------------------------------- what all steps need

static void prepare_poll(void) {
  if (!strcmp(server->name, "nchan"))
    snprintf(poll_request, sizeof poll_request, "GET /subscribe HTTP/1.1\r\nHost: localhost\r\n\r\n");
  else
    snprintf(poll_request, sizeof poll_request, "GET /v1/changes?since=%s&wait=55 HTTP/1.1\r\nHost: localhost\r\n\r\n", cursor);
}

static void learn_cursor(void) {
  if (strcmp(server->name, "livery")) return;
  const char *answer = ask(&gauge_reader, "GET /v1/changes HTTP/1.1\r\nHost: localhost\r\n\r\n");
  remember_cursor(answer);
  if (!*cursor) die("no Livery-Cursor in this answer:\n%.400s", answer);
}

static int parked(void) {
  char request[256];
  snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n", server->gauge_path);
  const char *answer = ask(&gauge_reader, request), *gauge = strstr(answer, server->gauge);
  if (gauge) return atoi(gauge + strlen(server->gauge));
  if (!strcmp(server->name, "nchan")) return 0;  // no such channel yet
  die("no%s in this answer:\n%.2000s", server->gauge, answer);
  return 0;
}

static void await_parked(int count) {
  double patience = now_ms() + 30e3;
  for (int there; (there = parked()) != count; nap(1))
    if (now_ms() > patience) die("%d of %d parked after 30 s", there, count);
}

static void open_client(struct client *client, int number) {
  client->fd = connect_from(1 + number % addresses);
  fcntl(client->fd, F_SETFL, O_NONBLOCK);
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = client};
  if (epoll_ctl(poller, EPOLL_CTL_ADD, client->fd, &event)) die("epoll: %s", strerror(errno));
  send_whole(client->fd, poll_request);
}

static void publish(void) {
  static int turn;
  char body[256], request[1024];
  // As many bytes as Livery's own change takes, so that both carry the same load.
  if (!strcmp(server->name, "nchan"))
    snprintf(body, sizeof body, "{\"cursor\":\"q5Zs0bVd1wA-%012d\",\"changes\":[{\"kind\":\"activated\",\"channel\":\"main\",\"theme\":\"%s\","
             "\"previous\":\"%s\",\"by\":\"bench\",\"transition\":{\"duration\":0.3}}]}", turn, themes[turn % 2], themes[(turn + 1) % 2]);
  else
    snprintf(body, sizeof body, "{\"theme\":\"%s\"}", themes[turn % 2]);
  turn++;
  snprintf(request, sizeof request, "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
           server->publish_path, strlen(body), body);
  send_whole(publisher.fd, request);
}

// ---------------------------------------------------------------- steps

// Gathers answers until every client and the publisher have theirs.
static void gather(void) {
  struct epoll_event events[1024];
  for (int missing = client_count + 1; missing > 0;) {
    int ready = epoll_wait(poller, events, 1024, 20000);
    if (ready <= 0) die("%d answers of %d have not come within 20 s", missing, client_count + 1);
    for (int i = 0; i < ready; i++) {
      struct client *client = events[i].data.ptr;
      const char *answer = take(client);
      if (!answer) continue;
      if (strncmp(answer + 9, "20", 2) || !strncmp(answer + 9, "204", 3)) die("not an answer to a change:\n%.400s", answer);
      client->answered = now_ms();
      remember_cursor(answer);
      missing--;
    }
  }
}

static void wake(double baseline) {
  static int round;
  await_parked(client_count);
  nap(100);
  double bytes = (memory_bytes() - baseline) / client_count;
  for (int i = 0; i < client_count; i++) clients[i].answered = 0;
  double cpu = cpu_ms(), start = now_ms();
  publish();
  gather();
  nap(50);
  cpu = cpu_ms() - cpu;
  double *delays = malloc(client_count * sizeof *delays);
  for (int i = 0; i < client_count; i++) delays[i] = clients[i].answered - start;
  qsort(delays, client_count, sizeof *delays, ascending);
  printf("step=wake round=%d clients=%d bytes=%.0f acknowledged=%.2f first=%.2f median=%.2f p99=%.2f last=%.2f cpu_us=%.2f "
         "start=%.3f end=%.3f\n",
         ++round, client_count, bytes, publisher.answered - start, delays[0], delays[client_count / 2],
         delays[(int)(client_count * 0.99)], delays[client_count - 1], cpu * 1e3 / client_count, start,
         start + delays[client_count - 1]);
  free(delays);
  prepare_poll();
  for (int i = 0; i < client_count; i++) send_whole(clients[i].fd, poll_request);
}

static void idle(double seconds) {
  await_parked(client_count);
  nap(200);
  double cpu = cpu_ms(), start = now_ms();
  nap(seconds * 1e3);
  double passed = now_ms() - start;
  cpu = cpu_ms() - cpu;
  printf("step=idle clients=%d percent=%.3f us_per_second_and_client=%.4f start=%.3f end=%.3f\n", client_count,
         cpu / passed * 100, cpu * 1e6 / passed / client_count, start, start + passed);
}

static void drop(int count) {
  await_parked(client_count);
  double held = memory_bytes(), start = now_ms();
  for (int i = client_count - count; i < client_count; i++) {
    close(clients[i].fd);
    clients[i].fd = -1;
  }
  double closed = now_ms();
  await_parked(client_count - count);
  double noticed = now_ms();
  nap(200);
  printf("step=drop clients=%d closing=%.2f noticed=%.2f freed=%.0f\n", count, closed - start, noticed - closed,
         (held - memory_bytes()) / count);
}

static void back(void) {
  double start = now_ms();
  int count = 0;
  prepare_poll();
  for (int i = 0; i < client_count; i++)
    if (clients[i].fd < 0) open_client(&clients[i], i), count++;
  await_parked(client_count);
  printf("step=back clients=%d took=%.0f\n", count, now_ms() - start);
}

// ---------------------------------------------------------------- the command line

static void read_options(int count, char **arguments) {
  for (int option; (option = getopt(count, arguments, "s:p:i:n:g:t:a:")) != -1;) switch (option) {
      case 's':
        for (size_t i = 0; i < sizeof servers / sizeof *servers; i++)
          if (!strcmp(servers[i].name, optarg)) server = &servers[i];
        break;
      case 'p': port = atoi(optarg); break;
      case 'n': client_count = atoi(optarg); break;
      case 'g': server->gauge = optarg; break;
      case 'a': addresses = atoi(optarg); break;
      case 't':
        themes[0] = strtok(optarg, ",");
        themes[1] = strtok(NULL, ",");
        break;
      case 'i':
        for (char *pid = strtok(optarg, ","); pid && pid_count < 64; pid = strtok(NULL, ",")) pids[pid_count++] = atoi(pid);
        break;
      default: die("see the head of park.c for the options");
    }
  if (!server || !port || !pid_count || client_count < 1 || addresses < 1 || !themes[1])
    die("-s, -p, -i and -n are needed, and -t names two themes");
}

int main(int count, char **arguments) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  read_options(count, arguments);
  poller = epoll_create1(EPOLL_CLOEXEC);
  clients = calloc(client_count, sizeof *clients);
  parked();
  learn_cursor();
  publisher.fd = connect_from(0);
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = &publisher};
  epoll_ctl(poller, EPOLL_CTL_ADD, publisher.fd, &event);

  double baseline = memory_bytes();
  for (int i = 0; i < client_count; i++) clients[i].fd = -1;
  back();
  for (int i = optind; i < count; i++) {
    char *value = strchr(arguments[i], '=');
    if (!strcmp(arguments[i], "wake")) wake(baseline);
    else if (!strcmp(arguments[i], "back")) back();
    else if (value && !strncmp(arguments[i], "idle", 4)) idle(atof(value + 1));
    else if (value && !strncmp(arguments[i], "drop", 4)) drop(atoi(value + 1));
    else die("no step is called %s", arguments[i]);
  }
  return 0;
}
