#include "Locks.h"

#include <stdlib.h>
#include <string.h>

/// SQLite's lock levels, with the values of `SQLITE_LOCK_NONE` to `SQLITE_LOCK_EXCLUSIVE` in SQLite's header.
enum { UNLOCKED, SHARED, RESERVED, PENDING, EXCLUSIVE };

static struct locks *locks_of(struct simulated_file *file) {
    if (!file->contents->locks) file->contents->locks = calloc(1, sizeof(struct locks));
    return file->contents->locks;
}

/// Whether `owner` is a connection other than `file`, and its lock blocks `file`. A lock that the system has released
/// blocks only connections of the same program.
static int is_others(const struct locks *locks, struct simulated_file *owner, struct simulated_file *file) {
    return owner && owner != file && (owner->program == file->program || !locks->dropped[owner->program]);
}

/// The number of read locks that a program must respect. A read lock that the system has released counts only for the
/// program that had the lock.
static int readers(const struct locks *locks, int program) {
    int count = 0;
    for (int other = 0; other < SIMULATED_PROGRAMS; other++)
        if (other == program || !locks->dropped[other]) count += locks->readers[other];
    return count;
}

void locks_drop(struct locks *locks, int program) { locks->dropped[program] = locks->readers[program] > 0; }

int file_lock(sqlite3_file *base, int level) {
    struct simulated_file *file = (struct simulated_file *)base;
    struct locks *locks = locks_of(file);
    if (!locks) return SQLITE_NOMEM;
    if (file->disk->is_down) return SQLITE_IOERR_LOCK;
    if (file->level >= level) return SQLITE_OK;
    if (is_others(locks, locks->exclusive, file) || is_others(locks, locks->pending, file)) return SQLITE_BUSY;
    if (level == SHARED) {
        // The first connection of a program asks the system for a lock. The program's other connections share this lock
        // without asking, even if the system has released it meanwhile (`dropped` in Locks.h).
        locks->readers[file->program]++;
    } else {
        if (is_others(locks, locks->reserved, file)) return SQLITE_BUSY;
        if (level == RESERVED) {
            locks->reserved = file;
        } else {
            locks->pending = file;
            if (readers(locks, file->program) > 1) {
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
    // The program has given up its last shared lock. It will ask the system for its next lock, so other programs will
    // see that lock.
    if (level == UNLOCKED && --locks->readers[file->program] == 0) locks->dropped[file->program] = 0;
    file->level = level;
    return SQLITE_OK;
}

int file_is_reserved(sqlite3_file *base, int *result) {
    struct locks *locks = locks_of((struct simulated_file *)base);
    if (!locks) return SQLITE_NOMEM;
    *result = locks->reserved || locks->exclusive;
    return SQLITE_OK;
}

/// Whether another program maps an index, according to the system's locks.
static int is_mapped_by_others(const struct log_index *index, int program) {
    for (int other = 0; other < SIMULATED_PROGRAMS; other++)
        if (other != program && index->mapped[other] > 0 && !index->lost[other]) return 1;
    return 0;
}

static struct log_index *index_of(struct simulated_file *file, struct locks *locks) {
    if (file->index) return file->index;
    if (!locks->index) locks->index = calloc(1, sizeof *locks->index);
    struct log_index *index = locks->index;
    if (!index) return NULL;
    // If no other program maps the index, the program empties it and rebuilds it from the log.
    if (index->mapped[file->program] == 0 && !is_mapped_by_others(index, file->program))
        for (int region = 0; region < index->regions; region++) memset(index->memory[region], 0, index->size);
    index->mappings++;
    index->mapped[file->program]++;
    return file->index = index;
}

static int is_owned_by(const struct log_index *index, int program, int slot) {
    return index->slot_owner[slot] && index->slot_owner[slot]->program == program;
}

void locks_drop_index(struct locks *locks, int program) {
    struct log_index *index = locks->index;
    if (!index || index->mapped[program] == 0) return;
    index->lost[program] = 1;
    for (int slot = 0; slot < SQLITE_SHM_NLOCK; slot++)
        if (index->slot_readers[program][slot] > 0 || is_owned_by(index, program, slot))
            index->lost_slots[program] |= 1u << slot;
}

/// Whether a connection can lock a slot, according to the connection's program and to the system's locks.
static int is_slot_free(const struct log_index *index, struct simulated_file *file, int slot, int is_exclusive) {
    int program = file->program;
    // As with the file's locks, only the first connection of a program asks the system (`lost_slots` in Locks.h).
    if (!is_exclusive && index->slot_readers[program][slot] > 0) return 1;
    struct simulated_file *owner = index->slot_owner[slot];
    if (owner && owner != file && (owner->program == program || !(index->lost_slots[owner->program] >> slot & 1)))
        return 0;
    if (!is_exclusive) return 1;
    int readers = -(int)(file->shared_slots >> slot & 1);
    for (int other = 0; other < SIMULATED_PROGRAMS; other++)
        if (other == program || !(index->lost_slots[other] >> slot & 1)) readers += index->slot_readers[other][slot];
    return readers <= 0;
}

int file_shm_map(sqlite3_file *base, int region, int size, int extend, void volatile **memory) {
    struct simulated_file *file = (struct simulated_file *)base;
    struct locks *locks = locks_of(file);
    *memory = NULL;
    if (!locks) return SQLITE_NOMEM;
    if (file->disk->is_down) return SQLITE_IOERR_SHMMAP;
    struct log_index *index = index_of(file, locks);
    if (!index) return SQLITE_NOMEM;
    if (region >= index->regions) {
        if (!extend) return SQLITE_OK;
        enum outcome outcome = disk_step(file->disk);
        if (outcome != GOES_WELL) return outcome == NO_ROOM ? SQLITE_IOERR_SHMSIZE : SQLITE_IOERR_SHMMAP;
        void **all = realloc(index->memory, (size_t)(region + 1) * sizeof *all);
        if (!all) return SQLITE_NOMEM;
        index->memory = all;
        index->size = (size_t)size;
        while (index->regions <= region) {
            void *made = calloc(1, (size_t)size);
            if (!made) return SQLITE_NOMEM;
            all[index->regions++] = made;
        }
    }
    *memory = index->memory[region];
    return SQLITE_OK;
}

int file_shm_lock(sqlite3_file *base, int first, int count, int flags) {
    struct simulated_file *file = (struct simulated_file *)base;
    struct log_index *index = file->index;
    unsigned slots = ((1u << count) - 1) << first;
    if (!index) return SQLITE_IOERR_SHMLOCK;
    if (flags & SQLITE_SHM_UNLOCK) {
        for (int slot = first; slot < first + count; slot++) {
            if (file->shared_slots & 1u << slot) index->slot_readers[file->program][slot]--;
            if (index->slot_owner[slot] == file) index->slot_owner[slot] = NULL;
            if (index->slot_readers[file->program][slot] == 0 && !is_owned_by(index, file->program, slot))
                index->lost_slots[file->program] &= ~(1u << slot);
        }
        file->shared_slots &= ~slots;
        file->own_slots &= ~slots;
        return SQLITE_OK;
    }
    if (file->disk->is_down) return SQLITE_IOERR_SHMLOCK;
    int is_exclusive = (flags & SQLITE_SHM_EXCLUSIVE) != 0;
    for (int slot = first; slot < first + count; slot++)
        if (!is_slot_free(index, file, slot, is_exclusive)) return SQLITE_BUSY;
    for (int slot = first; slot < first + count; slot++) {
        if (is_exclusive) index->slot_owner[slot] = file;
        else if (!(file->shared_slots & 1u << slot)) index->slot_readers[file->program][slot]++;
    }
    if (is_exclusive) file->own_slots |= slots;
    else file->shared_slots |= slots;
    return SQLITE_OK;
}

void file_shm_barrier(sqlite3_file *file) {
    (void)file;
    __sync_synchronize();
}

int file_shm_unmap(sqlite3_file *base, int delete) {
    struct simulated_file *file = (struct simulated_file *)base;
    struct log_index *index = file->index;
    if (!index) return SQLITE_OK;
    file_shm_lock(base, 0, SQLITE_SHM_NLOCK, SQLITE_SHM_UNLOCK | SQLITE_SHM_SHARED);
    file->index = NULL;
    if (--index->mapped[file->program] == 0) index->lost[file->program] = 0;
    struct locks *locks = file->contents->locks;
    int is_over = --index->mappings == 0;
    // The next connection that needs an index finds none. It creates a new index, which SQLite fills from the
    // log. Connections that still map the unlinked index continue to use it.
    if (locks && locks->index == index && (is_over || delete)) locks->index = NULL;
    if (!is_over) return SQLITE_OK;
    for (int region = 0; region < index->regions; region++) free(index->memory[region]);
    free(index->memory);
    free(index);
    return SQLITE_OK;
}
