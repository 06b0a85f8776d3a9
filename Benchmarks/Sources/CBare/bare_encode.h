#pragma once

#include <qrencode.h>
#include <stddef.h>

/// Encodes an alphanumeric text as a symbol at level M. Free it with `QRcode_free`. NULL on failure.
QRcode *bare_encode(const char *text, size_t length);
