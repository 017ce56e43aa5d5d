#ifndef PLATFORM_NAME_LISTS_H
#define PLATFORM_NAME_LISTS_H

#include <stddef.h>

/// A list of names in UTF-8, one on each line, which lives as long as the process.
struct NameList {
  const unsigned char *bytes;
  size_t count;
};

/// Types, protocols, modules and constants of Apple's platforms and of Swift: names that begin with a
/// capital. `Tests/Wild/PlatformNames.md` lists the sources of all three lists.
struct NameList platform_type_names(void);

/// Members and functions of Apple's platforms and of Swift, the words in camel case only.
struct NameList platform_member_names(void);

/// Products, tools, services and well-known libraries.
struct NameList product_names(void);

#endif
