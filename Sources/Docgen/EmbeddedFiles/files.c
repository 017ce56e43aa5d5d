// The EmbeddedFiles module has the files that docgen has built in: the templates of the package's
// folder `templates`, those of new pages, and the scripts and styles of the HTML pages that it
// writes.
//
// It is written in C, because Swift cannot embed files. So each file has its own language, and
// templates exist only once.

#include "EmbeddedFiles.h"

// Of C23, which Clang has offered for every standard since release 19.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char report_script_bytes[] = {
#embed "report/base.js"
,
#embed "report/findings.js"
,
#embed "report/pictures.js"
,
#embed "report/figures.js"
,
#embed "report/replay.js"
,
#embed "report/overview.js"
};

static const unsigned char report_style_bytes[] = {
#embed "report/page.css"
,
#embed "report/marks.css"
};

static const unsigned char preview_script_bytes[] = {
#embed "preview/drawing.js"
};

static const unsigned char preview_style_bytes[] = {
#embed "preview/page.css"
};

static const unsigned char backoff_schedule[] = {
#embed "../../../templates/backoff-schedule.mustache"
};

static const unsigned char case_table[] = {
#embed "../../../templates/case-table.mustache"
};

static const unsigned char error_table[] = {
#embed "../../../templates/error-table.mustache"
};

static const unsigned char limit_table[] = {
#embed "../../../templates/limit-table.mustache"
};

static const unsigned char metric_table[] = {
#embed "../../../templates/metric-table.mustache"
};

static const unsigned char protocol_methods[] = {
#embed "../../../templates/protocol-methods.mustache"
};

static const unsigned char region_table[] = {
#embed "../../../templates/region-table.mustache"
};

static const unsigned char rule_table[] = {
#embed "../../../templates/rule-table.mustache"
};

static const unsigned char setting_table[] = {
#embed "../../../templates/setting-table.mustache"
};

static const unsigned char state_table[] = {
#embed "../../../templates/state-table.mustache"
};

static const unsigned char transition_table[] = {
#embed "../../../templates/transition-table.mustache"
};

static const unsigned char trigger_table[] = {
#embed "../../../templates/trigger-table.mustache"
};

static const unsigned char value_table[] = {
#embed "../../../templates/value-table.mustache"
};

static const unsigned char new_state_machine[] = {
#embed "new/state-machine.mustache"
};

static const unsigned char new_sequence[] = {
#embed "new/sequence.mustache"
};

static const unsigned char new_class[] = {
#embed "new/class.mustache"
};

static const unsigned char new_page[] = {
#embed "new/page.mustache"
};

struct EmbeddedFile report_script(void) {
  return (struct EmbeddedFile){"", report_script_bytes, sizeof report_script_bytes};
}

struct EmbeddedFile report_style(void) {
  return (struct EmbeddedFile){"", report_style_bytes, sizeof report_style_bytes};
}

struct EmbeddedFile preview_script(void) {
  return (struct EmbeddedFile){"", preview_script_bytes, sizeof preview_script_bytes};
}

struct EmbeddedFile preview_style(void) {
  return (struct EmbeddedFile){"", preview_style_bytes, sizeof preview_style_bytes};
}

static const struct EmbeddedFile templates[] = {
    {"backoff-schedule", backoff_schedule, sizeof backoff_schedule},
    {"case-table", case_table, sizeof case_table},
    {"error-table", error_table, sizeof error_table},
    {"limit-table", limit_table, sizeof limit_table},
    {"metric-table", metric_table, sizeof metric_table},
    {"protocol-methods", protocol_methods, sizeof protocol_methods},
    {"region-table", region_table, sizeof region_table},
    {"rule-table", rule_table, sizeof rule_table},
    {"setting-table", setting_table, sizeof setting_table},
    {"state-table", state_table, sizeof state_table},
    {"transition-table", transition_table, sizeof transition_table},
    {"trigger-table", trigger_table, sizeof trigger_table},
    {"value-table", value_table, sizeof value_table},
};

static const struct EmbeddedFile starts[] = {
    {"state-machine", new_state_machine, sizeof new_state_machine},
    {"sequence", new_sequence, sizeof new_sequence},
    {"class", new_class, sizeof new_class},
    {"page", new_page, sizeof new_page},
};

struct EmbeddedFiles built_in_templates(void) {
  return (struct EmbeddedFiles){templates, sizeof templates / sizeof *templates};
}

struct EmbeddedFiles starting_templates(void) {
  return (struct EmbeddedFiles){starts, sizeof starts / sizeof *starts};
}
