#pragma once

#include <sqlite3.h>

/// Of the header that a database's first page begins with (SQLite, "Database File Format", 1.3).
enum { HEADER_BYTES = 100, PAGE_SIZE_AT = 16, RESERVED_AT = 20 };

/// Whether a read or write of so many bytes is one of a whole page.
int page_checksum_fits(int length);

/// Puts a page's checksum into its last bytes.
void page_checksum_put(unsigned char *page, int length, sqlite3_int64 offset);

/// Whether the last bytes of a page are its checksum. A page that SQLite made room for and never wrote is all zeros, and
/// counts as whole.
int page_checksum_matches(const unsigned char *page, int length, sqlite3_int64 offset);

/// Whether the first page, which does not say that it has a checksum, has one that holds when it does: then the byte that
/// says so was damaged, and so is the page.
int page_checksum_hides(unsigned char *first, int length);
