#pragma once

#include "Disk.h"

/// A file that a connection has opened.
struct simulated_file {
    sqlite3_file base;
    struct simulated_disk *disk;
    struct contents *contents;
    /// Whether the file's first sync also syncs the folder: true for a new journal or log.
    int syncs_folder;
    /// Whether the log is kept when the last connection closes the file.
    int keeps_log;
    int level;
    /// The number of the program to which this connection belongs.
    int program;
    /// The index that this connection maps; NULL if it maps no index.
    struct log_index *index;
    unsigned shared_slots, own_slots;
};

/// The index of a write-ahead log (SQLite's `-shm` file), with its lock slots. An index exists as long as a connection
/// maps it, even if the file was unlinked and other connections have created a new index.
struct log_index {
    int mappings, regions;
    /// The size of a region, in bytes.
    size_t size;
    void **memory;
    /// By program: the number of connections that map the index, and whether the system has released the program's
    /// lock on the index. That lock shows other programs that the index is in use.
    int mapped[SIMULATED_PROGRAMS], lost[SIMULATED_PROGRAMS];
    int slot_readers[SIMULATED_PROGRAMS][SQLITE_SHM_NLOCK];
    struct simulated_file *slot_owner[SQLITE_SHM_NLOCK];
    /// By program: the slots whose locks the system has released. SQLite does not notice this, and continues as if the
    /// program still had these locks.
    unsigned lost_slots[SIMULATED_PROGRAMS];
};

/// The locks of all connections to one file: SQLite's five levels, and the index of the log.
///
/// SQLite finds the locks of the same program in the program's memory, and the locks of other programs in the operating
/// system. The system releases all locks of a program on a file when the program closes any descriptor of this file
/// (POSIX, `fcntl`).
struct locks {
    int readers[SIMULATED_PROGRAMS];
    /// By program: whether the system has released the program's locks on the file. SQLite does not notice this, and
    /// continues as if the program still had these locks.
    int dropped[SIMULATED_PROGRAMS];
    struct simulated_file *reserved, *pending, *exclusive;
    struct log_index *index;
};

/// Simulates that the system releases all locks of a program on a file.
void locks_drop(struct locks *locks, int program);
/// Simulates that the system releases all locks of a program on the index of a file's log.
void locks_drop_index(struct locks *locks, int program);

int file_lock(sqlite3_file *file, int level);
int file_unlock(sqlite3_file *file, int level);
int file_is_reserved(sqlite3_file *file, int *result);
int file_shm_map(sqlite3_file *file, int region, int size, int extend, void volatile **memory);
int file_shm_lock(sqlite3_file *file, int first, int count, int flags);
void file_shm_barrier(sqlite3_file *file);
int file_shm_unmap(sqlite3_file *file, int delete);
