#pragma once

#include <stddef.h>
#include <stdint.h>

/// Bytes of a file, or of a part of it.
struct bytes {
    unsigned char *at;
    size_t length, room;
};

/// A write or truncation. Programs read the changed data at once, but a power failure can undo the change.
struct change {
    enum { WRITE, TRUNCATION } kind;
    size_t offset;
    struct bytes bytes;
    /// Not 0 if a sync of this write failed. Later syncs treat the write as stored, so its data reaches the disk only
    /// if the program writes the data again.
    ///
    /// A truncation is never stuck, because a file's length is in the file system's journal. The journal stores the
    /// length at the next sync, or makes every later sync fail (Rebello et al., "Can Applications Recover from fsync
    /// Failures?", USENIX ATC 2020).
    int stuck;
};

/// The contents of a file: the bytes that programs read now, the bytes that have reached the disk, and the changes that
/// have not reached the disk. The oldest change comes first.
struct contents {
    struct bytes now, durable;
    struct change *changes;
    size_t count, room;
    struct locks *locks;
    int open;
    struct contents *next;
};

/// Returns 0 if there is not enough memory. So do all functions below that return `int`, except `contents_equal`.
int contents_write(struct contents *contents, size_t offset, const unsigned char *from, size_t length);
/// Whether the file already has exactly these bytes at the offset.
int contents_equal(const struct contents *contents, size_t offset, const unsigned char *bytes, size_t length);
int contents_truncate(struct contents *contents, size_t length);
int contents_sync(struct contents *contents);
void contents_sync_failed(struct contents *contents);
/// Removes the stuck writes (the writes whose sync failed). Programs then read the data on the disk with the remaining
/// changes applied. A later sync can still store the remaining changes.
int contents_forget(struct contents *contents);
/// Simulates a power failure. The disk keeps all unsynced changes, none of them, or a random part. It can also keep
/// only some sectors of a write.
int contents_crash(struct contents *contents, uint64_t *random);
void contents_free(struct contents *contents);

/// The next random number of SplitMix64. `SeededGenerator` uses the same algorithm.
uint64_t next_random(uint64_t *random);
