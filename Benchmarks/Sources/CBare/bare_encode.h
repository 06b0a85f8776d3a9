#pragma once

#include <qrencode.h>
#include <stddef.h>

/// Encodes an alphanumeric text as a symbol with error correction level M. The caller frees the symbol with
/// `QRcode_free`. Returns NULL on failure.
QRcode *bare_encode(const char *text, size_t length);
