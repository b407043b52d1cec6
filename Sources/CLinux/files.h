#include <linux/stat.h>

/* Declared only for GNU programs, which Swift's are not. */
extern int statx(int, const char *_Nonnull, int, unsigned int, struct statx *_Nonnull);

/* Which file lies at a path, without its times. Once a program has seen those, Linux has the next write keep its own
   exactly, and where the file system has no journal a sync then writes the inode as well: one more wait a commit. */
static inline int livery_identify(const char *_Nonnull path, struct statx *_Nonnull found) {
  return statx(-100 /* AT_FDCWD */, path, 0, STATX_INO, found);
}
