#pragma once

#if !__has_include(<microhttpd.h>)
#error "<microhttpd.h> is missing: install the Debian package libmicrohttpd-dev, or run 'make deps'"
#endif

#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <microhttpd.h>

/* What is variadic in the library, in forms that Swift can call. */

struct loopback_settings {
  uint16_t port;                /* 0 for any that is free */
  unsigned int threads;         /* at least 1 */
  unsigned int connection_limit; /* at least the number of threads */
  unsigned int timeout;         /* seconds of silence after which a connection is closed */
  void *context;                /* the first argument of every callback */
  MHD_AccessHandlerCallback handler;
  MHD_RequestCompletedCallback completed;
  void *(*began)(void *context, const char *uri, struct MHD_Connection *connection);
};

/* Starts a server that listens on 127.0.0.1 only; NULL where that fails. */
static inline struct MHD_Daemon *start_loopback_daemon(const struct loopback_settings *settings) {
  struct sockaddr_in address;
  memset(&address, 0, sizeof address);
  address.sin_family = AF_INET;
  address.sin_port = htons(settings->port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  struct MHD_OptionItem threads[] = {
      {MHD_OPTION_THREAD_POOL_SIZE, (intptr_t)settings->threads, NULL},
      {MHD_OPTION_END, 0, NULL}};
  struct MHD_OptionItem none[] = {{MHD_OPTION_END, 0, NULL}};
  return MHD_start_daemon(
      MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_AUTO, settings->port, NULL, NULL,
      settings->handler, settings->context,
      MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&address,
      MHD_OPTION_CONNECTION_LIMIT, settings->connection_limit,
      MHD_OPTION_CONNECTION_TIMEOUT, settings->timeout,
      MHD_OPTION_NOTIFY_COMPLETED, settings->completed, settings->context,
      MHD_OPTION_URI_LOG_CALLBACK, settings->began, settings->context,
      MHD_OPTION_ARRAY, settings->threads > 1 ? threads : none,
      MHD_OPTION_END);
}

/* The port that a server listens on; 0 where it is unknown. */
static inline uint16_t port_of_daemon(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
  return info ? info->port : 0;
}
