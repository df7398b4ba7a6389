#include "CTOML.h"
int ctoml_placeholder(void) { return 0; }
