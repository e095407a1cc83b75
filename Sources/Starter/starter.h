// The verbs of the command line, and what they share.

#ifndef STARTER_H
#define STARTER_H
#ifdef __linux__
#define _GNU_SOURCE
#endif

/// Descriptor 4 is the grader's.
enum { grader = 4 };

/// Writes to the grader that something failed, with the system's error, and ends the process.
void fail(const char *what, const char *on);

/// Becomes a user, named by a number, for ever.
void become(const char *user);

/// Ends this process as soon as its parent ends.
void end_with_parent(void);

void drop(char **words);

#ifdef __linux__
void family(char **words);
void namespaces(char **words);
void library(char **words);
void device(char **words);
void memory(char **words);
void processes(char **words);
void enter(char **words);

void confine(char **words);
void allow_reading(char **words);
void allow_writing(char **words);
void refuse(char **words);

/// Confines this process as `confine`, `read` and `write` have said, if they have.
void restrict_files(void);
#endif
#endif
