#include "Locks.h"

#include <stdlib.h>

/// `SQLITE_LOCK_…`, which SQLite's header names from 3.45 on.
enum { UNLOCKED, SHARED, RESERVED, PENDING, EXCLUSIVE };

static struct locks *locks_of(struct simulated_file *file) {
    if (!file->contents->locks) file->contents->locks = calloc(1, sizeof(struct locks));
    return file->contents->locks;
}

static int is_others(struct simulated_file *owner, struct simulated_file *file) { return owner && owner != file; }

int file_lock(sqlite3_file *base, int level) {
    struct simulated_file *file = (struct simulated_file *)base;
    struct locks *locks = locks_of(file);
    if (!locks) return SQLITE_NOMEM;
    if (file->disk->is_down) return SQLITE_IOERR_LOCK;
    if (file->level >= level) return SQLITE_OK;
    if (is_others(locks->exclusive, file) || is_others(locks->pending, file)) return SQLITE_BUSY;
    if (level == SHARED) {
        locks->readers++;
    } else {
        if (is_others(locks->reserved, file)) return SQLITE_BUSY;
        if (level == RESERVED) {
            locks->reserved = file;
        } else {
            locks->pending = file;
            if (locks->readers > 1) {
                file->level = PENDING;
                return SQLITE_BUSY;
            }
            locks->exclusive = file;
        }
    }
    file->level = level;
    return SQLITE_OK;
}

int file_unlock(sqlite3_file *base, int level) {
    struct simulated_file *file = (struct simulated_file *)base;
    struct locks *locks = locks_of(file);
    if (!locks) return SQLITE_NOMEM;
    if (file->level <= level) return SQLITE_OK;
    if (locks->reserved == file) locks->reserved = NULL;
    if (locks->pending == file) locks->pending = NULL;
    if (locks->exclusive == file) locks->exclusive = NULL;
    if (level == UNLOCKED) locks->readers--;
    file->level = level;
    return SQLITE_OK;
}

int file_is_reserved(sqlite3_file *base, int *result) {
    struct locks *locks = locks_of((struct simulated_file *)base);
    if (!locks) return SQLITE_NOMEM;
    *result = locks->reserved || locks->exclusive;
    return SQLITE_OK;
}

int file_shm_map(sqlite3_file *base, int region, int size, int extend, void volatile **memory) {
    struct simulated_file *file = (struct simulated_file *)base;
    struct locks *locks = locks_of(file);
    *memory = NULL;
    if (!locks) return SQLITE_NOMEM;
    if (file->disk->is_down) return SQLITE_IOERR_SHMMAP;
    if (!file->maps_index) {
        file->maps_index = 1;
        locks->mappings++;
    }
    if (region >= locks->regions) {
        if (!extend) return SQLITE_OK;
        enum outcome outcome = disk_step(file->disk);
        if (outcome != GOES_WELL) return outcome == NO_ROOM ? SQLITE_IOERR_SHMSIZE : SQLITE_IOERR_SHMMAP;
        void **all = realloc(locks->memory, (size_t)(region + 1) * sizeof *all);
        if (!all) return SQLITE_NOMEM;
        locks->memory = all;
        while (locks->regions <= region) {
            void *made = calloc(1, (size_t)size);
            if (!made) return SQLITE_NOMEM;
            all[locks->regions++] = made;
        }
    }
    *memory = locks->memory[region];
    return SQLITE_OK;
}

int file_shm_lock(sqlite3_file *base, int first, int count, int flags) {
    struct simulated_file *file = (struct simulated_file *)base;
    struct locks *locks = locks_of(file);
    unsigned slots = ((1u << count) - 1) << first;
    if (!locks) return SQLITE_NOMEM;
    if (flags & SQLITE_SHM_UNLOCK) {
        for (int slot = first; slot < first + count; slot++) {
            if (file->shared_slots & 1u << slot) locks->slot_readers[slot]--;
            if (locks->slot_owner[slot] == file) locks->slot_owner[slot] = NULL;
        }
        file->shared_slots &= ~slots;
        file->own_slots &= ~slots;
        return SQLITE_OK;
    }
    if (file->disk->is_down) return SQLITE_IOERR_SHMLOCK;
    for (int slot = first; slot < first + count; slot++) {
        int readers = locks->slot_readers[slot] - (file->shared_slots >> slot & 1);
        if (is_others(locks->slot_owner[slot], file)) return SQLITE_BUSY;
        if (flags & SQLITE_SHM_EXCLUSIVE && readers > 0) return SQLITE_BUSY;
    }
    for (int slot = first; slot < first + count; slot++) {
        if (flags & SQLITE_SHM_EXCLUSIVE) locks->slot_owner[slot] = file;
        else if (!(file->shared_slots & 1u << slot)) locks->slot_readers[slot]++;
    }
    if (flags & SQLITE_SHM_EXCLUSIVE) file->own_slots |= slots;
    else file->shared_slots |= slots;
    return SQLITE_OK;
}

void file_shm_barrier(sqlite3_file *file) {
    (void)file;
    __sync_synchronize();
}

int file_shm_unmap(sqlite3_file *base, int delete) {
    struct simulated_file *file = (struct simulated_file *)base;
    struct locks *locks = locks_of(file);
    (void)delete;
    if (!locks || !file->maps_index) return SQLITE_OK;
    file_shm_lock(base, 0, SQLITE_SHM_NLOCK, SQLITE_SHM_UNLOCK | SQLITE_SHM_SHARED);
    file->maps_index = 0;
    // The first connection of the next program finds no index, and builds it from the log.
    if (--locks->mappings > 0) return SQLITE_OK;
    for (int region = 0; region < locks->regions; region++) free(locks->memory[region]);
    free(locks->memory);
    locks->memory = NULL;
    locks->regions = 0;
    return SQLITE_OK;
}
