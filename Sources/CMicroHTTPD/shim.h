#include <gnutls/gnutls.h>
#include <microhttpd.h>

/* MHD_USE_NO_THREAD_SAFETY, which versions before 0.9.77 neither name nor look at. */
enum { livery_one_thread = 1 << 19 };
#if MHD_VERSION >= 0x00097707
_Static_assert(livery_one_thread == MHD_USE_NO_THREAD_SAFETY, "the flag has another value");
#endif

/* The library's variadic calls, in the forms that Livery uses. */
static inline struct MHD_Daemon *_Nullable livery_start_daemon(
    unsigned int flags, MHD_AccessHandlerCallback _Nonnull handler, void *_Nullable context,
    const struct MHD_OptionItem *_Nonnull options) {
  return MHD_start_daemon(flags, 0, NULL, NULL, handler, context, MHD_OPTION_ARRAY, options, MHD_OPTION_END);
}

static inline int livery_epoll_descriptor(struct MHD_Daemon *_Nonnull daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
  return info == NULL ? -1 : info->epoll_fd;
}

static inline unsigned int livery_connection_count(struct MHD_Daemon *_Nonnull daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_CURRENT_CONNECTIONS);
  return info == NULL ? 0 : info->num_connections;
}

static inline int livery_socket(struct MHD_Connection *_Nonnull connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info == NULL ? -1 : info->connect_fd;
}

static inline void *_Nullable livery_socket_context(struct MHD_Connection *_Nonnull connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info == NULL ? NULL : info->socket_context;
}

/* Of GnuTLS, on which the library stands. */
static inline int livery_tls_client(gnutls_session_t _Nullable *_Nonnull session) {
  return gnutls_init(session, GNUTLS_CLIENT);
}

static inline void livery_tls_free(void *_Nonnull bytes) { gnutls_free(bytes); }

static inline int livery_handshake_is_over(struct MHD_Connection *_Nonnull connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_GNUTLS_SESSION);
  if (info == NULL || info->tls_session == NULL) return 0;
  const unsigned int finished = 20, key_update = 24;
  const unsigned int last = gnutls_handshake_get_last_in((gnutls_session_t)info->tls_session);
  return last == finished || last == key_update;
}

static inline size_t livery_header_size(struct MHD_Connection *_Nonnull connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return info == NULL ? 0 : info->header_size;
}

static inline int livery_count_names(struct MHD_Connection *_Nonnull connection) {
  return MHD_get_connection_values(
      connection, (enum MHD_ValueKind)(MHD_HEADER_KIND | MHD_COOKIE_KIND | MHD_GET_ARGUMENT_KIND), NULL, NULL);
}
