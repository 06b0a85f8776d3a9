#pragma once

/// Turns off SQLite's count of its own memory, which takes a lock at every allocation. `sqlite3_config` is variadic, so
/// Swift can't call it. To be called before the first connection of the process; later it does nothing.
void csqlitesetup_without_memory_statistics(void);
