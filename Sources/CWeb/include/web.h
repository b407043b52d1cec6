#pragma once

#include <stddef.h>

/// A file that is embedded in the program.
struct web_file {
  /// Its path in `Web`, after `config/` in `Config`, or after `guides/` in `docs`.
  const char *_Nonnull name;
  const unsigned char *_Nonnull bytes;
  size_t count;
};

/// Every embedded file.
const struct web_file *_Nonnull web_files(size_t *_Nonnull count);
