#pragma once

#include <sqlite3.h>

/// A layer between SQLite and its files that keeps a checksum in the last 8 bytes of each page of a database, and compares
/// it whenever a page is read: a page that differs is `SQLITE_CORRUPT`, and none of it is seen.
///
/// Only databases whose header reserves 8 bytes a page have checksums; others pass through as they are. A checksum is XXH3
/// with 64 bits, big-endian, over the page without its last 8 bytes, seeded with the page's place in the file: a page that
/// was written to another's place is found, too.

/// How many bytes of each page are to be reserved (`SQLITE_FCNTL_RESERVE_BYTES`).
#define CSQLITECHECKSUMS_BYTES 8

/// Puts the layer above the system's files, for every connection that is opened from now on. Calls after the first do
/// nothing.
///
/// Returns a result code of SQLite.
int csqlitechecksums_register(void);

/// Makes `layer` the layer above the files of `below`; it is not registered. Both must live as long as it is used.
void csqlitechecksums_layer(sqlite3_vfs *layer, const char *name, sqlite3_vfs *below);

/// Whether the pages in the file of a connection's main database have checksums.
int csqlitechecksums_are_kept(sqlite3 *database);

/// Compares the checksums of all pages in the file of a connection's main database; what stands in its log has checksums
/// of its own. Somebody may copy pages from the log to the file meanwhile, so a page counts as damaged when it does each
/// of several times.
///
/// `damaged` is told the numbers of pages that differ, from 1. Returns a result code of SQLite, of trouble other than that.
int csqlitechecksums_compare(sqlite3 *database, void *context, void (*damaged)(void *context, sqlite3_int64 page));
