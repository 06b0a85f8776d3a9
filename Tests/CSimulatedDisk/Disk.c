#include "Locks.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t registry = PTHREAD_MUTEX_INITIALIZER;
static struct simulated_disk *disks;

struct simulated_disk *disk_of(const char *path) {
    if (!path) return NULL;
    pthread_mutex_lock(&registry);
    struct simulated_disk *disk = disks;
    while (disk && strncmp(path, disk->folder, strlen(disk->folder)) != 0) disk = disk->next;
    pthread_mutex_unlock(&registry);
    return disk;
}

void disk_register(struct simulated_disk *disk) {
    pthread_mutex_lock(&registry);
    disk->next = disks;
    disks = disk;
    pthread_mutex_unlock(&registry);
}

void disk_forget(struct simulated_disk *disk) {
    pthread_mutex_lock(&registry);
    struct simulated_disk **link = &disks;
    while (*link && *link != disk) link = &(*link)->next;
    if (*link) *link = disk->next;
    pthread_mutex_unlock(&registry);
}

enum outcome disk_step(struct simulated_disk *disk) {
    if (disk->is_down) return FAILS;
    int64_t step = ++disk->counts.steps;
    if (!disk->has_plan || step < disk->at || (step > disk->at && !disk->is_lasting)) return GOES_WELL;
    disk->counts.faults++;
    switch (disk->planned) {
        case SIMULATED_FULL: return NO_ROOM;
        case SIMULATED_ERROR: return FAILS;
        case SIMULATED_CRASH: disk->is_down = 1; return POWER_FAILS;
    }
    return GOES_WELL;
}

struct name *disk_find(const struct simulated_disk *disk, const char *path) {
    struct name *name = disk->names;
    while (name && strcmp(name->path, path) != 0) name = name->next;
    return name;
}

struct name *disk_name(struct simulated_disk *disk, const char *path) {
    struct name *name = disk_find(disk, path);
    if (name) return name;
    name = calloc(1, sizeof *name);
    if (!name || !(name->path = strdup(path))) {
        free(name);
        return NULL;
    }
    name->next = disk->names;
    return disk->names = name;
}

int name_link(struct name *name, struct contents *contents) {
    if (name->count == name->room) {
        size_t room = name->room * 2 + 4;
        struct contents **between = realloc(name->between, room * sizeof *between);
        if (!between) return 0;
        name->between = between;
        name->room = room;
    }
    name->between[name->count++] = name->now;
    name->now = contents;
    return 1;
}

struct contents *disk_new_contents(struct simulated_disk *disk) {
    struct contents *contents = calloc(1, sizeof *contents);
    if (!contents) return NULL;
    contents->next = disk->all;
    return disk->all = contents;
}

void disk_sync_folder(struct simulated_disk *disk) {
    for (struct name *name = disk->names; name; name = name->next) {
        name->durable = name->now;
        name->count = 0;
    }
}

struct simulated_disk *simulated_disk_make(const char *folder, uint64_t seed) {
    if (files_register() != SQLITE_OK) return NULL;
    struct simulated_disk *disk = calloc(1, sizeof *disk);
    if (!disk || !(disk->folder = strdup(folder))) {
        free(disk);
        return NULL;
    }
    disk->random = seed;
    disk_register(disk);
    return disk;
}

void simulated_disk_end(struct simulated_disk *disk) {
    disk_forget(disk);
    disk->is_over = 1;
    disk_free_if_over(disk);
}

void disk_free_if_over(struct simulated_disk *disk) {
    if (!disk->is_over || disk->counts.open > 0) return;
    for (struct name *name = disk->names, *next; name; name = next) {
        next = name->next;
        free(name->between);
        free(name->path);
        free(name);
    }
    for (struct contents *contents = disk->all, *next; contents; contents = next) {
        next = contents->next;
        contents_free(contents);
    }
    free(disk->folder);
    free(disk);
}

void simulated_disk_count(struct simulated_disk *disk) {
    int64_t open = disk->counts.open;
    disk->counts = (struct simulated_counts){.open = open};
}

void simulated_disk_plan(struct simulated_disk *disk, enum simulated_fault fault, int64_t step, int lasting) {
    disk->has_plan = 1;
    disk->planned = fault;
    disk->at = step;
    disk->is_lasting = lasting;
}

void simulated_disk_plan_nothing(struct simulated_disk *disk) { disk->has_plan = 0; }

void simulated_disk_lie(struct simulated_disk *disk, int lies) { disk->lies = lies; }

void simulated_disk_skip_equal(struct simulated_disk *disk, int skips) { disk->skips_equal = skips; }

void simulated_disk_enter(struct simulated_disk *disk, int program) { disk->program = program % SIMULATED_PROGRAMS; }

static struct locks *locks_behind(const struct simulated_disk *disk, const char *path) {
    struct name *name = disk_find(disk, path);
    return name && name->now ? name->now->locks : NULL;
}

void simulated_disk_close_descriptor(struct simulated_disk *disk, const char *path) {
    struct locks *locks = locks_behind(disk, path);
    if (locks) locks_drop(locks, disk->program);
}

void simulated_disk_close_index_descriptor(struct simulated_disk *disk, const char *path) {
    struct locks *locks = locks_behind(disk, path);
    if (locks) locks_drop_index(locks, disk->program);
}

int simulated_disk_is_down(const struct simulated_disk *disk) { return disk->is_down; }

void simulated_disk_cut(struct simulated_disk *disk) { disk->is_down = 1; }

int simulated_disk_start(struct simulated_disk *disk) {
    if (disk->counts.open > 0) return 0;
    for (struct name *name = disk->names; name; name = name->next) {
        size_t kept = next_random(&disk->random) % (name->count + 2);
        if (kept == name->count + 1) name->durable = name->now;
        else if (kept < name->count) name->durable = name->between[kept];
        name->now = name->durable;
        name->count = 0;
    }
    for (struct contents *contents = disk->all; contents; contents = contents->next)
        if (!contents_crash(contents, &disk->random)) return 0;
    disk->is_down = 0;
    disk->has_plan = 0;
    return 1;
}

int simulated_disk_go_on(struct simulated_disk *disk) {
    if (disk->counts.open > 0) return 0;
    disk->is_down = 0;
    disk->has_plan = 0;
    return 1;
}

struct simulated_counts simulated_disk_counts(const struct simulated_disk *disk) { return disk->counts; }

int simulated_disk_put(struct simulated_disk *disk, const char *path, const unsigned char *bytes, int64_t length) {
    struct name *name = disk_name(disk, path);
    struct contents *contents = name ? disk_new_contents(disk) : NULL;
    if (!contents || !contents_write(contents, 0, bytes, (size_t)length) || !contents_sync(contents)) return 0;
    name->now = name->durable = contents;
    name->count = 0;
    return 1;
}

const unsigned char *simulated_disk_look(const struct simulated_disk *disk, const char *path, int64_t *length) {
    struct name *name = disk_find(disk, path);
    if (!name || !name->now) return NULL;
    *length = (int64_t)name->now->now.length;
    // A pointer to an empty file must also be valid, and not NULL.
    return name->now->now.at ? name->now->now.at : (const unsigned char *)"";
}

const char *simulated_disk_find(const struct simulated_disk *disk, const char *prefix) {
    for (struct name *name = disk->names; name; name = name->next)
        if (name->now && strncmp(name->path, prefix, strlen(prefix)) == 0) return name->path;
    return NULL;
}

int simulated_disk_place(struct simulated_disk *disk, const char *from, const char *to) {
    struct name *source = disk_find(disk, from), *target = disk_name(disk, to);
    if (!source || !source->now || !target) return 0;
    enum outcome outcome = disk_step(disk);
    disk->counts.syncs++;
    if (outcome == NO_ROOM || outcome == FAILS) contents_sync_failed(source->now);
    if (outcome != GOES_WELL || !contents_sync(source->now)) return 0;
    outcome = disk_step(disk);
    if (outcome == NO_ROOM || outcome == FAILS) return 0;
    if (!name_link(target, source->now) || outcome != GOES_WELL || !name_link(source, NULL)) return 0;
    if (disk_step(disk) != GOES_WELL) return 0;
    disk->counts.syncs++;
    disk_sync_folder(disk);
    return 1;
}
