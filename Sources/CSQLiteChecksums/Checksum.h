#pragma once

#include <sqlite3.h>

/// Sizes and offsets in the database header, at the beginning of the first page (SQLite, "Database File Format", 1.3).
enum { HEADER_BYTES = 100, PAGE_SIZE_AT = 16, RESERVED_AT = 20 };

/// Whether `length` is a possible page size. If it is, a read or write of this length is a read or write of a whole
/// page.
int page_checksum_fits(int length);

/// Writes the checksum of a page into the last bytes of the page.
void page_checksum_put(unsigned char *page, int length, sqlite3_int64 offset);

/// Whether the last bytes of a page are the page's checksum. A page of zeros counts as valid: SQLite has allocated it
/// and never written it.
int page_checksum_matches(const unsigned char *page, int length, sqlite3_int64 offset);

/// Whether the first page has a valid checksum although its header says that there are no checksums. The header is then
/// damaged.
int page_checksum_hides(unsigned char *first, int length);
