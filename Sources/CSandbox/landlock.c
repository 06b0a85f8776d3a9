#define _GNU_SOURCE
#include "locks.h"

#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

// Debian 12's <linux/landlock.h> declares only the first versions of Landlock. The numbers below come from Linux 6.12,
// and are the same on all processors.
#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_restrict_self 446
#endif

#define CREATE_RULESET_VERSION 1u

/// `struct landlock_ruleset_attr`. Older kernels have only the first fields.
struct ruleset {
    uint64_t files;
    uint64_t network;
    uint64_t scopes;
};

/// All rights for files in a version (ABI) of Landlock, one bit each. Version 1 has 13 rights. Version 2 adds the right
/// to move files between folders, version 3 the right to truncate files, and version 5 the right to control devices.
static uint64_t file_rights(long version) {
    if (version >= 5) return (1ull << 16) - 1;
    if (version >= 3) return (1ull << 15) - 1;
    if (version == 2) return (1ull << 14) - 1;
    return (1ull << 13) - 1;
}

int csandbox_landlock(void) {
    const long version = syscall(SYS_landlock_create_ruleset, 0, 0, CREATE_RULESET_VERSION);
    if (version < 1) return 0;
    struct ruleset rules = {.files = file_rights(version)};
    size_t size = sizeof rules.files;
    if (version >= 4) {
        rules.network = 3;  // TCP: bind and connect
        size = 2 * sizeof rules.files;
    }
    if (version >= 6) {
        rules.scopes = 3;  // abstract sockets and signals, to processes outside the sandbox
        size = sizeof rules;
    }
    // A right that a ruleset handles is denied unless a rule allows it. This ruleset has no rules.
    const long descriptor = syscall(SYS_landlock_create_ruleset, &rules, size, 0);
    if (descriptor < 0) return 0;
    const long outcome = syscall(SYS_landlock_restrict_self, descriptor, 0);
    close((int)descriptor);
    return outcome == 0;
}
