#pragma once

#include <sqlite3.h>

/// Turns off SQLite's count of its own memory, which takes a lock at every allocation. `sqlite3_config` is variadic, so
/// Swift can't call it. To be called before the first connection of the process; later it does nothing.
void csqlitesetup_without_memory_statistics(void);

/// Writes the log beside a database to the disk once more, byte by byte as it is, when a program has left one there and no
/// connection has the database open; else does nothing.
///
/// When the sync of a commit has failed, Linux holds the log's pages for written, and no later sync brings them to the
/// disk; but whoever reads the log finds the commit there. What is committed behind it would be lost with it when the power
/// fails. A page that is written again is synced again.
///
/// Returns a result code of SQLite.
int csqlitesetup_write_log_anew(const char *path);

/// Makes an empty log beside a database, if none is there, and syncs it and its folder. Returns a result code of SQLite.
int csqlitesetup_make_log(const char *path);

/// Removes the log beside a database, and the log's index, if they can be. Not while anybody else has the database open.
void csqlitesetup_remove_log(const char *path);

/// Forbids a connection's statements to change the schema or the file past SQL, and the schema to call functions that
/// reach outside (SQLITE_DBCONFIG_DEFENSIVE on, SQLITE_DBCONFIG_TRUSTED_SCHEMA off). `sqlite3_db_config` is variadic, so
/// Swift can't call it. Returns a result code of SQLite.
int csqlitesetup_defend(sqlite3 *database);
