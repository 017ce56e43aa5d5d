#ifndef EMBEDDED_FILES_H
#define EMBEDDED_FILES_H

#include <stddef.h>

/// A file in UTF-8, which lives as long as the process.
struct EmbeddedFile {
  /// The name of a template without `.mustache`; otherwise empty.
  const char *name;
  const unsigned char *bytes;
  size_t count;
};

/// The script of a report: it shows the data, draws the diagrams and marks their elements. Its parts
/// belong into one function.
struct EmbeddedFile report_script(void);

/// The style of a report, in a light and a dark theme.
struct EmbeddedFile report_style(void);

/// The script that draws the diagrams of a rendered page.
struct EmbeddedFile preview_script(void);

/// The style of a rendered page.
struct EmbeddedFile preview_style(void);

struct EmbeddedFiles {
  const struct EmbeddedFile *files;
  size_t count;
};

/// The files of the folder `templates` that serve every project.
struct EmbeddedFiles built_in_templates(void);

/// The pages that `docgen new` writes, by kind in the order of its help.
struct EmbeddedFiles starting_templates(void);

#endif
