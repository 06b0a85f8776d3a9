// A library that is preloaded into the program under test. It logs each sync (S) and each write to standard output (P),
// in order.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

static void note(char letter) {
    static int log = -1;
    ssize_t (*real)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
    if (log < 0) log = open(getenv("SYNCWATCH_LOG"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    real(log, &letter, 1);
}

int fdatasync(int descriptor) {
    int (*real)(int) = dlsym(RTLD_NEXT, "fdatasync");
    int result = real(descriptor);
    if (result == 0) note('S');
    return result;
}

int fsync(int descriptor) {
    int (*real)(int) = dlsym(RTLD_NEXT, "fsync");
    int result = real(descriptor);
    if (result == 0) note('S');
    return result;
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
    ssize_t (*real)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
    if (descriptor == STDOUT_FILENO) note('P');
    return real(descriptor, bytes, count);
}
