#pragma once

#include <stdint.h>

/// Symbols of tokens as PNG files of 296×296 pixels, called by their index: libqrencode, libdeflate and the system's calls
/// alone, on so many threads.
///
/// `tokens` are lines of 56 characters. Returns how many files were written whole, or -1.
int64_t bare_export(const char *tokens, int64_t count, const char *folder, int threads);
