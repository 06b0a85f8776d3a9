// Takes away the calling process's rights to open files and sockets and to start programs. This code is in C, because
// Swift cannot call the variadic functions `syscall` and `prctl`.
#pragma once

#include <stdint.h>

/// Landlock (Linux 5.13 and newer): the process can neither open or create files, nor start programs.
#define CSandboxLandlock 1u
/// seccomp: the process can make only the system calls that it needs to compute and to use its open descriptors.
#define CSandboxSeccomp 2u
/// The process keeps its first three descriptors, which must be open, and cannot open any others, because its limit of
/// open descriptors is reduced. Every kernel can do this. But this lock alone is not enough, because a process with
/// root rights can raise the limit again.
#define CSandboxDescriptors 4u

/// Locks the calling process, which must have only one thread. Nothing can remove the locks. The process also cannot
/// gain rights by starting a program, and the kernel never dumps the memory of the process to a file.
///
/// - Parameters:
///   - locks: the locks to use, a combination of the constants above.
///   - memory: the number of bytes of memory that the process may get in addition to its present memory. 0 means no
///     limit.
/// - Returns: the locks that are in effect, as a combination of the same constants; 0 if no lock is in effect.
uint32_t CSandbox_lock(uint32_t locks, uint64_t memory);

/// Makes an empty file in memory, through which a process can share bytes with another process.
///
/// - Returns: a descriptor of the file, which the caller must close; -1 if the file cannot be made, with the reason in
///   `errno`.
int CSandbox_memory(void);
