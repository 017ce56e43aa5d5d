// The PlatformNameLists module embeds three lists of names, one name on each line: types and
// members of Apple's platforms and of Swift, and products. With them, SwiftIndex knows that a name
// in a document belongs to a platform or a product, although no file of the project mentions it.
//
// It is written in C, because a Swift file with so much data would take too long to compile.

#include "PlatformNameLists.h"

// Of C23, which Clang has offered for every standard since release 19.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char types[] = {
#embed "types.txt"
};

static const unsigned char members[] = {
#embed "members.txt"
};

static const unsigned char products[] = {
#embed "products.txt"
};

struct NameList platform_type_names(void) {
  return (struct NameList){types, sizeof types};
}

struct NameList platform_member_names(void) {
  return (struct NameList){members, sizeof members};
}

struct NameList product_names(void) {
  return (struct NameList){products, sizeof products};
}
