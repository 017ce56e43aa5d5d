#ifndef KQUEUE_H
#define KQUEUE_H

#include <stdint.h>
#include <time.h>

// The parts of <sys/event.h>, <fcntl.h> and <limits.h> of macOS that Linux lacks.

struct kevent {
  uintptr_t ident;
  int16_t filter;
  uint16_t flags;
  uint32_t fflags;
  intptr_t data;
  void *udata;
};

int kqueue(void);
int kevent(int queue, const struct kevent *changes, int changeCount, struct kevent *events,
           int eventCount, const struct timespec *timeout);

#define EVFILT_VNODE (-4)
#define EV_ADD 0x0001
#define EV_CLEAR 0x0020
#define NOTE_DELETE 0x00000001
#define NOTE_WRITE 0x00000002
#define NOTE_EXTEND 0x00000004
#define NOTE_ATTRIB 0x00000008
#define NOTE_RENAME 0x00000020
#define NOTE_REVOKE 0x00000040
#define O_EVTONLY 0x00008000
#define OPEN_MAX 10240

#endif
