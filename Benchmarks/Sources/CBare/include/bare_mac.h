#pragma once

/// The bare work for one token of suite 1: HMAC-SHA-256 of 19 bytes with one keyed context, `iterations` times. Returns
/// a byte that depends on all of them, so that the compiler removes nothing; -1 if OpenSSL fails.
int bare_mac(long iterations);
