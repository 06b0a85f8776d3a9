#pragma once

#include <stdint.h>

/// A symbol of an alphanumeric text at level M, `iterations` times: what libqrencode takes by itself.
/// Returns the sum of the sides, so that nothing is optimised away, or -1 on failure.
int64_t bare_symbol(const char *text, int64_t iterations);

/// A symbol of each line of `lines`, on one thread. Each line ends with a line feed.
/// Returns how many there were, or -1 on failure.
int64_t bare_symbols(const char *lines);

/// A PNG of 8 pixels a module with libdeflate for each line of `lines`, which has a name, a space and a text: written
/// into a file beside, which is then renamed, on `threads` threads. Returns how many were written, or -1 on failure.
int64_t bare_png(const char *lines, const char *folder, int32_t threads);
