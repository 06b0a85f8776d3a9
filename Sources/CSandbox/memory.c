#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <sys/mman.h>

// With this flag (Linux 6.3), the file cannot be executed. Some systems make files in memory only with this flag.
#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 0x0008U
#endif

int CSandbox_memory(void) {
    const int file = memfd_create("eventpass", MFD_CLOEXEC | MFD_NOEXEC_SEAL);
    // Kernels before Linux 6.3 do not know the flag.
    return file < 0 && errno == EINVAL ? memfd_create("eventpass", MFD_CLOEXEC) : file;
}
