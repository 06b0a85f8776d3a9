#pragma once

#include <sqlite3.h>

/// A VFS layer that keeps a checksum in the last 8 bytes of each database page and compares it whenever the page is
/// read. If the checksum differs, the read gives `SQLITE_CORRUPT`, and the page's content is never used.
///
/// Only databases whose header reserves 8 bytes per page have checksums. The pages of other databases pass through
/// unchanged. A checksum is 64-bit XXH3, big-endian, over the page without its last 8 bytes, seeded with the page's
/// offset in the file. The seed detects a page that was written to another page's position.

/// The number of bytes to reserve in each page (`SQLITE_FCNTL_RESERVE_BYTES`).
#define CSQLITECHECKSUMS_BYTES 8

/// Installs the layer above the system's VFS, for every connection that is opened afterwards. Only the first call has
/// an effect.
///
/// Returns an SQLite result code.
int csqlitechecksums_register(void);

/// Initializes `layer` as a layer above the VFS `below`, without registering it. Both structures must outlive every
/// connection that uses the layer.
void csqlitechecksums_layer(sqlite3_vfs *layer, const char *name, sqlite3_vfs *below);

/// Whether the pages in the file of a connection's main database have checksums.
int csqlitechecksums_are_kept(sqlite3 *database);

/// Compares the checksums of all pages in the file of a connection's main database. Pages in the log are not compared,
/// because the log has its own checksums. Another connection may copy pages from the log to the file meanwhile. So a
/// page counts as damaged only if its checksum differs in each of several attempts.
///
/// Calls `damaged` with the number of each damaged page, counted from 1. Returns an SQLite result code. Damaged pages
/// alone do not make the result code an error.
int csqlitechecksums_compare(sqlite3 *database, void *context, void (*damaged)(void *context, sqlite3_int64 page));
