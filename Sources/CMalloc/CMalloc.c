#include "CMalloc.h"

#include <stdlib.h>  // Whatever header of the C library comes first says whether it is glibc.

#if defined(__GLIBC__)
#include <malloc.h>

void cmalloc_economise(void) {
    mallopt(M_ARENA_MAX, 1);
    // What is freed and wanted again at once does not go to the system and back in between.
    mallopt(M_TRIM_THRESHOLD, 1 << 20);
    mallopt(M_MMAP_THRESHOLD, 1 << 20);
}
void cmalloc_trim(void) { malloc_trim(0); }
#else
void cmalloc_economise(void) {}
void cmalloc_trim(void) {}
#endif
