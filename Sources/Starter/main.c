// Starts a learner's program: carries out the verbs of its command line in their order, and executes what follows `--`.
//
//   Starter [VERB ARGUMENT...]... -- PROGRAM [ARGUMENT...]
//
// Descriptor 4 is the grader's, and the program does not inherit it. `started` is written to it immediately before the
// execution, and a sentence if something fails. So no program can look like one that was never started.
//
// It is written in C because a shell and eight tools in a row take several times as long as the program that they start.

#ifdef __linux__
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static const int grader = 4;

static void fail(const char *what, const char *on) {
  dprintf(grader, "%s “%s”: %s\n", what, on, strerror(errno));
  exit(97);
}

static long number(const char *text) { return strtol(text, NULL, 10); }

/// `folder PATH`: changes to a folder.
static void folder(char **words) {
  if (chdir(words[0]) != 0) fail("no folder", words[0]);
}

/// `limit KIND VALUE`: a limit that is stricter already remains, and one that the system does not have is skipped.
static void limit(char **words) {
  static const struct { const char *name; int kind; } kinds[] = {
    {"core", RLIMIT_CORE}, {"cpu", RLIMIT_CPU}, {"file", RLIMIT_FSIZE}, {"addresses", RLIMIT_AS},
    {"descriptors", RLIMIT_NOFILE}, {"processes", RLIMIT_NPROC},
  };
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    struct rlimit current;
    if (strcmp(kinds[i].name, words[0]) != 0 || getrlimit(kinds[i].kind, &current) != 0) continue;
    rlim_t value = (rlim_t)number(words[1]);
    if (value < current.rlim_max) current.rlim_max = value;
    current.rlim_cur = current.rlim_max;
    setrlimit(kinds[i].kind, &current);
  }
}

/// `group FOLDER`: becomes a process of a control group.
static void group(char **words) {
  char path[4096];
  snprintf(path, sizeof path, "%s/cgroup.procs", words[0]);
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0 || write(file, "0", 1) != 1) fail("no group", words[0]);
  close(file);
}

static void become(const char *user) {
  uid_t id = (uid_t)number(user);
  if (setgroups(0, NULL) != 0 || setgid(id) != 0 || setuid(id) != 0) fail("no user", user);
}

/// `end USER`: ends all processes of a user, and this one.
static void end(char **words) {
  become(words[0]);
  kill(-1, SIGKILL);
  exit(0);
}

#ifdef __linux__
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>

static void end_with_parent(void) { prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0); }

static void write_file(const char *path, const char *text) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0 || write(file, text, strlen(text)) < 0) fail("cannot write", path);
  close(file);
}

/// Waits for the program, and ends as it does.
static void relay(pid_t child) {
  int status;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) exit(97);
  if (WIFSIGNALED(status)) {
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    signal(WTERMSIG(status), SIG_DFL);
    kill(getpid(), WTERMSIG(status));
  }
  exit(WEXITSTATUS(status));
}

/// `namespaces root` or `namespaces user`: new ones for all but time, and a process that is the first of its own.
static void namespaces(char **words) {
  int flags = CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWNS;
  int maps = strcmp(words[0], "user") == 0;
  char users[32], groups[32];
  snprintf(users, sizeof users, "0 %u 1", geteuid());
  snprintf(groups, sizeof groups, "0 %u 1", getegid());
  if (unshare(maps ? flags | CLONE_NEWUSER : flags) != 0) fail("no namespaces as", words[0]);
  if (maps) {
    write_file("/proc/self/setgroups", "deny");
    write_file("/proc/self/uid_map", users);
    write_file("/proc/self/gid_map", groups);
  }
  pid_t child = fork();
  if (child < 0) fail("no process as", words[0]);
  if (child > 0) relay(child);
  end_with_parent();
  if (mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) fail("no mounts of its own as", words[0]);
}

static void bind(const char *source, const char *target, unsigned long flags) {
  if (mount(source, target, NULL, MS_BIND, NULL) != 0
      || (flags && mount(NULL, target, NULL, MS_BIND | MS_REMOUNT | flags, NULL) != 0))
    fail("no mount of", source);
}

/// `library SOURCE TARGET`: mounts a folder read-only, without set-user-id programs and devices.
static void library(char **words) { bind(words[0], words[1], MS_RDONLY | MS_NOSUID | MS_NODEV); }

/// `device SOURCE TARGET`: mounts a device.
static void device(char **words) { bind(words[0], words[1], 0); }

/// `memory TARGET OPTIONS`: mounts a file system in memory.
static void memory(char **words) {
  if (mount("tmpfs", words[0], "tmpfs", MS_NOSUID | MS_NODEV, words[1]) != 0) fail("no memory at", words[0]);
}

/// `processes TARGET`: mounts the files of the processes of this namespace.
static void processes(char **words) {
  unsigned long flags = MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC;
  if (mount("proc", words[0], "proc", flags, NULL) != 0) fail("no processes at", words[0]);
}

/// `enter ROOT`: makes a folder the root, whose folder `old` receives the old one and is detached.
static void enter(char **words) {
  if (chdir(words[0]) != 0 || syscall(SYS_pivot_root, ".", "old") != 0 || chdir("/") != 0
      || umount2("/old", MNT_DETACH) != 0)
    fail("no root in", words[0]);
}

/// `drop USER` or `drop -`: gives up all rights, for ever, and becomes a user.
static void drop(char **words) {
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

/// `confine`: from now on, only the named files are accessible, and only the program's own processes.
static void confine(char **words) {
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
static void allow_reading(char **words) { allow(words[0], execute | read_file | read_folder); }

/// `write PATH`: also reads.
static void allow_writing(char **words) { allow(words[0], UINT64_MAX); }

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

/// `refuse`: system calls for memory that no process maps, for other processes' memory, for sockets and for namespaces.
static void refuse(char **words) {
  (void)words;
#ifdef ARCHITECTURE
  static const uint16_t calls[] = {
    SYS_memfd_create, 447 /* memfd_secret */, SYS_shmget, SYS_shmat, SYS_semget, SYS_msgget, SYS_mq_open,
    425 /* io_uring_setup */, SYS_userfaultfd, SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev,
    438 /* pidfd_getfd */, SYS_perf_event_open, SYS_bpf, SYS_add_key, SYS_keyctl, SYS_request_key,
    SYS_socket, SYS_unshare, SYS_setns,
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
#else
static void end_with_parent(void) {}

static void drop(char **words) {
  if (strcmp(words[0], "-") != 0) become(words[0]);
}
#endif

static const struct { const char *name; int count; void (*run)(char **); } verbs[] = {
  {"folder", 1, folder}, {"limit", 2, limit}, {"group", 1, group}, {"end", 1, end},
  {"drop", 1, drop},
#ifdef __linux__
  {"namespaces", 1, namespaces}, {"library", 2, library}, {"device", 2, device}, {"memory", 2, memory},
  {"processes", 1, processes}, {"enter", 1, enter}, {"confine", 0, confine}, {"read", 1, allow_reading},
  {"write", 1, allow_writing}, {"refuse", 0, refuse},
#endif
};

static int carry_out(char **words, int count) {
  for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
    if (strcmp(verbs[i].name, words[0]) == 0 && verbs[i].count < count) {
      verbs[i].run(words + 1);
      return verbs[i].count + 1;
    }
  errno = EINVAL;
  fail("no verb", words[0]);
  return 1;
}

int main(int count, char **words) {
  fcntl(grader, F_SETFD, FD_CLOEXEC);
  end_with_parent();
  int index = 1;
  while (index < count && strcmp(words[index], "--") != 0) index += carry_out(words + index, count - index);
  if (index + 1 >= count) {
    errno = EINVAL;
    fail("no program after", words[count - 1]);
  }
#ifdef __linux__
  if (ruleset >= 0 && syscall(446, ruleset, 0) != 0) fail("no confinement by", "Landlock");
#endif
  dprintf(grader, "started\n");
  execv(words[index + 1], words + index + 1);
  fail("cannot execute", words[index + 1]);
}
