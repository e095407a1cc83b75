// Starts a learner's program: carries out the verbs of its command line in their order, and
// executes what follows `--`.
//
//   Starter [VERB ARGUMENT...]... -- PROGRAM [ARGUMENT...]
//
// Descriptor 4 is the grader's, and the program does not inherit it. `started` is written to it
// immediately before the execution, and a sentence if something fails. So no program can look like
// one that was never started.
//
// It is written in C because a shell and eight tools in a row take several times as long as the
// program that they start.

#include "starter.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

void fail(const char *what, const char *on) {
  dprintf(grader, "%s “%s”: %s\n", what, on, strerror(errno));
  exit(97);
}

static long number(const char *text) { return strtol(text, NULL, 10); }

/// `folder PATH`: changes to a folder.
static void folder(char **words) {
  if (chdir(words[0]) != 0) fail("no folder", words[0]);
}

/// `limit KIND VALUE`: a limit that is stricter already remains, and one that the system does not
/// have is skipped.
///
/// A program that exceeds its processor time receives SIGXCPU, which nothing else sends, and
/// SIGKILL a second later.
static void limit(char **words) {
  static const struct { const char *name; int kind; } kinds[] = {
    {"core", RLIMIT_CORE}, {"cpu", RLIMIT_CPU}, {"file", RLIMIT_FSIZE}, {"addresses", RLIMIT_AS},
    {"descriptors", RLIMIT_NOFILE}, {"processes", RLIMIT_NPROC},
  };
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    struct rlimit current;
    if (strcmp(kinds[i].name, words[0]) != 0 || getrlimit(kinds[i].kind, &current) != 0) continue;
    rlim_t value = (rlim_t)number(words[1]);
    rlim_t most = kinds[i].kind == RLIMIT_CPU ? value + 1 : value;
    if (most < current.rlim_max) current.rlim_max = most;
    current.rlim_cur = value < current.rlim_max ? value : current.rlim_max;
    setrlimit(kinds[i].kind, &current);
  }
}

void become(const char *user) {
  uid_t id = (uid_t)number(user);
  if (setgroups(0, NULL) != 0 || setgid(id) != 0 || setuid(id) != 0) fail("no user", user);
}

/// `end USER`: ends all processes of a user, and this one.
static void end(char **words) {
  become(words[0]);
  kill(-1, SIGKILL);
  exit(0);
}

static const struct { const char *name; int count; void (*run)(char **); } verbs[] = {
  {"folder", 1, folder}, {"limit", 2, limit}, {"end", 1, end},
  {"drop", 1, drop},
#ifdef __linux__
  {"family", 1, family}, {"namespaces", 1, namespaces}, {"library", 2, library}, {"device", 2, device}, {"memory", 2, memory},
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
  restrict_files();
#endif
  dprintf(grader, "started\n");
  execv(words[index + 1], words + index + 1);
  fail("cannot execute", words[index + 1]);
}
