#define _GNU_SOURCE
#include "CSandboxProbe.h"

#include <CSandbox.h>
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void *map(size_t size, int protection) {
    return mmap(0, size, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

static int32_t failure(bool succeeded) { return succeeded ? 0 : errno; }

/// Connects to a port of this machine on which no program listens. Returns ECONNREFUSED if the process may connect.
static int32_t connect_socket(void) {
    const int socket_descriptor = socket(AF_INET, SOCK_STREAM, 0);
    if (socket_descriptor < 0) return errno;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(1)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return failure(connect(socket_descriptor, (const struct sockaddr *)&address, sizeof address) == 0);
}

/// Runs in a child of the test process. The test process has several threads, so the child may call only functions that
/// signal handlers may call (signal-safety(7)).
static void child(int end, uint32_t locks, const char *file, const char *folder) {
    dup2(end, 0);
    dup2(end, 1);
    CSandboxProbeOutcome outcome;
    memset(&outcome, 0, sizeof outcome);
    const pid_t parent = getppid();
    outcome.locks = CSandbox_lock(locks, 64 << 20);
    outcome.openFile = failure(open(file, O_RDONLY) >= 0);
    outcome.makeFolder = failure(mkdir(folder, 0700) == 0);
    outcome.makeSocket = failure(socket(AF_INET, SOCK_DGRAM, 0) >= 0);
    outcome.connectSocket = connect_socket();
    outcome.mapExecutableMemory = failure(map(4096, PROT_READ | PROT_WRITE | PROT_EXEC) != MAP_FAILED);
    outcome.signalParent = failure(kill(parent, 0) == 0);
    struct pollfd polled = {.fd = 0, .events = POLLOUT};
    outcome.works = map(32 << 20, PROT_READ | PROT_WRITE) != MAP_FAILED && poll(&polled, 1, 0) == 1;
    outcome.exceedMemory = failure(map(512 << 20, PROT_READ | PROT_WRITE) != MAP_FAILED);
    // If the start of a program succeeds, the program replaces this code, and no second report is sent. So the first
    // report already has 0 for `startProgram`.
    send(0, &outcome, sizeof outcome, MSG_NOSIGNAL);
    char *const none[] = {0};
    char *const arguments[] = {"/bin/true", 0};
    outcome.startProgram = failure(execve("/bin/true", arguments, none) == 0);
    send(0, &outcome, sizeof outcome, MSG_NOSIGNAL);
    _exit(0);
}

CSandboxProbeOutcome CSandboxProbe_run(uint32_t locks, const char *file, const char *folder) {
    CSandboxProbeOutcome outcome;
    memset(&outcome, 0, sizeof outcome);
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return outcome;
    const pid_t process = fork();
    if (process == 0) child(ends[1], locks, file, folder);
    close(ends[1]);
    CSandboxProbeOutcome report;
    while (recv(ends[0], &report, sizeof report, MSG_WAITALL) == (ssize_t)sizeof report) outcome = report;
    close(ends[0]);
    int status = 0;
    waitpid(process, &status, 0);
    return outcome;
}
