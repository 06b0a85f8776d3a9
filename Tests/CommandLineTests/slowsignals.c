// The program under test installs its signal handlers in a separate thread of libdispatch. On a busy machine, this
// thread can run late. This library is preloaded into the program, and delays the installation in the same way.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <unistd.h>

int signalfd(int descriptor, const sigset_t *signals, int flags) {
    int (*real)(int, const sigset_t *, int) = dlsym(RTLD_NEXT, "signalfd");
    usleep(400000);
    return real(descriptor, signals, flags);
}
