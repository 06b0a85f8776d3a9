#pragma once

#include <sqlite3.h>

/// Turns off SQLite's memory statistics, which take a lock at every allocation. Must be called before the first
/// connection of the process; later calls have no effect. Swift can't call `sqlite3_config`, which is variadic.
void csqlitesetup_without_memory_statistics(void);

/// Writes the log beside a database to the disk again, byte for byte, if a program has left one there and no connection
/// has the database open. Otherwise does nothing.
///
/// After the sync of a commit has failed, Linux treats the log's pages as written, and no later sync writes them to the
/// disk. But a program that reads the log still finds the commit there. A power failure would then lose that commit,
/// and with it every later one. Pages that are written again are synced again.
///
/// Returns an SQLite result code.
int csqlitesetup_write_log_anew(const char *path);

/// Creates an empty log beside a database if there is none, and syncs it and its folder. Returns an SQLite result code.
int csqlitesetup_make_log(const char *path);

/// Removes the log beside a database, and the log's index, if possible. No other connection may have the database open.
void csqlitesetup_remove_log(const char *path);

/// Prevents a connection's statements from changing the schema or the file by other means than SQL, and the schema from
/// calling functions with outside effects (SQLITE_DBCONFIG_DEFENSIVE on, SQLITE_DBCONFIG_TRUSTED_SCHEMA off). Swift
/// can't call `sqlite3_db_config`, which is variadic. Returns an SQLite result code.
int csqlitesetup_defend(sqlite3 *database);
