#include <errno.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

struct livery_socket_question {
  struct nlmsghdr header;
  struct inet_diag_req_v2 body;
};

struct livery_socket_answer {
  struct nlmsghdr header;
  struct inet_diag_msg body;
};

/* Arguments that Swift can't spell. */
static inline int livery_peer_name(int socket, void *_Nonnull address, socklen_t *_Nonnull length) {
  return getpeername(socket, (struct sockaddr *)address, length);
}

/* The next message from the kernel. Other processes have another number. */
static inline ssize_t livery_receive_from_kernel(int socket, void *_Nonnull bytes, size_t size) {
  struct sockaddr_nl sender;
  ssize_t count;
  do {
    socklen_t length = sizeof sender;
    count = recvfrom(socket, bytes, size, MSG_DONTWAIT, (struct sockaddr *)&sender, &length);
  } while (count < 0 ? errno == EINTR : sender.nl_pid != 0);
  return count;
}

/* The user that connected a Unix socket. Declared only for GNU programs, which Swift's are not. */
static inline int livery_unix_peer(int socket, unsigned int *_Nonnull user) {
  struct { int process; unsigned int user, group; } found;
  socklen_t length = sizeof found;
  int code = getsockopt(socket, SOL_SOCKET, 17 /* SO_PEERCRED */, &found, &length);
  if (code == 0) *user = found.user;
  return code;
}
