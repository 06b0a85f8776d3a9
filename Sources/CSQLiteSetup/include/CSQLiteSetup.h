#pragma once

/// Turns off SQLite's count of its own memory, which takes a lock at every allocation. `sqlite3_config` is variadic, so
/// Swift can't call it. To be called before the first connection of the process; later it does nothing.
void csqlitesetup_without_memory_statistics(void);

/// Makes an empty log beside a database, if none is there, and syncs it and its folder. Returns a result code of SQLite.
int csqlitesetup_make_log(const char *path);

/// Removes the log beside a database, if it can be.
void csqlitesetup_remove_log(const char *path);
