#pragma once

/// Denies all access to files. Returns 1 if the lock holds.
int csandbox_landlock(void);
/// Denies all system calls except those that a process needs for computing, for using its open descriptors, and for
/// ending. A denied call fails with EPERM. Returns 1 if the lock holds.
int csandbox_seccomp(void);
