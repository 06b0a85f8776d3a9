// A library that is preloaded into the program under test. It delays the installation of signal handlers, as on a busy
// machine: libdispatch installs a handler in a thread that may run late.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <unistd.h>

int signalfd(int descriptor, const sigset_t *signals, int flags) {
    int (*real)(int, const sigset_t *, int) = dlsym(RTLD_NEXT, "signalfd");
    usleep(400000);
    return real(descriptor, signals, flags);
}
