#pragma once

/// Computes HMAC-SHA-256 of 19 bytes `iterations` times, with one prepared key. This is the minimum work to sign or
/// verify tokens of suite 1. Returns a byte that depends on every MAC, so that the compiler cannot remove the
/// computations. Returns -1 if OpenSSL fails.
int bare_mac(long iterations);
