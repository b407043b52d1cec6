// The least a server over libmicrohttpd can do: one reply made at the start, given to every request.
// ceiling PORT WORKERS BODY HEADERS, where the two files hold the reply's body and its `Name: value` lines.
#include <microhttpd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A reply queued on the first call, which has the headers only, would make the library close the connection.
static enum MHD_Result answer(void *reply, struct MHD_Connection *connection, const char *url, const char *method,
                              const char *version, const char *upload, size_t *upload_size, void **seen) {
  (void)url, (void)method, (void)version, (void)upload, (void)upload_size;
  if (!*seen) {
    *seen = reply;
    return MHD_YES;
  }
  return MHD_queue_response(connection, MHD_HTTP_OK, reply);
}

static char *read_whole(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  if (!file) {
    perror(path);
    exit(1);
  }
  char *bytes = malloc(1 << 20);
  *size = fread(bytes, 1, (1 << 20) - 1, file);
  bytes[*size] = 0;
  fclose(file);
  return bytes;
}

static struct MHD_Response *make_reply(const char *body_path, const char *headers_path) {
  size_t size, ignored;
  char *body = read_whole(body_path, &size);
  struct MHD_Response *reply = MHD_create_response_from_buffer(size, body, MHD_RESPMEM_PERSISTENT);
  char *headers = read_whole(headers_path, &ignored), *rest = headers;
  for (char *line; (line = strsep(&rest, "\r\n"));) {
    char *value = strchr(line, ':');
    if (!value) continue;
    *value++ = 0;
    MHD_add_response_header(reply, line, value + strspn(value, " "));
  }
  free(headers);
  return reply;
}

int main(int count, char **arguments) {
  if (count != 5) {
    fprintf(stderr, "usage: ceiling PORT WORKERS BODY HEADERS\n");
    return 2;
  }
  sigset_t stop;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTERM);
  sigaddset(&stop, SIGINT);
  sigprocmask(SIG_BLOCK, &stop, NULL);
  signal(SIGPIPE, SIG_IGN);

  unsigned workers = atoi(arguments[2]);
  struct MHD_OptionItem options[] = {
      {MHD_OPTION_CONNECTION_MEMORY_LIMIT, 4096, NULL},
      {workers > 1 ? MHD_OPTION_THREAD_POOL_SIZE : MHD_OPTION_END, workers, NULL},
      {MHD_OPTION_END, 0, NULL},
  };
  struct MHD_Response *reply = make_reply(arguments[3], arguments[4]);
  struct MHD_Daemon *daemon = MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD, atoi(arguments[1]), NULL, NULL, answer,
                                               reply, MHD_OPTION_ARRAY, options, MHD_OPTION_END);
  if (!daemon) {
    fprintf(stderr, "ceiling: cannot listen on port %s\n", arguments[1]);
    return 1;
  }
  int signal_number;
  sigwait(&stop, &signal_number);
  MHD_stop_daemon(daemon);
  MHD_destroy_response(reply);
  return 0;
}
