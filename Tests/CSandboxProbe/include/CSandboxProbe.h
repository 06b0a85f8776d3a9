#pragma once

#include <stdbool.h>
#include <stdint.h>

/// The results of the forbidden actions that a locked process tried. A result is the error number (`errno`), or 0 if
/// the action succeeded. `CSandbox_lock` locks the process.
typedef struct {
    /// The locks that were in force, as `CSandbox_lock` returned them.
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

/// Starts a process, locks it with `locks` and a memory limit of 64 MiB, and lets the process try forbidden actions.
///
/// - Parameters:
///   - file: the path of a file that the process tries to open.
///   - folder: the path of a folder that the process tries to make.
/// - Returns: `works` is false if the process ended before its report.
CSandboxProbeOutcome CSandboxProbe_run(uint32_t locks, const char *file, const char *folder);
