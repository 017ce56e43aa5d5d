#pragma once

#if !__has_include(<cmark.h>)
#error "<cmark.h> is missing: install the Debian package libcmark-dev, or run 'make deps'"
#endif

#include <cmark.h>
