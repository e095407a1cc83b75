// Namespaces, and the file system in them.

#include "starter.h"

#ifdef __linux__
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

void end_with_parent(void) {
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  // A grader that ended before the call has closed its end.
  struct pollfd end = {grader, 0, 0};
  if (poll(&end, 1, 0) == 1 && end.revents & POLLHUP) _exit(97);
}

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

/// Makes new namespaces, and a process that is the first of its own: all others in it end with it.
static void separate(char **words, int flags) {
  int maps = strcmp(words[0], "user") == 0;
  char users[32], groups[32];
  // The program keeps its own user instead of becoming root in its namespace, so it cannot open
  // files that the system reserves for root, such as its own memory.
  snprintf(users, sizeof users, "%u %u 1", geteuid(), geteuid());
  snprintf(groups, sizeof groups, "%u %u 1", getegid(), getegid());
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
}

/// `family root` or `family user`: all processes that follow end with the first.
void family(char **words) { separate(words, CLONE_NEWPID); }

/// `namespaces root` or `namespaces user`: new ones for all but time.
void namespaces(char **words) {
  separate(words, CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWNS);
  if (mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) fail("no mounts of its own as", words[0]);
}

static void bind(const char *source, const char *target, unsigned long flags) {
  if (mount(source, target, NULL, MS_BIND, NULL) != 0
      || (flags && mount(NULL, target, NULL, MS_BIND | MS_REMOUNT | flags, NULL) != 0))
    fail("no mount of", source);
}

/// `library SOURCE TARGET`: mounts a folder read-only, without set-user-id programs and devices.
void library(char **words) { bind(words[0], words[1], MS_RDONLY | MS_NOSUID | MS_NODEV); }

/// `device SOURCE TARGET`: mounts a device.
void device(char **words) { bind(words[0], words[1], 0); }

/// `memory TARGET OPTIONS`: mounts a file system in memory.
void memory(char **words) {
  if (mount("tmpfs", words[0], "tmpfs", MS_NOSUID | MS_NODEV, words[1]) != 0) fail("no memory at", words[0]);
}

/// `processes TARGET`: mounts the files of the processes of this namespace.
void processes(char **words) {
  unsigned long flags = MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC;
  if (mount("proc", words[0], "proc", flags, NULL) != 0) fail("no processes at", words[0]);
}

/// `enter ROOT`: makes a folder the root, whose folder `old` receives the old one and is detached.
void enter(char **words) {
  if (chdir(words[0]) != 0 || syscall(SYS_pivot_root, ".", "old") != 0 || chdir("/") != 0
      || umount2("/old", MNT_DETACH) != 0)
    fail("no root in", words[0]);
}
#else
void end_with_parent(void) {}
#endif
