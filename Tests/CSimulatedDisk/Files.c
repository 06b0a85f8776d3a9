#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "CSQLiteChecksums.h"
#include "CSQLiteSetup.h"
#include "Locks.h"

static int file_close(sqlite3_file *base) {
    struct simulated_file *file = (struct simulated_file *)base;
    file_shm_unmap(base, 0);
    file_unlock(base, 0);
    struct simulated_disk *disk = file->disk;
    disk->counts.open--;
    // Once every program has closed the file, the system may evict the file's pages from memory. The data of writes
    // whose sync failed is then lost. Here, a random number decides whether the pages are evicted.
    int is_needed = --file->contents->open == 0 && !(next_random(&disk->random) & 1);
    int status = !is_needed || contents_forget(file->contents) ? SQLITE_OK : SQLITE_NOMEM;
    disk_free_if_over(disk);
    return status;
}

static int file_read(sqlite3_file *base, void *into, int length, sqlite3_int64 offset) {
    struct simulated_file *file = (struct simulated_file *)base;
    const struct bytes *now = &file->contents->now;
    if (file->disk->is_down) return SQLITE_IOERR_READ;
    size_t there = (size_t)offset < now->length ? now->length - (size_t)offset : 0;
    if (there > (size_t)length) there = (size_t)length;
    if (there) memcpy(into, now->at + offset, there);
    if (there == (size_t)length) return SQLITE_OK;
    memset((char *)into + there, 0, (size_t)length - there);
    return SQLITE_IOERR_SHORT_READ;
}

static int file_write(sqlite3_file *base, const void *bytes, int length, sqlite3_int64 offset) {
    struct simulated_file *file = (struct simulated_file *)base;
    if (file->disk->skips_equal && contents_equal(file->contents, (size_t)offset, bytes, (size_t)length))
        return file->disk->is_down ? SQLITE_IOERR_WRITE : SQLITE_OK;
    enum outcome outcome = disk_step(file->disk);
    size_t put = (size_t)length;
    file->disk->counts.writes++;
    if (outcome == FAILS) return SQLITE_IOERR_WRITE;
    // A full disk stores only the beginning of the write, up to a random byte.
    if (outcome == NO_ROOM) put = next_random(&file->disk->random) % (put + 1);
    if (!contents_write(file->contents, (size_t)offset, bytes, put)) return SQLITE_NOMEM;
    if (outcome == NO_ROOM) return SQLITE_FULL;
    return outcome == POWER_FAILS ? SQLITE_IOERR_WRITE : SQLITE_OK;
}

static int file_truncate(sqlite3_file *base, sqlite3_int64 length) {
    struct simulated_file *file = (struct simulated_file *)base;
    enum outcome outcome = disk_step(file->disk);
    if (outcome == FAILS) return SQLITE_IOERR_TRUNCATE;
    if (!contents_truncate(file->contents, (size_t)length)) return SQLITE_NOMEM;
    return outcome == POWER_FAILS ? SQLITE_IOERR_TRUNCATE : SQLITE_OK;
}

static int file_sync(sqlite3_file *base, int flags) {
    struct simulated_file *file = (struct simulated_file *)base;
    enum outcome outcome = disk_step(file->disk);
    (void)flags;
    file->disk->counts.syncs++;
    switch (outcome) {
        case NO_ROOM:
        case FAILS: contents_sync_failed(file->contents); return SQLITE_IOERR_FSYNC;
        case POWER_FAILS: return SQLITE_IOERR_FSYNC;
        case GOES_WELL: break;
    }
    if (file->disk->lies) return SQLITE_OK;
    if (!contents_sync(file->contents)) return SQLITE_NOMEM;
    if (file->syncs_folder) disk_sync_folder(file->disk);
    file->syncs_folder = 0;
    return SQLITE_OK;
}

static int file_size(sqlite3_file *base, sqlite3_int64 *size) {
    struct simulated_file *file = (struct simulated_file *)base;
    *size = (sqlite3_int64)file->contents->now.length;
    return file->disk->is_down ? SQLITE_IOERR_FSTAT : SQLITE_OK;
}

static int file_control(sqlite3_file *base, int operation, void *argument) {
    struct simulated_file *file = (struct simulated_file *)base;
    int *keeps = argument;
    if (operation != SQLITE_FCNTL_PERSIST_WAL) return SQLITE_NOTFOUND;
    if (*keeps < 0) *keeps = file->keeps_log;
    else file->keeps_log = *keeps;
    return SQLITE_OK;
}

static int file_sector(sqlite3_file *file) {
    (void)file;
    return 512;
}

/// Tells SQLite that a write changes no bytes outside its range, even if the power fails during the write. On every
/// Unix, SQLite assumes this of real disks.
static int file_characteristics(sqlite3_file *file) {
    (void)file;
    return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_unlock,
    .xCheckReservedLock = file_is_reserved,
    .xFileControl = file_control,
    .xSectorSize = file_sector,
    .xDeviceCharacteristics = file_characteristics,
    .xShmMap = file_shm_map,
    .xShmLock = file_shm_lock,
    .xShmBarrier = file_shm_barrier,
    .xShmUnmap = file_shm_unmap,
};

static int disk_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *base, int flags, int *opened) {
    struct simulated_file *file = (struct simulated_file *)base;
    struct simulated_disk *disk = disk_of(path);
    (void)vfs;
    memset(file, 0, sizeof *file);
    if (!disk || disk->is_down) return SQLITE_CANTOPEN;
    struct name *name = disk_name(disk, path);
    if (!name) return SQLITE_NOMEM;
    if (!name->now) {
        if (!(flags & SQLITE_OPEN_CREATE)) return SQLITE_CANTOPEN;
        switch (disk_step(disk)) {
            case NO_ROOM: return SQLITE_FULL;
            case FAILS: return SQLITE_CANTOPEN;
            case POWER_FAILS: return SQLITE_CANTOPEN;
            case GOES_WELL: break;
        }
        struct contents *contents = disk_new_contents(disk);
        if (!contents || !name_link(name, contents)) return SQLITE_NOMEM;
    }
    // The first sync of a new log or journal also syncs its folder, as in SQLite's VFS.
    file->syncs_folder = flags & SQLITE_OPEN_CREATE &&
                         flags & (SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL);
    file->disk = disk;
    file->program = disk->program;
    file->contents = name->now;
    file->base.pMethods = &methods;
    disk->counts.open++;
    file->contents->open++;
    if (opened) *opened = flags;
    return SQLITE_OK;
}

static int disk_delete(sqlite3_vfs *vfs, const char *path, int sync) {
    struct simulated_disk *disk = disk_of(path);
    struct name *name = disk ? disk_find(disk, path) : NULL;
    (void)vfs;
    if (!name || !name->now) return SQLITE_IOERR_DELETE_NOENT;
    enum outcome outcome = disk_step(disk);
    if (outcome == FAILS) return SQLITE_IOERR_DELETE;
    if (!name_link(name, NULL)) return SQLITE_NOMEM;
    if (outcome == POWER_FAILS) return SQLITE_IOERR_DELETE;
    if (sync && !disk->lies) disk_sync_folder(disk);
    return SQLITE_OK;
}

static int disk_access(sqlite3_vfs *vfs, const char *path, int flags, int *result) {
    struct simulated_disk *disk = disk_of(path);
    struct name *name = disk ? disk_find(disk, path) : NULL;
    (void)vfs;
    if (disk && disk->is_down) return SQLITE_IOERR_ACCESS;
    // An empty journal counts as missing, as in SQLite's VFS.
    *result = name && name->now && (flags != SQLITE_ACCESS_EXISTS || name->now->now.length > 0);
    return SQLITE_OK;
}

static int disk_full_path(sqlite3_vfs *vfs, const char *path, int length, char *full) {
    (void)vfs;
    sqlite3_snprintf(length, full, "%s", path);
    return SQLITE_OK;
}

/// SQLite's VFS (virtual file system) for the machine's files.
static sqlite3_vfs *machine;
/// `simulated` is the VFS for simulated files. `checked` adds checksums to these files. `choosing` selects `checked` or
/// `machine` by a file's path.
static sqlite3_vfs simulated, checked, choosing;

static sqlite3_vfs *choice(const char *path) { return disk_of(path) ? &checked : machine; }

static int choose_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *opened) {
    (void)vfs;
    return choice(path)->xOpen(choice(path), path, file, flags, opened);
}
static int choose_delete(sqlite3_vfs *vfs, const char *path, int sync) {
    (void)vfs;
    return choice(path)->xDelete(choice(path), path, sync);
}
static int choose_access(sqlite3_vfs *vfs, const char *path, int flags, int *result) {
    (void)vfs;
    return choice(path)->xAccess(choice(path), path, flags, result);
}
static int choose_full_path(sqlite3_vfs *vfs, const char *path, int length, char *full) {
    (void)vfs;
    return choice(path)->xFullPathname(choice(path), path, length, full);
}
static int pass_randomness(sqlite3_vfs *vfs, int length, char *bytes) {
    (void)vfs;
    return machine->xRandomness(machine, length, bytes);
}
static int pass_sleep(sqlite3_vfs *vfs, int microseconds) {
    (void)vfs;
    return machine->xSleep(machine, microseconds);
}
static int pass_time(sqlite3_vfs *vfs, double *days) {
    (void)vfs;
    return machine->xCurrentTime(machine, days);
}
static int pass_time_64(sqlite3_vfs *vfs, sqlite3_int64 *milliseconds) {
    (void)vfs;
    return machine->xCurrentTimeInt64(machine, milliseconds);
}
static int pass_last_error(sqlite3_vfs *vfs, int length, char *message) {
    (void)vfs;
    return machine->xGetLastError(machine, length, message);
}

static int registered = SQLITE_ERROR;

static void register_files(void) {
    if (csqlitechecksums_register() != SQLITE_OK || !(machine = sqlite3_vfs_find(NULL))) return;
    simulated = (sqlite3_vfs){
        .iVersion = 2,
        .szOsFile = sizeof(struct simulated_file),
        .mxPathname = machine->mxPathname,
        .zName = "simulated",
        .xOpen = disk_open,
        .xDelete = disk_delete,
        .xAccess = disk_access,
        .xFullPathname = disk_full_path,
        .xRandomness = pass_randomness,
        .xSleep = pass_sleep,
        .xCurrentTime = pass_time,
        .xCurrentTimeInt64 = pass_time_64,
        .xGetLastError = pass_last_error,
    };
    csqlitechecksums_layer(&checked, "simulated-checksums", &simulated);
    choosing = simulated;
    choosing.zName = "simulated-or-not";
    choosing.szOsFile = checked.szOsFile > machine->szOsFile ? checked.szOsFile : machine->szOsFile;
    choosing.xOpen = choose_open;
    choosing.xDelete = choose_delete;
    choosing.xAccess = choose_access;
    choosing.xFullPathname = choose_full_path;
    registered = sqlite3_vfs_register(&choosing, 1);
}

int files_register(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    // SQLite accepts this setting only before SQLite is initialized. Registering a VFS initializes SQLite, so the
    // setting must be changed here, before the store tries to change it.
    csqlitesetup_without_memory_statistics();
    pthread_once(&once, register_files);
    return registered;
}
