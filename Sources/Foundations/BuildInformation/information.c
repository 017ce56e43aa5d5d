#include "BuildInformation.h"

#ifndef BUILD_COMMIT
#define BUILD_COMMIT ""
#endif

#ifndef BUILD_TOOLCHAIN
#define BUILD_TOOLCHAIN ""
#endif

const char *build_commit(void) { return BUILD_COMMIT; }

const char *build_toolchain(void) { return BUILD_TOOLCHAIN; }
