// Stands between a program and libmicrohttpd (LD_PRELOAD), and treats connections as another version of it might.
//
// The variable LIBRARY_FAULT says how:
//   no-notice     the start of a connection is never reported
//   late-notice   it is reported in the next run, and not when the connection is added
//   no-end        the end of a connection is never reported
//   no-add        no connection is taken

#define _GNU_SOURCE
#include <dlfcn.h>
#include <microhttpd.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int is_faulty(const char *how) {
  const char *fault = getenv("LIBRARY_FAULT");
  return fault && strcmp(fault, how) == 0;
}

static MHD_NotifyConnectionCallback original;

// The last connection that was added, until it is reported.
static struct {
  void *context;
  struct MHD_Connection *connection;
  void **held;
} late;

static void report_late(void) {
  if (late.connection) original(late.context, late.connection, late.held, MHD_CONNECTION_NOTIFY_STARTED);
  late.connection = NULL;
}

static void notice(
    void *context, struct MHD_Connection *connection, void **held, enum MHD_ConnectionNotificationCode code) {
  int is_start = code == MHD_CONNECTION_NOTIFY_STARTED;
  if (is_faulty(is_start ? "no-notice" : "no-end")) return;
  if (!is_start || !is_faulty("late-notice")) return original(context, connection, held, code);
  report_late();
  late.context = context;
  late.connection = connection;
  late.held = held;
}

struct MHD_Daemon *MHD_start_daemon(
    unsigned int flags, uint16_t port, MHD_AcceptPolicyCallback policy, void *policy_context,
    MHD_AccessHandlerCallback handler, void *handler_context, ...) {
  va_list rest;
  va_start(rest, handler_context);
  enum MHD_OPTION kind = va_arg(rest, enum MHD_OPTION);
  struct MHD_OptionItem *options = va_arg(rest, struct MHD_OptionItem *);
  va_end(rest);
  if (kind != MHD_OPTION_ARRAY) abort();
  for (struct MHD_OptionItem *each = options; each->option != MHD_OPTION_END; each++) {
    if (each->option != MHD_OPTION_NOTIFY_CONNECTION) continue;
    original = (MHD_NotifyConnectionCallback)each->value;
    each->value = (intptr_t)notice;
  }
  __typeof__(&MHD_start_daemon) start = dlsym(RTLD_NEXT, "MHD_start_daemon");
  return start(
      flags, port, policy, policy_context, handler, handler_context, MHD_OPTION_ARRAY, options, MHD_OPTION_END);
}

enum MHD_Result MHD_add_connection(
    struct MHD_Daemon *daemon, MHD_socket socket, const struct sockaddr *address, socklen_t size) {
  if (is_faulty("no-add")) return close(socket), MHD_NO;
  __typeof__(&MHD_add_connection) add = dlsym(RTLD_NEXT, "MHD_add_connection");
  return add(daemon, socket, address, size);
}

enum MHD_Result MHD_run(struct MHD_Daemon *daemon) {
  report_late();
  __typeof__(&MHD_run) run = dlsym(RTLD_NEXT, "MHD_run");
  return run(daemon);
}
