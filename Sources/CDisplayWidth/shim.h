#pragma once

#include <wchar.h>

// The C library exports this function but declares it only if X/Open features are requested before the first include.
extern int wcwidth(wchar_t character);
