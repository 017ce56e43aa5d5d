// The BuildInformation module has the commit and the compiler of a build, which `--version` prints.
//
// It is written in C, because a manifest can set constants only in C, and separate, so that nothing
// else is compiled again when they change. CommandLineTool returns the values as Swift strings.

#include "BuildInformation.h"

#ifndef BUILD_COMMIT
#define BUILD_COMMIT ""
#endif

#ifndef BUILD_TOOLCHAIN
#define BUILD_TOOLCHAIN ""
#endif

const char *build_commit(void) { return BUILD_COMMIT; }

const char *build_toolchain(void) { return BUILD_TOOLCHAIN; }
