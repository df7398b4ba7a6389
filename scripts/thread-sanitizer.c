// Lets the thread sanitizer see what it otherwise misses: that a contended `Mutex` orders what its holders do.
//
// The standard library's Mutex takes the fast way in our own, instrumented code; the way with waiting lies in
// libswiftSynchronization, which is not built for the sanitizer, so that two threads alone that count under one Mutex are
// reported as a race. Loaded in front of that library, this calls it and says what happened. It can go when the
// toolchain brings instrumented libraries.
#include <dlfcn.h>
#include <stdint.h>

#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *

// The sanitizer's own, absent in processes that run without it.
__attribute__((weak)) void AnnotateHappensBefore(const char *file, int line, const volatile void *address);
__attribute__((weak)) void AnnotateHappensAfter(const char *file, int line, const volatile void *address);

typedef SWIFT void (*LockSlow)(uint32_t thread, SELF handle);
typedef SWIFT void (*UnlockSlow)(SELF handle);

static LockSlow lockOriginal;
static UnlockSlow unlockOriginal;

__attribute__((constructor)) static void find(void) {
    lockOriginal = (LockSlow)dlsym(RTLD_NEXT, LOCK_SLOW);
    unlockOriginal = (UnlockSlow)dlsym(RTLD_NEXT, UNLOCK_SLOW);
}

SWIFT void lockSlow(uint32_t thread, SELF handle) __asm__(LOCK_SLOW);
SWIFT void unlockSlow(SELF handle) __asm__(UNLOCK_SLOW);

SWIFT void lockSlow(uint32_t thread, SELF handle) {
    lockOriginal(thread, handle);
    if (AnnotateHappensAfter) AnnotateHappensAfter(__FILE__, __LINE__, handle);
}

SWIFT void unlockSlow(SELF handle) {
    if (AnnotateHappensBefore) AnnotateHappensBefore(__FILE__, __LINE__, handle);
    unlockOriginal(handle);
}
