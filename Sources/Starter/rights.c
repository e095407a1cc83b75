// Rights that the program gives up, the files that it may use, and the system calls that are
// refused.

#include "starter.h"

#include <string.h>

#ifdef __linux__
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/// `drop USER` or `drop -`: gives up all rights, for ever, and becomes a user.
void drop(char **words) {
  for (unsigned long right = 0; prctl(PR_CAPBSET_DROP, right, 0, 0, 0) == 0; right++) {}
  if (strcmp(words[0], "-") != 0) become(words[0]);
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct none[2] = {{0, 0, 0}, {0, 0, 0}};
  if (syscall(SYS_capset, &header, none) != 0) fail("no dropping of rights as", words[0]);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) fail("no dropping of rights as", words[0]);
  end_with_parent();
}

// Landlock, with numbers of its own, because the headers of a system may be older than its kernel.
struct rules { uint64_t files, network, scopes; };
struct __attribute__((packed)) rule { uint64_t files; int32_t parent; };
enum { execute = 1, write_existing = 1 << 1, read_file = 1 << 2, read_folder = 1 << 3, truncate_file = 1 << 14 };
static uint64_t handled;
static int ruleset = -1;

/// `confine`: from now on, only the named files are accessible, and only the program's own
/// processes.
void confine(char **words) {
  (void)words;
  long version = syscall(444, NULL, 0, 1);
  if (version < 1) fail("no confinement by", "Landlock");
  handled = version >= 5 ? 0xFFFF : version >= 3 ? 0x7FFF : version == 2 ? 0x3FFF : 0x1FFF;
  struct rules rules = {handled, 0, version >= 6 ? 3 : 0};
  ruleset = (int)syscall(444, &rules, version >= 6 ? 24 : version >= 4 ? 16 : 8, 0);
  if (ruleset < 0) fail("no confinement by", "Landlock");
  fcntl(ruleset, F_SETFD, FD_CLOEXEC);
}

static void allow(const char *path, uint64_t rights) {
  int parent = open(path, O_PATH | O_CLOEXEC);
  if (parent < 0) return;
  struct stat facts;
  if (fstat(parent, &facts) == 0 && !S_ISDIR(facts.st_mode))
    rights &= execute | write_existing | read_file | truncate_file;
  struct rule rule = {rights & handled, parent};
  if (syscall(445, ruleset, 1, &rule, 0) != 0) fail("no access to", path);
  close(parent);
}

/// `read PATH`: with all below it. A path that does not exist is skipped.
void allow_reading(char **words) { allow(words[0], execute | read_file | read_folder); }

/// `write PATH`: also reads.
void allow_writing(char **words) { allow(words[0], UINT64_MAX); }

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

/// `refuse`: system calls for memory that no process maps, for other processes' memory, for sockets
/// and for namespaces.
void refuse(char **words) {
  (void)words;
#ifdef ARCHITECTURE
  static const uint16_t calls[] = {
    SYS_memfd_create, 447 /* memfd_secret */, SYS_shmget, SYS_shmat, SYS_semget, SYS_msgget, SYS_mq_open,
    425 /* io_uring_setup */, SYS_userfaultfd, SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev,
    438 /* pidfd_getfd */, SYS_perf_event_open, SYS_bpf, SYS_add_key, SYS_keyctl, SYS_request_key,
    SYS_socket, SYS_socketpair, SYS_unshare, SYS_setns,
  };
  enum { count = sizeof calls / sizeof *calls, refusal = count + 10, length = count + 12 };
  struct sock_filter filter[length] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
    // A newer way to start threads hides its flags, so the C library has to take the older one.
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 435 /* clone3 */, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
    // Other numbers for the same calls.
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, refusal - 7, 0),
  };
  for (int i = 0; i < count; i++)
    filter[7 + i] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, calls[i], refusal - i - 8, 0);
  const struct sock_filter last[] = {
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 3),
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_NEWUSER, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  memcpy(filter + 7 + count, last, sizeof last);
  struct sock_fprog program = {length, filter};
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) != 0) fail("no filter of", "system calls");
#endif
}

void restrict_files(void) {
  if (ruleset >= 0 && syscall(446, ruleset, 0) != 0) fail("no confinement by", "Landlock");
}
#else
void drop(char **words) {
  if (strcmp(words[0], "-") != 0) become(words[0]);
}
#endif
