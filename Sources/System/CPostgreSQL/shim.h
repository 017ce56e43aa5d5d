#pragma once

#if !__has_include(<libpq-fe.h>)
#error "<libpq-fe.h> is missing: install the Debian package libpq-dev, or run 'make deps'"
#endif

#include <libpq-fe.h>
