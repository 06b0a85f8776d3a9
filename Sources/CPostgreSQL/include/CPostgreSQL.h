#pragma once

// Declares the functions of libpq that the program and its tests call. For each of them, this module defines a function
// with the same name, which calls the function in the library that was loaded. The library is loaded when the first URL
// of a PostgreSQL database is read, because it needs many other libraries: if it were linked directly, every gate would
// need 3 MB more memory.

#include <stdbool.h>
#include <stdio.h>

// The symbols of this module's functions are hidden, so that libpq itself keeps calling its own functions. The
// functions of the standard library must not be hidden, so stdio.h, the only standard header that libpq-fe.h includes,
// is included before this pragma.
#pragma GCC visibility push(hidden)
#include <postgresql/libpq-fe.h>
#pragma GCC visibility pop

/// Loads libpq, unless it is loaded already. If the result is false, the library is not installed, and no other
/// function may be called. The next call tries again, so a server need not be restarted after the library is installed.
bool cpostgresql_load(void);
