#pragma once

#include <stdint.h>

/// Encodes an alphanumeric text as a symbol with error correction level M, `iterations` times, with libqrencode alone.
/// Returns the sum of the symbols' sides, so that the compiler cannot remove the work. Returns -1 on failure.
int64_t bare_symbol(const char *text, int64_t iterations);

/// Encodes each line of `lines` as a symbol, on one thread. Each line ends with a line feed. Returns the number of
/// lines, or -1 on failure.
int64_t bare_symbols(const char *lines);

/// Writes a PNG file with a symbol for each line of `lines`, on `threads` threads. Each line consists of a file
/// name, a space and the symbol's text. A module (a square of the symbol) is 8 pixels wide. Each PNG is compressed with
/// libdeflate and written to a temporary file, which is then renamed. Returns the number of files, or -1 on failure.
int64_t bare_png(const char *lines, const char *folder, int32_t threads);
