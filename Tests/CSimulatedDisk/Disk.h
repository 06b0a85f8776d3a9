#pragma once

#include "Contents.h"
#include "CSimulatedDisk.h"

/// A name in the folder: the file to which it refers now, the file to which it referred at the folder's last sync, and
/// the files to which it referred in between.
struct name {
    char *path;
    struct contents *now, *durable;
    struct contents **between;
    size_t count, room;
    struct name *next;
};

struct simulated_disk {
    char *folder;
    uint64_t random;
    struct name *names;
    struct contents *all;
    struct simulated_counts counts;
    /// Which simulated program opens files now: its number, from 0.
    int program;
    int has_plan, is_lasting, lies, skips_equal, is_down, is_over;
    enum simulated_fault planned;
    int64_t at;
    struct simulated_disk *next;
};

/// The outcome of a step. A step is a write, a sync, a truncation, or the creation or removal of a file.
enum outcome { GOES_WELL, NO_ROOM, FAILS, POWER_FAILS };

/// Counts a step and returns the step's outcome. After the outcome `POWER_FAILS`, the disk is down: all later steps
/// fail, and are not counted.
enum outcome disk_step(struct simulated_disk *disk);

/// Returns the `struct name` for a path. Creates it if the path has no `struct name` yet. NULL if there is not enough
/// memory.
struct name *disk_name(struct simulated_disk *disk, const char *path);
/// Returns the `struct name` for a path; NULL if the path has no `struct name`.
struct name *disk_find(const struct simulated_disk *disk, const char *path);
/// Makes a name refer to another file, or to no file if `contents` is NULL. The change becomes durable when the folder
/// is synced. Returns 0 if there is not enough memory.
int name_link(struct name *name, struct contents *contents);
struct contents *disk_new_contents(struct simulated_disk *disk);
void disk_sync_folder(struct simulated_disk *disk);

/// The simulated disk that contains a path; NULL for a path on the machine's disk.
struct simulated_disk *disk_of(const char *path);
void disk_register(struct simulated_disk *disk);
void disk_forget(struct simulated_disk *disk);
/// Frees an ended disk if none of its files is open. If a file is still open, the last close frees the disk.
void disk_free_if_over(struct simulated_disk *disk);

/// Registers a VFS (virtual file system) with SQLite. The VFS uses simulated files for paths on a simulated disk, and
/// the machine's files for other paths. Only the first call registers the VFS. Returns SQLite's status of the
/// registration.
int files_register(void);
