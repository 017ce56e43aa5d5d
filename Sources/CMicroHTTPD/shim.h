#pragma once

#if !__has_include(<microhttpd.h>)
#error "<microhttpd.h> is missing: install the Debian package libmicrohttpd-dev, or run 'make deps'"
#endif

#include <sys/socket.h>
#include <microhttpd.h>
