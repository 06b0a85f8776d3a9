#pragma once

/// The bare work behind one token of suite 1: HMAC-SHA-256 of 19 bytes with one keyed context, `iterations` times.
/// Answers a byte that depends on all of them, so that nothing is optimised away; -1 if OpenSSL fails.
int bare_mac(long iterations);
