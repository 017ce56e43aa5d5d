#ifndef DARWIN_H
#define DARWIN_H

/* The parts of the C library of macOS and iOS that this project uses: types, constants and
   signatures as Apple's headers have them. No function is defined. */

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <limits.h>

#pragma clang assume_nonnull begin

/* sys/types.h */
typedef int32_t dev_t;
typedef uint64_t ino_t;
typedef uint16_t mode_t;
typedef uint16_t nlink_t;
typedef uint32_t uid_t;
typedef uint32_t gid_t;
typedef int32_t pid_t;
typedef int64_t off_t;
typedef int64_t blkcnt_t;
typedef int32_t blksize_t;
typedef long time_t;
typedef long ssize_t;
typedef int32_t suseconds_t;
typedef uint32_t useconds_t;

/* time.h, sys/time.h */
struct timespec { time_t tv_sec; long tv_nsec; };
struct timeval { time_t tv_sec; suseconds_t tv_usec; };
struct tm {
  int tm_sec; int tm_min; int tm_hour; int tm_mday; int tm_mon; int tm_year; int tm_wday;
  int tm_yday; int tm_isdst; long tm_gmtoff; char *_Null_unspecified tm_zone;
};
typedef enum {
  CLOCK_REALTIME = 0, CLOCK_MONOTONIC = 6, CLOCK_MONOTONIC_RAW = 4, CLOCK_UPTIME_RAW = 8
} clockid_t;
int clock_gettime(clockid_t clock, struct timespec *_Null_unspecified time);
uint64_t clock_gettime_nsec_np(clockid_t clock);
int nanosleep(const struct timespec *_Null_unspecified, struct timespec *_Nullable);
time_t time(time_t *_Nullable);
struct tm *_Null_unspecified gmtime_r(const time_t *_Null_unspecified, struct tm *_Null_unspecified);

/* sys/stat.h */
struct stat {
  dev_t st_dev; mode_t st_mode; nlink_t st_nlink; ino_t st_ino; uid_t st_uid; gid_t st_gid;
  dev_t st_rdev; struct timespec st_atimespec; struct timespec st_mtimespec;
  struct timespec st_ctimespec; struct timespec st_birthtimespec; off_t st_size;
  blkcnt_t st_blocks; blksize_t st_blksize; uint32_t st_flags; uint32_t st_gen;
};
int stat(const char *_Null_unspecified path, struct stat *_Null_unspecified result);
int lstat(const char *_Null_unspecified path, struct stat *_Null_unspecified result);
int fstat(int file, struct stat *_Null_unspecified result);
int chmod(const char *_Null_unspecified path, mode_t mode);
int fchmod(int file, mode_t mode);
int mkdir(const char *_Null_unspecified path, mode_t mode);
mode_t umask(mode_t mode);

/* fcntl.h, sys/file.h; `open` and `fcntl` are variadic, so that Darwin.swift has them. */
#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_RDWR 0x0002
#define O_NONBLOCK 0x0004
#define O_APPEND 0x0008
#define O_NOFOLLOW 0x0100
#define O_CREAT 0x0200
#define O_TRUNC 0x0400
#define O_EXCL 0x0800
#define O_EVTONLY 0x8000
#define O_DIRECTORY 0x100000
#define O_CLOEXEC 0x1000000
#define F_GETFD 1
#define F_SETFD 2
#define F_GETFL 3
#define F_SETFL 4
#define F_FULLFSYNC 51
#define FD_CLOEXEC 1
#define LOCK_SH 1
#define LOCK_EX 2
#define LOCK_NB 4
#define LOCK_UN 8
int flock(int file, int operation);

/* unistd.h, stdlib.h */
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define F_OK 0
#define X_OK 1
#define W_OK 2
#define R_OK 4
ssize_t read(int file, void *_Null_unspecified bytes, size_t count);
ssize_t write(int file, const void *_Null_unspecified bytes, size_t count);
ssize_t pread(int file, void *_Null_unspecified bytes, size_t count, off_t offset);
ssize_t pwrite(int file, const void *_Null_unspecified bytes, size_t count, off_t offset);
off_t lseek(int file, off_t offset, int whence);
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
int ftruncate(int file, off_t length);
int truncate(const char *_Null_unspecified path, off_t length);
int close(int file);
int dup(int file);
int dup2(int file, int other);
int pipe(int *_Null_unspecified files);
int fsync(int file);
int access(const char *_Null_unspecified path, int mode);
int unlink(const char *_Null_unspecified path);
int rmdir(const char *_Null_unspecified path);
int link(const char *_Null_unspecified path, const char *_Null_unspecified other);
int symlink(const char *_Null_unspecified text, const char *_Null_unspecified path);
ssize_t readlink(const char *_Null_unspecified, char *_Null_unspecified, size_t);
int isatty(int file);
pid_t getpid(void);
pid_t getppid(void);
pid_t setsid(void);
uid_t getuid(void);
uid_t geteuid(void);
char *_Null_unspecified getcwd(char *_Nullable, size_t);
int chdir(const char *_Null_unspecified path);
int usleep(useconds_t time);
unsigned int sleep(unsigned int time);
int rename(const char *_Null_unspecified, const char *_Null_unspecified);
void exit(int status) __attribute__((noreturn));
void _exit(int status) __attribute__((noreturn));
void abort(void) __attribute__((noreturn));
int atexit(void (*_Nonnull)(void));
char *_Null_unspecified getenv(const char *_Null_unspecified name);
int setenv(const char *_Null_unspecified, const char *_Null_unspecified, int);
int unsetenv(const char *_Null_unspecified name);
char *_Null_unspecified realpath(const char *_Null_unspecified, char *_Nullable);
char *_Null_unspecified mkdtemp(char *_Null_unspecified template);
int mkstemp(char *_Null_unspecified template);
void *_Null_unspecified malloc(size_t size);
void free(void *_Null_unspecified pointer);
double strtod(const char *_Null_unspecified, char *_Nullable *_Nullable);
long strtol(const char *_Null_unspecified, char *_Nullable *_Nullable, int);
uint32_t arc4random(void);

/* string.h */
int memcmp(const void *_Null_unspecified, const void *_Null_unspecified, size_t);
void *_Null_unspecified memchr(const void *_Null_unspecified, int, size_t);
void *_Null_unspecified memcpy(void *_Null_unspecified, const void *_Null_unspecified, size_t);
void *_Null_unspecified memmove(void *_Null_unspecified, const void *_Null_unspecified, size_t);
void *_Null_unspecified memset(void *_Null_unspecified, int, size_t);
size_t strlen(const char *_Null_unspecified);
char *_Null_unspecified strdup(const char *_Null_unspecified);
char *_Null_unspecified strerror(int error);
int strcmp(const char *_Null_unspecified, const char *_Null_unspecified);

/* errno.h */
#define EPERM 1
#define ENOENT 2
#define ESRCH 3
#define EINTR 4
#define EIO 5
#define EBADF 9
#define ECHILD 10
#define EACCES 13
#define EEXIST 17
#define EXDEV 18
#define ENOTDIR 20
#define EISDIR 21
#define EINVAL 22
#define ENFILE 23
#define EMFILE 24
#define ENOSPC 28
#define EROFS 30
#define EPIPE 32
#define EAGAIN 35
#define EWOULDBLOCK EAGAIN
#define ELOOP 62
#define ENAMETOOLONG 63
#define ENOTEMPTY 66

/* dirent.h */
struct dirent {
  ino_t d_ino; uint64_t d_seekoff; uint16_t d_reclen; uint16_t d_namlen; uint8_t d_type;
  char d_name[1024];
};
typedef struct { int __dd_fd; long __dd_loc; } DIR;
DIR *_Null_unspecified opendir(const char *_Null_unspecified path);
struct dirent *_Null_unspecified readdir(DIR *_Null_unspecified folder);
int closedir(DIR *_Null_unspecified folder);
#define DT_UNKNOWN 0
#define DT_DIR 4
#define DT_REG 8
#define DT_LNK 10

/* stdio.h */
typedef struct __sFILE { unsigned char *_Null_unspecified _p; int _r; int _w; } FILE;
extern FILE *_Null_unspecified __stdinp;
extern FILE *_Null_unspecified __stdoutp;
extern FILE *_Null_unspecified __stderrp;
#define stdin __stdinp
#define stdout __stdoutp
#define stderr __stderrp
#define EOF (-1)
FILE *_Null_unspecified fopen(const char *_Null_unspecified, const char *_Null_unspecified);
int fclose(FILE *_Null_unspecified file);
int fflush(FILE *_Nullable file);
size_t fread(void *_Null_unspecified, size_t, size_t, FILE *_Null_unspecified);
size_t fwrite(const void *_Null_unspecified, size_t, size_t, FILE *_Null_unspecified);
int fputs(const char *_Null_unspecified, FILE *_Null_unspecified);
int fileno(FILE *_Null_unspecified file);
ssize_t getline(char *_Nullable *_Null_unspecified, size_t *_Null_unspecified, FILE *_Null_unspecified);
FILE *_Null_unspecified popen(const char *_Null_unspecified, const char *_Null_unspecified);
int pclose(FILE *_Null_unspecified stream);

/* sys/socket.h, crt_externs.h */
typedef uint32_t socklen_t;
#define AF_UNIX 1
#define SOCK_STREAM 1
#define SOL_SOCKET 0xffff
#define SO_NOSIGPIPE 0x1022
int socketpair(int family, int type, int protocol, int *_Null_unspecified sockets);
int setsockopt(int, int, int, const void *_Null_unspecified, socklen_t);
ssize_t send(int, const void *_Null_unspecified, size_t, int);
char *_Nullable *_Null_unspecified *_Null_unspecified _NSGetEnviron(void);

/* signal.h, sys/wait.h, poll.h, spawn.h */
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGKILL 9
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGCHLD 20
#define SIGXFSZ 25
typedef void (*sig_t)(int);
sig_t _Null_unspecified signal(int, sig_t _Null_unspecified);
int kill(pid_t process, int signal);
int killpg(pid_t group, int signal);
int raise(int signal);
#define WNOHANG 1
pid_t waitpid(pid_t process, int *_Nullable status, int options);
struct pollfd { int fd; short events; short revents; };
typedef unsigned int nfds_t;
int poll(struct pollfd *_Null_unspecified files, nfds_t count, int timeout);
#define POLLIN 0x0001
#define POLLOUT 0x0004
#define POLLERR 0x0008
#define POLLHUP 0x0010
typedef void *posix_spawnattr_t;
typedef void *posix_spawn_file_actions_t;
typedef uint32_t sigset_t;
#define POSIX_SPAWN_SETPGROUP 0x0002
#define POSIX_SPAWN_SETSIGDEF 0x0004
#define POSIX_SPAWN_SETSIGMASK 0x0008
#define POSIX_SPAWN_SETSID 0x0400
#define POSIX_SPAWN_CLOEXEC_DEFAULT 0x4000
int posix_spawn(
    pid_t *_Nullable, const char *_Nonnull, const posix_spawn_file_actions_t _Nullable *_Nullable,
    const posix_spawnattr_t _Nullable *_Nullable, char *_Nullable const *_Nonnull,
    char *_Nullable const *_Nullable);
int posix_spawnp(
    pid_t *_Nullable, const char *_Nonnull, const posix_spawn_file_actions_t _Nullable *_Nullable,
    const posix_spawnattr_t _Nullable *_Nullable, char *_Nullable const *_Nonnull,
    char *_Nullable const *_Nullable);
int posix_spawn_file_actions_init(posix_spawn_file_actions_t _Nullable *_Nonnull);
int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t _Nullable *_Nonnull);
int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t _Nullable *_Nonnull, int, int);
int posix_spawn_file_actions_addclose(posix_spawn_file_actions_t _Nullable *_Nonnull, int);
int posix_spawn_file_actions_addopen(
    posix_spawn_file_actions_t _Nullable *_Nonnull, int, const char *_Nonnull, int, mode_t);
int posix_spawnattr_init(posix_spawnattr_t _Nullable *_Nonnull);
int posix_spawnattr_destroy(posix_spawnattr_t _Nullable *_Nonnull);
int posix_spawnattr_setflags(posix_spawnattr_t _Nullable *_Nonnull, short);
int posix_spawnattr_setpgroup(posix_spawnattr_t _Nullable *_Nonnull, pid_t);
int posix_spawnattr_setsigdefault(posix_spawnattr_t _Nullable *_Nonnull, const sigset_t *);
int sigemptyset(sigset_t *_Null_unspecified);
int sigaddset(sigset_t *_Null_unspecified, int);

/* pthread.h */
typedef struct { long __sig; char __opaque[56]; } pthread_attr_t;
typedef struct { long __sig; char __opaque[56]; } pthread_mutex_t;
typedef struct { long __sig; char __opaque[8]; } pthread_mutexattr_t;
struct _opaque_pthread_t { long __sig; char __opaque[8176]; };
typedef struct _opaque_pthread_t *pthread_t;
int pthread_mutex_init(pthread_mutex_t *, const pthread_mutexattr_t *_Nullable);
int pthread_mutex_destroy(pthread_mutex_t *);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
int pthread_create(
    pthread_t _Nullable *_Nonnull, const pthread_attr_t *_Nullable,
    void *_Nullable (*_Nonnull)(void *_Nonnull), void *_Nullable);
int pthread_detach(pthread_t);
int pthread_join(pthread_t, void *_Nullable *_Nullable);
pthread_t pthread_self(void);
int pthread_attr_init(pthread_attr_t *);
int pthread_attr_destroy(pthread_attr_t *);
int pthread_attr_setstacksize(pthread_attr_t *, size_t);

/* sys/resource.h, sys/sysctl.h, sys/ttycom.h, sys/event.h */
typedef uint64_t rlim_t;
struct rlimit { rlim_t rlim_cur; rlim_t rlim_max; };
#define RLIMIT_NOFILE 8
int getrlimit(int resource, struct rlimit *_Null_unspecified limit);
int setrlimit(int resource, const struct rlimit *_Null_unspecified limit);
struct rusage {
  struct timeval ru_utime; struct timeval ru_stime; long ru_maxrss; long ru_ixrss; long ru_idrss;
  long ru_isrss; long ru_minflt; long ru_majflt; long ru_nswap; long ru_inblock; long ru_oublock;
  long ru_msgsnd; long ru_msgrcv; long ru_nsignals; long ru_nvcsw; long ru_nivcsw;
};
#define RUSAGE_SELF 0
int getrusage(int, struct rusage *_Null_unspecified);
struct winsize {
  unsigned short ws_row; unsigned short ws_col; unsigned short ws_xpixel; unsigned short ws_ypixel;
};
int sysctlbyname(
    const char *_Null_unspecified, void *_Null_unspecified, size_t *_Null_unspecified,
    void *_Null_unspecified, size_t);
int sysctl(
    int *_Null_unspecified, unsigned int, void *_Null_unspecified, size_t *_Null_unspecified,
    void *_Null_unspecified, size_t);
struct kevent {
  uintptr_t ident; int16_t filter; uint16_t flags; uint32_t fflags; intptr_t data;
  void *_Null_unspecified udata;
};
int kqueue(void);
int kevent(
    int queue, const struct kevent *_Null_unspecified changes, int changeCount,
    struct kevent *_Null_unspecified events, int eventCount,
    const struct timespec *_Null_unspecified timeout);
#define EVFILT_VNODE (-4)
#define EV_ADD 0x0001
#define EV_CLEAR 0x0020
#define NOTE_DELETE 0x00000001
#define NOTE_WRITE 0x00000002
#define NOTE_EXTEND 0x00000004
#define NOTE_ATTRIB 0x00000008
#define NOTE_RENAME 0x00000020
#define NOTE_REVOKE 0x00000040
#undef OPEN_MAX
#define OPEN_MAX 10240
#define PATH_MAX 1024

#pragma clang assume_nonnull end

#endif
