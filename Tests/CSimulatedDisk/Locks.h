#pragma once

#include "Disk.h"

/// A file that a connection has open.
struct simulated_file {
    sqlite3_file base;
    struct simulated_disk *disk;
    struct contents *contents;
    /// Whether its first sync also syncs the folder, as that of journals and logs does.
    int syncs_folder;
    /// Whether the last to close the file leaves its log there.
    int keeps_log;
    int level;
    /// The program whose connection this is.
    int program;
    /// The index that this connection maps; NULL when it maps none.
    struct log_index *index;
    unsigned shared_slots, own_slots;
};

/// The index of a log, with its slots. It lives as long as somebody maps it, also when its name has gone and others make a
/// new one.
struct log_index {
    int mappings, regions;
    /// Of a region.
    size_t size;
    void **memory;
    /// By program: connections that map it, and whether the system has dropped the lock that tells the others so.
    int mapped[SIMULATED_PROGRAMS], lost[SIMULATED_PROGRAMS];
    int slot_readers[SIMULATED_PROGRAMS][SQLITE_SHM_NLOCK];
    struct simulated_file *slot_owner[SQLITE_SHM_NLOCK];
    /// By program: slots whose locks the system has dropped, and that the program still believes in.
    unsigned lost_slots[SIMULATED_PROGRAMS];
};

/// What the connections of one file hold of each other: SQLite's five levels, and the index of the log.
///
/// Connections of one program know of each other as SQLite keeps it in memory. Programs know of each other by the locks of
/// the system, and those of a program go when it closes any descriptor of the file (POSIX, `fcntl`).
struct locks {
    int readers[SIMULATED_PROGRAMS];
    /// Whether the system has dropped the locks that a program still believes in.
    int dropped[SIMULATED_PROGRAMS];
    struct simulated_file *reserved, *pending, *exclusive;
    struct log_index *index;
};

/// Drops the system's locks of a program on a file.
void locks_drop(struct locks *locks, int program);
/// Drops the system's locks of a program on the index of a file's log.
void locks_drop_index(struct locks *locks, int program);

int file_lock(sqlite3_file *file, int level);
int file_unlock(sqlite3_file *file, int level);
int file_is_reserved(sqlite3_file *file, int *result);
int file_shm_map(sqlite3_file *file, int region, int size, int extend, void volatile **memory);
int file_shm_lock(sqlite3_file *file, int first, int count, int flags);
void file_shm_barrier(sqlite3_file *file);
int file_shm_unmap(sqlite3_file *file, int delete);
