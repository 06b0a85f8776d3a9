#define _GNU_SOURCE
#include "locks.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#if defined(__x86_64__)
#define MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define MACHINE AUDIT_ARCH_AARCH64
#endif

/// The system calls that a process needs to compute, to talk through its open descriptors, and to end.
static const int allowed[] = {
    SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_sendto, SYS_recvfrom, SYS_ppoll, SYS_close, SYS_fstat,
    SYS_munmap, SYS_mremap, SYS_madvise, SYS_brk, SYS_futex, SYS_rt_sigreturn, SYS_rt_sigaction, SYS_rt_sigprocmask,
    SYS_sigaltstack, SYS_setitimer, SYS_exit, SYS_exit_group, SYS_clock_gettime, SYS_clock_getres, SYS_gettimeofday,
    SYS_clock_nanosleep, SYS_nanosleep, SYS_getpid, SYS_gettid, SYS_getrandom, SYS_set_robust_list, SYS_sched_yield,
    SYS_sched_getaffinity, SYS_restart_syscall,
#ifdef SYS_rseq
    SYS_rseq,
#endif
#ifdef SYS_poll
    SYS_poll,
#endif
#ifdef SYS_alarm
    SYS_alarm,
#endif
};

enum { allowedCount = sizeof allowed / sizeof allowed[0] };

#ifdef MACHINE
/// The low half of an argument of a system call. Both processors above store the low half first.
#define ARGUMENT(index) (offsetof(struct seccomp_data, args) + 8 * (index))

int csandbox_seccomp(void) {
    struct sock_filter program[12 + 2 * allowedCount];
    int length = 0;
#define ADD(...) program[length++] = (struct sock_filter)__VA_ARGS__
    ADD(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)));
    ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, MACHINE, 1, 0));
    ADD(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS));
    ADD(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)));
    for (int index = 0; index < allowedCount; index++) {
        ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)allowed[index], 0, 1));
        ADD(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
    }
    // The process may map memory and change its protection, but must not make it executable.
    ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 1, 0));
    ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mprotect, 0, 3));
    ADD(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, ARGUMENT(2)));
    ADD(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 1, 0));
    ADD(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
    ADD(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM));
#undef ADD
    struct sock_fprog filter = {.len = (unsigned short)length, .filter = program};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0) == 0;
}
#else
// Nobody has checked the numbers of the system calls of this processor, so the lock is not used.
int csandbox_seccomp(void) { return 0; }
#endif
