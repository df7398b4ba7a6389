#include "CMalloc.h"

#if defined(__GLIBC__)
#include <malloc.h>

void cmalloc_economise(void) {
    mallopt(M_ARENA_MAX, 1);
    mallopt(M_TRIM_THRESHOLD, 64 * 1024);
}
void cmalloc_trim(void) { malloc_trim(0); }
#else
void cmalloc_economise(void) {}
void cmalloc_trim(void) {}
#endif
