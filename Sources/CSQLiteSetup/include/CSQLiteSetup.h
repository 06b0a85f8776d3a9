#pragma once

#include <sqlite3.h>

/// Turns off SQLite's memory statistics, which take a lock at every allocation. Call this before the first connection
/// of the process; later calls have no effect. Swift can't call `sqlite3_config`, which is variadic.
void csqlitesetup_without_memory_statistics(void);

/// Rewrites a database’s write-ahead log, the file beside the database, with the same bytes. Does nothing if the log
/// does not exist, or if a connection has the database open.
///
/// If the sync of a commit fails, Linux treats the log's pages as written, and later syncs do not write them to the
/// disk. But a program that reads the log still finds the commit. A power failure then loses this commit and all later
/// commits. So this function writes the pages again, and the next sync writes them to the disk.
///
/// Returns an SQLite result code.
int csqlitesetup_write_log_anew(const char *path);

/// Creates an empty log beside a database if the log does not exist, and syncs the log and its folder. Returns an
/// SQLite result code.
int csqlitesetup_make_log(const char *path);

/// Removes the log beside a database, and the log's index, if possible. No other connection may have the database open.
void csqlitesetup_remove_log(const char *path);

/// Protects a connection from a malicious database file. Statements can change the schema and the file only through
/// ordinary SQL (SQLITE_DBCONFIG_DEFENSIVE on). The schema cannot call functions with outside effects
/// (SQLITE_DBCONFIG_TRUSTED_SCHEMA off). Swift can't call `sqlite3_db_config`, which is variadic. Returns an SQLite
/// result code.
int csqlitesetup_defend(sqlite3 *database);
