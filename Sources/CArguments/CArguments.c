#include "CArguments.h"

static int count;
static const char *const *values;

// The C library hands a constructor what it hands `main`. Swift's own list is found by way of the environment, which a
// preloaded library may have moved: it is empty then.
__attribute__((constructor)) static void keep(int argc, char **argv) {
    count = argc;
    values = (const char *const *)argv;
}

int carguments_count(void) { return count; }

const char *const *carguments_values(void) { return values; }
