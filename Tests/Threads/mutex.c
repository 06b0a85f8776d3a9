// Tests under the thread sanitizer preload this library. If several threads want a Mutex of Swift's Synchronization
// module at the same time, functions in that module's library lock and unlock the mutex. The sanitizer does not see
// what these functions do, and would report a race on the memory that the mutex guards. The functions below replace the
// module's functions. Each new function calls the original function, and reports the lock or unlock to the sanitizer.
// The symbols below are the names of _MutexHandle's methods on Linux. Swift passes `self` in the context register.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define SELF void *__attribute__((swift_context)) self
#define SWIFT __attribute__((swiftcall))
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

// Functions of the sanitizer's runtime. Their addresses are null in a program without the sanitizer.
__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);

SWIFT void lock(uint32_t thread, SELF) __asm__(LOCK);
SWIFT bool try(SELF) __asm__(TRY);
SWIFT void unlock(SELF) __asm__(UNLOCK);

SWIFT void lock(uint32_t thread, SELF) {
    ((SWIFT void (*)(uint32_t, SELF))dlsym(RTLD_NEXT, LOCK))(thread, self);
    if (__tsan_acquire) __tsan_acquire(self);
}

SWIFT bool try(SELF) {
    bool isLocked = ((SWIFT bool (*)(SELF))dlsym(RTLD_NEXT, TRY))(self);
    if (isLocked && __tsan_acquire) __tsan_acquire(self);
    return isLocked;
}

SWIFT void unlock(SELF) {
    if (__tsan_release) __tsan_release(self);
    ((SWIFT void (*)(SELF))dlsym(RTLD_NEXT, UNLOCK))(self);
}
