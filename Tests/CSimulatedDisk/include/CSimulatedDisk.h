#pragma once

#include <stdint.h>
#include <sqlite3.h>

/// A disk with files in memory, for SQLite. It tracks synced data. At a power failure, it keeps a random part of the
/// unsynced data, as a real disk may. All calls on one disk come from one thread at a time.
struct simulated_disk;

/// The outcome of one step. A step is a write, a sync, a truncation, or the creation or removal of a file.
enum simulated_fault {
    /// The disk is full: a write stores only a part, a file can't be created, a sync fails.
    SIMULATED_FULL,
    /// The step fails. Writes that a failed sync should have stored count as written from then on, as on Linux: later
    /// syncs succeed, but do not store them unless they are written again. The next successful sync stores a
    /// truncation.
    SIMULATED_ERROR,
    /// The power fails during the step: everything fails until the disk is started again.
    SIMULATED_CRASH,
};

struct simulated_counts {
    int64_t steps, writes, syncs;
    /// Steps that failed.
    int64_t faults;
    /// The open files of connections.
    int64_t open;
};

/// Creates a disk for the paths that begin with `folder`, which every connection opened from now on finds there, below
/// the checksum layer.
///
/// Returns NULL if there is no memory or SQLite is not available.
struct simulated_disk *simulated_disk_make(const char *folder, uint64_t seed);

/// Ends the disk. A disk with open files stays in memory.
void simulated_disk_end(struct simulated_disk *disk);

/// Restarts counting steps.
void simulated_disk_count(struct simulated_disk *disk);

/// Plans a fault for the step of this number, from 1; with `lasting`, for all later steps too.
void simulated_disk_plan(struct simulated_disk *disk, enum simulated_fault fault, int64_t step, int lasting);
void simulated_disk_plan_nothing(struct simulated_disk *disk);

/// Whether syncs report success and do nothing.
void simulated_disk_lie(struct simulated_disk *disk, int lies);

/// The maximum number of programs on a disk.
enum { SIMULATED_PROGRAMS = 8 };

/// From now on this program opens files, from 0: its connections know of each other without the system's locks.
void simulated_disk_enter(struct simulated_disk *disk, int program);

/// The program closes a descriptor of a file that SQLite has not opened: the system releases all locks of the program
/// on the file, and SQLite continues as if it had them (POSIX, `fcntl`).
void simulated_disk_close_descriptor(struct simulated_disk *disk, const char *path);

/// The same with the index of the file's log, `-shm`, which has its own locks.
void simulated_disk_close_index_descriptor(struct simulated_disk *disk, const char *path);

int simulated_disk_is_down(const struct simulated_disk *disk);

/// Whether writes that change no bytes are skipped.
void simulated_disk_skip_equal(struct simulated_disk *disk, int skips);

/// Cuts the power now.
void simulated_disk_cut(struct simulated_disk *disk);

/// Restores power: the files have the contents that the disk kept. Returns 0 while files from before are open.
int simulated_disk_start(struct simulated_disk *disk);

/// Continues as if all programs had been killed, without a power failure: the files are as programs saw them. Returns 0
/// while files from before are open.
int simulated_disk_go_on(struct simulated_disk *disk);

struct simulated_counts simulated_disk_counts(const struct simulated_disk *disk);

/// Writes a file there, synced.
int simulated_disk_put(struct simulated_disk *disk, const char *path, const unsigned char *bytes, int64_t length);

/// A file's bytes as programs see them; NULL if it does not exist.
const unsigned char *simulated_disk_look(const struct simulated_disk *disk, const char *path, int64_t *length);

/// The path of a file that begins with this text; NULL if there is none.
const char *simulated_disk_find(const struct simulated_disk *disk, const char *prefix);

/// Moves a file into place as `AtomicFile` does: syncs it, renames it from its temporary name, and syncs the folder;
/// each is a step. Returns 0 if one fails.
int simulated_disk_place(struct simulated_disk *disk, const char *from, const char *to);
