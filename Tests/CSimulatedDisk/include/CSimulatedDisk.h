#pragma once

#include <stdint.h>
#include <sqlite3.h>

/// A simulated disk for SQLite, with its files in memory. The disk tracks which data is synced. After a power failure,
/// the disk has all synced data and a random part of the unsynced data. Only one thread at a time may call functions on
/// a disk.
struct simulated_disk;

/// The fault of a step. A step is a write, a sync, a truncation, or the creation or removal of a file.
enum simulated_fault {
    /// The disk is full: a write stores only the beginning of its data, a file can't be created, and a sync fails.
    SIMULATED_FULL,
    /// The step fails. After a failed sync, the unsynced writes count as stored, as on Linux: later syncs succeed, but
    /// do not store these writes unless the program writes them again. A truncation is stored by the next successful
    /// sync.
    SIMULATED_ERROR,
    /// The power fails during the step: all calls fail until the disk is started again.
    SIMULATED_CRASH,
};

struct simulated_counts {
    int64_t steps, writes, syncs;
    /// The number of steps that failed.
    int64_t faults;
    /// The number of open files of all connections.
    int64_t open;
};

/// Creates a disk for the paths that begin with `folder`. From then on, SQLite opens databases with such paths on this
/// disk, and `CSQLiteChecksums` adds checksums to their pages.
///
/// Returns NULL if there is not enough memory or if SQLite is not available.
struct simulated_disk *simulated_disk_make(const char *folder, uint64_t seed);

/// Ends the disk. A disk with open files stays in memory until the last of them is closed.
void simulated_disk_end(struct simulated_disk *disk);

/// Sets all counts to 0, except the count of open files.
void simulated_disk_count(struct simulated_disk *disk);

/// Plans a fault for a step. Steps are numbered from 1, beginning with the first step after the disk's creation or the
/// last `simulated_disk_count`. If `lasting` is not 0, all later steps have the fault, too.
void simulated_disk_plan(struct simulated_disk *disk, enum simulated_fault fault, int64_t step, int lasting);
void simulated_disk_plan_nothing(struct simulated_disk *disk);

/// Sets whether syncs report success and do nothing.
void simulated_disk_lie(struct simulated_disk *disk, int lies);

/// The maximum number of programs on a disk.
enum { SIMULATED_PROGRAMS = 8 };

/// Sets the number of the simulated program that opens files from now on. Numbers start at 0. SQLite finds the locks of
/// the same program in the program's memory, and the locks of other programs in the operating system.
void simulated_disk_enter(struct simulated_disk *disk, int program);

/// Simulates that the current program (`simulated_disk_enter`) closes a descriptor of a file without SQLite's
/// knowledge. The system then releases all locks of the program on the file (POSIX, `fcntl`), but SQLite continues as
/// if it still had these locks.
void simulated_disk_close_descriptor(struct simulated_disk *disk, const char *path);

/// Simulates that the current program (`simulated_disk_enter`) closes a descriptor of the index of the file's log. The
/// index (SQLite's `-shm` file) has separate locks.
void simulated_disk_close_index_descriptor(struct simulated_disk *disk, const char *path);

int simulated_disk_is_down(const struct simulated_disk *disk);

/// Sets whether writes that change no bytes are skipped.
void simulated_disk_skip_equal(struct simulated_disk *disk, int skips);

/// Cuts the power now.
void simulated_disk_cut(struct simulated_disk *disk);

/// Restores power: the files now have the contents that the disk kept. Returns 0 if a file that was opened before the
/// failure is still open, or if there is not enough memory.
int simulated_disk_start(struct simulated_disk *disk);

/// Continues as if all programs had been killed without a power failure. The files have the contents that programs
/// could read just before. Returns 0 if a file is still open.
int simulated_disk_go_on(struct simulated_disk *disk);

struct simulated_counts simulated_disk_counts(const struct simulated_disk *disk);

/// Writes a file to the disk and syncs it, without counting a step. Returns 0 if there is not enough memory.
int simulated_disk_put(struct simulated_disk *disk, const char *path, const unsigned char *bytes, int64_t length);

/// A file's bytes as programs read them; NULL if the file does not exist.
const unsigned char *simulated_disk_look(const struct simulated_disk *disk, const char *path, int64_t *length);

/// The path of some file whose path begins with `prefix`; NULL if there is no such file.
const char *simulated_disk_find(const struct simulated_disk *disk, const char *prefix);

/// Moves a file into place as `AtomicFile` does: syncs it, renames it from its temporary name, and syncs the folder.
/// Each of the three actions is a step. Returns 0 if one of them fails.
int simulated_disk_place(struct simulated_disk *disk, const char *from, const char *to);
