#include "Contents.h"

#include <stdlib.h>
#include <string.h>

enum { SECTOR = 512 };

uint64_t next_random(uint64_t *random) {
    uint64_t mixed = *random += 0x9E3779B97F4A7C15;
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB;
    return mixed ^ mixed >> 31;
}

static int resize(struct bytes *bytes, size_t length) {
    if (length > bytes->room) {
        size_t room = length + length / 2 + SECTOR;
        unsigned char *at = realloc(bytes->at, room);
        if (!at) return 0;
        bytes->at = at;
        bytes->room = room;
    }
    if (length > bytes->length) memset(bytes->at + bytes->length, 0, length - bytes->length);
    bytes->length = length;
    return 1;
}

static int put(struct bytes *bytes, size_t offset, const unsigned char *from, size_t length) {
    if (offset + length > bytes->length && !resize(bytes, offset + length)) return 0;
    if (length) memcpy(bytes->at + offset, from, length);
    return 1;
}

static struct change *append(struct contents *contents) {
    if (contents->count == contents->room) {
        size_t room = contents->room * 2 + 16;
        struct change *changes = realloc(contents->changes, room * sizeof *changes);
        if (!changes) return NULL;
        contents->changes = changes;
        contents->room = room;
    }
    struct change *change = &contents->changes[contents->count++];
    memset(change, 0, sizeof *change);
    return change;
}

int contents_write(struct contents *contents, size_t offset, const unsigned char *from, size_t length) {
    struct change *change = append(contents);
    if (!change) return 0;
    change->kind = WRITE;
    change->offset = offset;
    return put(&change->bytes, 0, from, length) && put(&contents->now, offset, from, length);
}

int contents_equal(const struct contents *contents, size_t offset, const unsigned char *bytes, size_t length) {
    return offset + length <= contents->now.length && memcmp(contents->now.at + offset, bytes, length) == 0;
}

int contents_truncate(struct contents *contents, size_t length) {
    struct change *change = append(contents);
    if (!change) return 0;
    change->kind = TRUNCATION;
    change->offset = length;
    return resize(&contents->now, length);
}

static int apply(const struct change *change, struct bytes *to) {
    if (change->kind == TRUNCATION) return resize(to, change->offset);
    return put(to, change->offset, change->bytes.at, change->bytes.length);
}

/// Whether a change that reaches the disk overlaps an earlier stuck write (a write whose sync failed). If so, the
/// caller drops the stuck write.
static int covers(const struct change *later, const struct change *stuck) {
    if (later->offset >= stuck->offset + stuck->bytes.length) return 0;
    return later->kind == TRUNCATION || stuck->offset < later->offset + later->bytes.length;
}

int contents_sync(struct contents *contents) {
    size_t kept = 0;
    int done = 1;
    for (size_t index = 0; index < contents->count; index++) {
        struct change change = contents->changes[index];
        if (change.stuck) {
            contents->changes[kept++] = change;
            continue;
        }
        done &= apply(&change, &contents->durable);
        size_t stuck = 0;
        for (size_t earlier = 0; earlier < kept; earlier++) {
            if (covers(&change, &contents->changes[earlier])) free(contents->changes[earlier].bytes.at);
            else contents->changes[stuck++] = contents->changes[earlier];
        }
        kept = stuck;
        free(change.bytes.at);
    }
    contents->count = kept;
    return done;
}

void contents_sync_failed(struct contents *contents) {
    for (size_t index = 0; index < contents->count; index++)
        contents->changes[index].stuck = contents->changes[index].kind == WRITE;
}

static int look_again(struct contents *contents) {
    int done = resize(&contents->now, contents->durable.length) &&
               put(&contents->now, 0, contents->durable.at, contents->durable.length);
    for (size_t index = 0; index < contents->count; index++) done &= apply(&contents->changes[index], &contents->now);
    return done;
}

int contents_forget(struct contents *contents) {
    size_t kept = 0;
    for (size_t index = 0; index < contents->count; index++) {
        if (contents->changes[index].stuck) free(contents->changes[index].bytes.at);
        else contents->changes[kept++] = contents->changes[index];
    }
    contents->count = kept;
    return look_again(contents);
}

static int apply_sectors(const struct change *change, struct bytes *to, uint64_t *random) {
    size_t end = change->offset + change->bytes.length;
    for (size_t start = change->offset, next; start < end; start = next) {
        next = (start / SECTOR + 1) * SECTOR;
        if (next > end) next = end;
        if (next_random(random) & 1 && !put(to, start, change->bytes.at + (start - change->offset), next - start))
            return 0;
    }
    return 1;
}

int contents_crash(struct contents *contents, uint64_t *random) {
    enum { NONE, ALL, FIRST, ANY } keeps = next_random(random) % 4;
    size_t first = contents->count ? next_random(random) % contents->count : 0;
    int done = 1;
    for (size_t index = 0; index < contents->count; index++) {
        struct change *change = &contents->changes[index];
        int is_whole = keeps == ALL || (keeps == FIRST && index < first);
        int is_torn = keeps == ANY || (keeps == FIRST && index == first);
        if (is_whole) done &= apply(change, &contents->durable);
        else if (is_torn && change->kind == WRITE) done &= apply_sectors(change, &contents->durable, random);
        else if (is_torn && next_random(random) & 1) done &= apply(change, &contents->durable);
        free(change->bytes.at);
    }
    contents->count = 0;
    return done && look_again(contents);
}

void contents_free(struct contents *contents) {
    for (size_t index = 0; index < contents->count; index++) free(contents->changes[index].bytes.at);
    free(contents->changes);
    free(contents->now.at);
    free(contents->durable.at);
    free(contents->locks);
    free(contents);
}
