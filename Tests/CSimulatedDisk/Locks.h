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
    int maps_index;
    unsigned shared_slots, own_slots;
};

/// What the connections of one file hold of each other: SQLite's five levels, and the index of a log with its slots.
struct locks {
    int readers;
    struct simulated_file *reserved, *pending, *exclusive;
    int mappings, regions, region_size;
    void **memory;
    int slot_readers[SQLITE_SHM_NLOCK];
    struct simulated_file *slot_owner[SQLITE_SHM_NLOCK];
};

int file_lock(sqlite3_file *file, int level);
int file_unlock(sqlite3_file *file, int level);
int file_is_reserved(sqlite3_file *file, int *result);
int file_shm_map(sqlite3_file *file, int region, int size, int extend, void volatile **memory);
int file_shm_lock(sqlite3_file *file, int first, int count, int flags);
void file_shm_barrier(sqlite3_file *file);
int file_shm_unmap(sqlite3_file *file, int delete);
