#pragma once

#include <wchar.h>

// The C library has it, and shows it only to who asks for X/Open's functions before any header.
extern int wcwidth(wchar_t character);
