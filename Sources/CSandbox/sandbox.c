#define _GNU_SOURCE
#include "CSandbox.h"

#include "locks.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

// The number of this system call is the same on all processors.
#ifndef SYS_close_range
#define SYS_close_range 436
#endif

/// The number of bytes that the process's data and stack have now; 0 if the number cannot be read.
static uint64_t present_memory(void) {
    char text[256];
    const int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    const ssize_t count = read(file, text, sizeof text - 1);
    close(file);
    if (count <= 0) return 0;
    text[count] = 0;
    // The sixth number in the file is the number of pages of data and stack.
    char *next = text;
    unsigned long long pages = 0;
    for (int field = 0; field < 6; field++) pages = strtoull(next, &next, 10);
    return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

static void limit(int resource, uint64_t value) {
    const struct rlimit limits = {.rlim_cur = value, .rlim_max = value};
    setrlimit(resource, &limits);
}

uint32_t CSandbox_lock(uint32_t locks, uint64_t memory) {
    if (memory > 0) limit(RLIMIT_DATA, present_memory() + memory);
    limit(RLIMIT_CORE, 0);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return 0;
    uint32_t held = 0;
    if ((locks & CSandboxLandlock) && csandbox_landlock()) held |= CSandboxLandlock;
    if (locks & CSandboxDescriptors) {
        // Kernels before Linux 5.9, and some containers, cannot close a range of descriptors in one call.
        if (syscall(SYS_close_range, 3u, ~0u, 0u) != 0) {
            for (int descriptor = 3; descriptor < 4096; descriptor++) close(descriptor);
        }
        // A new descriptor gets the smallest free number. The number 0 is in use, and the limit of 1 forbids all
        // greater numbers.
        // The limit is not 0, because `poll` accepts at most as many descriptors as the limit.
        limit(RLIMIT_NOFILE, 1);
        held |= CSandboxDescriptors;
    }
    if ((locks & CSandboxSeccomp) && csandbox_seccomp()) held |= CSandboxSeccomp;
    return held;
}
