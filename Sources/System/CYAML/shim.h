#pragma once

#if !__has_include(<yaml.h>)
#error "<yaml.h> is missing: install the Debian package libyaml-dev, or run 'make deps'"
#endif

#include <yaml.h>
