#pragma once

#include <stdint.h>
#include <sqlite3.h>

/// A disk whose files are in memory, for SQLite. It knows what was synced and what was not; when the power fails, it keeps
/// of the latter whatever a disk may keep. All calls on one disk come from one thread at a time.
struct simulated_disk;

/// What befalls one step. A step is a write, a sync, a truncation, the making or the removal of a file.
enum simulated_fault {
    /// A write finds no room for all of it; a file can't be made, a sync fails.
    SIMULATED_FULL,
    /// The step fails. The writes that a sync should have kept count as written from then on, as on Linux: later syncs
    /// succeed, and they are lost unless they are written again. A truncation is kept by the next sync that succeeds.
    SIMULATED_ERROR,
    /// The power fails in the middle of the step: everything fails until the disk is started again.
    SIMULATED_CRASH,
};

struct simulated_counts {
    int64_t steps, writes, syncs;
    /// Steps that went wrong.
    int64_t faults;
    /// Connections' files that are open.
    int64_t open;
};

/// Makes a disk for the paths that begin with `folder`, which every connection opened from now on finds there, below
/// the layer of checksums.
///
/// Returns NULL when there is no memory or SQLite is not to be had.
struct simulated_disk *simulated_disk_make(const char *folder, uint64_t seed);

/// Ends it. One that has open files is left in memory.
void simulated_disk_end(struct simulated_disk *disk);

/// Steps are counted from here.
void simulated_disk_count(struct simulated_disk *disk);

/// Plans a fault for the step of this number, from 1; `lasting`, for all after it, too.
void simulated_disk_plan(struct simulated_disk *disk, enum simulated_fault fault, int64_t step, int lasting);
void simulated_disk_plan_nothing(struct simulated_disk *disk);

/// Whether syncs say that they were done and do nothing.
void simulated_disk_lie(struct simulated_disk *disk, int lies);

/// How many programs a disk tells apart.
enum { SIMULATED_PROGRAMS = 8 };

/// From now on this program opens files, from 0: those that it opens know of each other without the system's locks.
void simulated_disk_enter(struct simulated_disk *disk, int program);

/// The program closes a descriptor of a file that SQLite has not opened: the system drops all locks of the program on the
/// file, and SQLite goes on as if it had them (POSIX, `fcntl`).
void simulated_disk_close_descriptor(struct simulated_disk *disk, const char *path);

/// The same with the index of the file's log, `-shm`, which has locks of its own.
void simulated_disk_close_index_descriptor(struct simulated_disk *disk, const char *path);

int simulated_disk_is_down(const struct simulated_disk *disk);

/// Whether writes of bytes that are there already are left out.
void simulated_disk_skip_equal(struct simulated_disk *disk, int skips);

/// Cuts the power now.
void simulated_disk_cut(struct simulated_disk *disk);

/// Gives the power back: the files are what the disk kept. Returns 0 while files of before are open.
int simulated_disk_start(struct simulated_disk *disk);

/// Goes on as if not the power had failed, but all programs been killed: the files are what they saw. Returns 0 while files
/// of before are open.
int simulated_disk_go_on(struct simulated_disk *disk);

struct simulated_counts simulated_disk_counts(const struct simulated_disk *disk);

/// Puts a file there, synced.
int simulated_disk_put(struct simulated_disk *disk, const char *path, const unsigned char *bytes, int64_t length);

/// A file's bytes as programs see them; NULL when there is none.
const unsigned char *simulated_disk_look(const struct simulated_disk *disk, const char *path, int64_t *length);

/// The path of a file that begins so; NULL when there is none.
const char *simulated_disk_find(const struct simulated_disk *disk, const char *prefix);

/// Puts a file in its place as `AtomicFile` does: syncs it, gives it its name in the stead of the one that it was written
/// under, and syncs the folder; each is a step. Returns 0 when one fails.
int simulated_disk_place(struct simulated_disk *disk, const char *from, const char *to);
