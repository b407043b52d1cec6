#include <elf.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

/* The program, or a library, as the loader has it: declared only for GNU programs, which Swift's are not. */
struct livery_loaded {
  size_t address;
  const char *_Nullable name;
#if __SIZEOF_POINTER__ == 8
  const Elf64_Phdr *_Nonnull headers;
#else
  const Elf32_Phdr *_Nonnull headers;
#endif
  unsigned short count;
};
extern int dl_iterate_phdr(int (*_Nonnull)(struct livery_loaded *_Nonnull, size_t, void *_Nullable), void *_Nullable);

/* Parts that may be written hold what the loader has put there, and stay. */
static inline int livery_let_go_of(struct livery_loaded *_Nonnull loaded, size_t size, void *_Nullable context) {
  (void)size;
  (void)context;
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  for (int index = 0; index < loaded->count; index++) {
    if (loaded->headers[index].p_type != PT_LOAD || loaded->headers[index].p_flags & PF_W) continue;
    size_t start = loaded->address + loaded->headers[index].p_vaddr;
    size_t end = start + loaded->headers[index].p_filesz;
    start -= start % page;
    madvise((void *)start, end - start, MADV_DONTNEED);
  }
  return 0;
}

static inline void livery_let_go_of_program(void) { dl_iterate_phdr(livery_let_go_of, NULL); }
