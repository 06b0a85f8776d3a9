#pragma once

/// Denies all access to files. Returns 1 if the lock holds.
int csandbox_landlock(void);
/// Denies all system calls that the process does not need to compute and to use its open descriptors. A denied call
/// fails with EPERM. Returns 1 if the lock holds.
int csandbox_seccomp(void);
