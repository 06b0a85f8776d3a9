#pragma once

#include <stdint.h>

/// A symbol of an alphanumeric text at level M, `iterations` times: what libqrencode takes by itself.
/// Returns the sum of the sides, so that nothing is optimised away, or -1 on failure.
int64_t bare_symbol(const char *text, int64_t iterations);
