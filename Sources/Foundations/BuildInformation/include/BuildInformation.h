#ifndef BUILD_INFORMATION_H
#define BUILD_INFORMATION_H

/// The abbreviated commit of the sources, with `-dirty` if they had uncommitted changes. Empty if
/// the build did not set it.
const char *build_commit(void);

/// The version of the Swift compiler, such as `6.3.1`. Empty if the manifest could not ask for it.
const char *build_toolchain(void);

#endif
