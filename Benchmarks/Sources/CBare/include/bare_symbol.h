#pragma once

#include <stdint.h>

/// Encodes an alphanumeric text as a symbol at level M, `iterations` times, with libqrencode alone. Returns the sum of
/// the symbols' sides, so that the compiler removes nothing, or -1 on failure.
int64_t bare_symbol(const char *text, int64_t iterations);

/// Encodes a symbol of each line of `lines`, on one thread. Each line ends with a line feed. Returns the number of
/// lines, or -1 on failure.
int64_t bare_symbols(const char *lines);

/// Encodes a PNG of 8 pixels a module with libdeflate for each line of `lines`, which has a name, a space and a text.
/// Writes each to a temporary file and renames it, on `threads` threads. Returns the number of files, or -1 on failure.
int64_t bare_png(const char *lines, const char *folder, int32_t threads);
