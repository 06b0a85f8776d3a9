#pragma once

#include <stddef.h>
#include <stdint.h>

/// Bytes of a file, or of a part of it.
struct bytes {
    unsigned char *at;
    size_t length, room;
};

/// A change that may not be on the disk.
struct change {
    enum { WRITE, TRUNCATION } kind;
    size_t offset;
    struct bytes bytes;
    /// A sync failed for this write. Later syncs treat it as written, and it is lost unless it is written again.
    ///
    /// Never set for a truncation. The kernel forgets pages; a file's length is in the file system's journal, which
    /// stores it at the next sync or makes every later sync fail (Rebello et al., "Can Applications Recover from fsync
    /// Failures?", USENIX ATC 2020). On no disk does a length return after a later one was synced.
    int stuck;
};

/// The contents of a file: as programs see it, as it was synced, and the changes in between, in order.
struct contents {
    struct bytes now, durable;
    struct change *changes;
    size_t count, room;
    struct locks *locks;
    int open;
    struct contents *next;
};

/// Returns 0 if there is no memory, as do the other functions.
int contents_write(struct contents *contents, size_t offset, const unsigned char *from, size_t length);
/// Whether the file already has exactly these bytes.
int contents_equal(const struct contents *contents, size_t offset, const unsigned char *bytes, size_t length);
int contents_truncate(struct contents *contents, size_t length);
int contents_sync(struct contents *contents);
void contents_sync_failed(struct contents *contents);
/// Evicts writes that a failed sync left: programs then see the data on the disk and changes still to be stored.
int contents_forget(struct contents *contents);
/// Simulates a power failure: of each unsynced write, keeps any of its sectors, or all, or none.
int contents_crash(struct contents *contents, uint64_t *random);
void contents_free(struct contents *contents);

/// SplitMix64, like the tests' own generator.
uint64_t next_random(uint64_t *random);
