#pragma once

#include <stddef.h>
#include <stdint.h>

/// Bytes of a file, or of a part.
struct bytes {
    unsigned char *at;
    size_t length, room;
};

/// A change that is not known to be on the disk.
struct change {
    enum { WRITE, TRUNCATION } kind;
    size_t offset;
    struct bytes bytes;
    /// A sync failed for this write: later ones hold it for written, and it is lost unless it is written again.
    ///
    /// Never a truncation. What the kernel forgets are pages; a length stands in the file system's journal, which brings it
    /// to the disk with the next sync, or lets none succeed any more (Rebello et al., "Can Applications Recover from fsync
    /// Failures?", USENIX ATC 2020). On no disk does a length come back behind a later one that was synced.
    int stuck;
};

/// What is in a file: as programs see it, as it was synced, and what lies between, in its order.
struct contents {
    struct bytes now, durable;
    struct change *changes;
    size_t count, room;
    struct locks *locks;
    int open;
    struct contents *next;
};

/// Returns 0 when there is no memory, as do the others.
int contents_write(struct contents *contents, size_t offset, const unsigned char *from, size_t length);
/// Whether these very bytes are there.
int contents_equal(const struct contents *contents, size_t offset, const unsigned char *bytes, size_t length);
int contents_truncate(struct contents *contents, size_t length);
int contents_sync(struct contents *contents);
void contents_sync_failed(struct contents *contents);
/// What a failed sync left goes out of memory: programs see what is on the disk, and what is to come there.
int contents_forget(struct contents *contents);
/// Keeps what a disk may keep when the power fails: of each write, any of its sectors; or all, or none.
int contents_crash(struct contents *contents, uint64_t *random);
void contents_free(struct contents *contents);

/// SplitMix64, as the tests' own generator.
uint64_t next_random(uint64_t *random);
