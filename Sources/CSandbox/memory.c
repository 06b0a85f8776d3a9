#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <sys/mman.h>

// Since Linux 6.3. Some systems refuse to make a file in memory that could be executed.
#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 0x0008U
#endif

int CSandbox_memory(void) {
    const int file = memfd_create("eventpass", MFD_CLOEXEC | MFD_NOEXEC_SEAL);
    // Older kernels do not know the flag.
    return file < 0 && errno == EINVAL ? memfd_create("eventpass", MFD_CLOEXEC) : file;
}
