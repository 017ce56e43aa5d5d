#pragma once

#if !__has_include(<sqlite3.h>)
#error "<sqlite3.h> is missing: install the Debian package libsqlite3-dev, or run 'make deps'"
#endif

#include <sqlite3.h>
