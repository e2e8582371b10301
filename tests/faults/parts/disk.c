/* A disk that fails when it is told to: loaded before a program (LD_PRELOAD), it lets writing or syncing of the files whose
 * names begin with DISK_FILES go wrong as DISK_SWITCH says, a file of four 32-bit numbers that both sides have in memory:
 *   0  what goes wrong: 0 nothing, 1 writing (EIO), 2 writing (ENOSPC), 3 half is written and then nothing more (ENOSPC),
 *      4 syncing (EIO), 5 syncing waits until something else is said
 *   1  how many calls of that kind still go well
 *   2  how many went wrong
 *   3  how many of that kind were seen while nothing was to go wrong
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { WHAT, WELL, WRONG, SEEN };
enum { NOTHING, WRITE_EIO, WRITE_ENOSPC, WRITE_SHORT, SYNC_EIO, SYNC_WAITS };

static _Atomic int32_t *disk;
static const char *files;

static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static ssize_t (*real_pwrite64)(int, const void *, size_t, off64_t);
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);

/* Programs write before this library has begun: then as always. */
static void *real(const char *name, void **kept) {
  if (*kept == NULL) *kept = dlsym(RTLD_NEXT, name);
  return *kept;
}
#define REAL(name) ((typeof(real_##name))real(#name, (void **)&real_##name))

__attribute__((constructor)) static void begin(void) {
  const char *name = getenv("DISK_SWITCH");
  files = getenv("DISK_FILES");
  if (name == NULL || files == NULL) return;
  int file = open(name, O_RDWR | O_CLOEXEC);
  if (file < 0) return;
  void *shared = mmap(NULL, 4 * sizeof(int32_t), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (shared != MAP_FAILED) disk = shared;
}

static int is_ours(int fd) {
  char link[32], name[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, name, sizeof name - 1);
  if (length < 0) return 0;
  name[length] = '\0';
  return strncmp(name, files, strlen(files)) == 0;
}

/* What goes wrong with this call, if anything. */
static int fault(int fd, int syncing) {
  if (disk == NULL) return NOTHING;
  int what = atomic_load(&disk[WHAT]);
  if (what != NOTHING && (what >= SYNC_EIO) != syncing) return NOTHING;
  if (!is_ours(fd)) return NOTHING;
  if (what == NOTHING) {
    atomic_fetch_add(&disk[SEEN], 1);
    return NOTHING;
  }
  if (atomic_fetch_sub(&disk[WELL], 1) > 0) return NOTHING;
  /* The counter stands still below nothing. */
  atomic_store(&disk[WELL], 0);
  atomic_fetch_add(&disk[WRONG], 1);
  return what;
}

/* -1 with the reason, or how many bytes may be written. */
static ssize_t allowed(int fd, size_t length) {
  int saved = errno;
  int what = fault(fd, 0);
  errno = saved;
  switch (what) {
    case WRITE_EIO: errno = EIO; return -1;
    case WRITE_ENOSPC: errno = ENOSPC; return -1;
    case WRITE_SHORT:
      /* What is left of a short write is refused. */
      if (length < 2) { errno = ENOSPC; return -1; }
      return (ssize_t)(length / 2);
    default: return (ssize_t)length;
  }
}

ssize_t write(int fd, const void *bytes, size_t length) {
  ssize_t most = allowed(fd, length);
  return most < 0 ? -1 : REAL(write)(fd, bytes, (size_t)most);
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at) {
  ssize_t most = allowed(fd, length);
  return most < 0 ? -1 : REAL(pwrite)(fd, bytes, (size_t)most, at);
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t at) {
  ssize_t most = allowed(fd, length);
  return most < 0 ? -1 : REAL(pwrite64)(fd, bytes, (size_t)most, at);
}

static int synced(int fd) {
  int saved = errno;
  int what = fault(fd, 1);
  while (what == SYNC_WAITS && atomic_load(&disk[WHAT]) == SYNC_WAITS) usleep(1000);
  errno = saved;
  if (what != SYNC_EIO) return 0;
  errno = EIO;
  return -1;
}

int fsync(int fd) { return synced(fd) < 0 ? -1 : REAL(fsync)(fd); }

int fdatasync(int fd) { return synced(fd) < 0 ? -1 : REAL(fdatasync)(fd); }
