#pragma once

#include <qrencode.h>
#include <stddef.h>

/// A symbol of an alphanumeric text at level M, freed by `QRcode_free`. NULL on failure.
QRcode *bare_encode(const char *text, size_t length);
