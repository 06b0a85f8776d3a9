#pragma once

#include <stdbool.h>
#include <stdint.h>

/// The results of forbidden actions that a process tried after `CSandbox_lock` had taken away its rights. A result is
/// the error number (`errno`), or 0 if the action succeeded.
typedef struct {
    /// The locks (restrictions such as seccomp) that were in effect: the result of `CSandbox_lock`.
    uint32_t locks;
    int32_t openFile;
    int32_t makeFolder;
    int32_t makeSocket;
    int32_t connectSocket;
    int32_t startProgram;
    int32_t mapExecutableMemory;
    int32_t signalParent;
    int32_t exceedMemory;
    /// Whether the process could still get memory within its limit, wait for its socket, and send its report.
    bool works;
} CSandboxProbeOutcome;

/// Starts a process, which calls `CSandbox_lock` with a memory limit of 64 MiB and then tries forbidden actions.
///
/// - Parameters:
///   - locks: the locks to use, a combination of the constants in CSandbox.h.
///   - file: the path of a file that the process tries to open.
///   - folder: the path of a folder that the process tries to make.
/// - Returns: `works` is false if the process ended before its report.
CSandboxProbeOutcome CSandboxProbe_run(uint32_t locks, const char *file, const char *folder);
