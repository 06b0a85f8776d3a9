#include "CSQLiteChecksums.h"

#include <pthread.h>
#include <string.h>

#include "Checksum.h"

/// An open database file. In memory, the file object of the underlying VFS follows this structure.
struct checked_file {
    sqlite3_file base;
    /// Whether the database header was read or written, and whether the pages have checksums.
    int header_seen, has_checksums;
    /// Whether pages were written, without checksums, before the database header was read or written.
    int lacks_checksums;
};

static sqlite3_file *below(sqlite3_file *file) { return (sqlite3_file *)((struct checked_file *)file + 1); }

#define FORWARD(file, method, ...) below(file)->pMethods->method(below(file), ##__VA_ARGS__)

/// The page size in a database header; 0 if the header contains an invalid page size.
static int page_size(const unsigned char *header) {
    int size = header[PAGE_SIZE_AT] << 8 | header[PAGE_SIZE_AT + 1];
    if (size == 1) size = 65536;
    return page_checksum_fits(size) ? size : 0;
}

/// Whether the first page has a checksum although the database header says that the pages have no checksums. Reads the
/// whole first page, because SQLite has read only the header.
static int first_page_hides(sqlite3_file *file, const unsigned char *header) {
    int size = page_size(header);
    unsigned char *first = size ? sqlite3_malloc(size) : NULL;
    int hides = first && FORWARD(file, xRead, first, size, 0) == SQLITE_OK && page_checksum_hides(first, size);
    sqlite3_free(first);
    return hides;
}

/// Remembers whether the file has checksums. Called for each read that includes the header: SQLite reads the header
/// alone when it opens the file, and the whole first page whenever that page has changed.
static void read_header(sqlite3_file *file, unsigned char *bytes, int length) {
    ((struct checked_file *)file)->header_seen = 1;
    ((struct checked_file *)file)->has_checksums =
        bytes[RESERVED_AT] == CSQLITECHECKSUMS_BYTES ||
        (page_checksum_fits(length) ? page_checksum_hides(bytes, length) : first_page_hides(file, bytes));
}

/// A damaged page gives `SQLITE_CORRUPT`: the transaction can then continue to read, but cannot write or commit.
/// `SQLITE_IOERR_DATA`, the code of SQLite's own checksum layer (cksumvfs), would end the transaction at once, and the
/// caller's next statement would run in a new transaction.
static int checked_read(sqlite3_file *file, void *bytes, int length, sqlite3_int64 offset) {
    int status = FORWARD(file, xRead, bytes, length, offset);
    if (status != SQLITE_OK) return status;
    if (offset == 0 && length >= HEADER_BYTES) read_header(file, bytes, length);
    if (!((struct checked_file *)file)->has_checksums || !page_checksum_fits(length)) return SQLITE_OK;
    return page_checksum_matches(bytes, length, offset) ? SQLITE_OK : SQLITE_CORRUPT;
}

/// Adds checksums to the pages after the first page. If a new file has no log, SQLite may write the first page last.
/// The other pages were then written without checksums, because only the first page says that the file has checksums.
static int add_missing_checksums(sqlite3_file *file, int length) {
    sqlite3_int64 size = 0;
    int status = FORWARD(file, xFileSize, &size);
    unsigned char *page = sqlite3_malloc(length);
    if (!page) return SQLITE_NOMEM;
    for (sqlite3_int64 offset = length; status == SQLITE_OK && offset + length <= size; offset += length) {
        status = FORWARD(file, xRead, page, length, offset);
        if (status != SQLITE_OK || page_checksum_matches(page, length, offset)) continue;
        page_checksum_put(page, length, offset);
        status = FORWARD(file, xWrite, page, length, offset);
    }
    sqlite3_free(page);
    return status;
}

/// Writes a page with its checksum. The checksum is written into SQLite's own buffer, into the page's reserved bytes,
/// which SQLite does not use. The first page says whether the other pages get checksums. When SQLite copies a log into
/// the file, it writes this page before all other pages.
static int checked_write(sqlite3_file *file, const void *bytes, int length, sqlite3_int64 offset) {
    struct checked_file *checked = (struct checked_file *)file;
    int is_page = page_checksum_fits(length), status = SQLITE_OK;
    if (offset == 0 && length >= HEADER_BYTES) {
        checked->header_seen = 1;
        checked->has_checksums = ((const unsigned char *)bytes)[RESERVED_AT] == CSQLITECHECKSUMS_BYTES;
        if (checked->has_checksums && checked->lacks_checksums && is_page) status = add_missing_checksums(file, length);
        checked->lacks_checksums = 0;
    }
    if (status != SQLITE_OK) return status;
    if (!checked->header_seen) checked->lacks_checksums = 1;
    if (checked->has_checksums && is_page) page_checksum_put((unsigned char *)bytes, length, offset);
    return FORWARD(file, xWrite, bytes, length, offset);
}

/// Tells SQLite to read only whole pages, because only a whole page can be compared with its checksum.
static int checked_characteristics(sqlite3_file *file) {
    int found = FORWARD(file, xDeviceCharacteristics);
#ifdef SQLITE_IOCAP_SUBPAGE_READ
    found &= ~SQLITE_IOCAP_SUBPAGE_READ;
#endif
    return found;
}

static int checked_close(sqlite3_file *file) { return FORWARD(file, xClose); }
static int checked_truncate(sqlite3_file *file, sqlite3_int64 size) { return FORWARD(file, xTruncate, size); }
static int checked_sync(sqlite3_file *file, int flags) { return FORWARD(file, xSync, flags); }
static int checked_size(sqlite3_file *file, sqlite3_int64 *size) { return FORWARD(file, xFileSize, size); }
static int checked_lock(sqlite3_file *file, int level) { return FORWARD(file, xLock, level); }
static int checked_unlock(sqlite3_file *file, int level) { return FORWARD(file, xUnlock, level); }
static int checked_is_reserved(sqlite3_file *file, int *result) { return FORWARD(file, xCheckReservedLock, result); }
static int checked_control(sqlite3_file *file, int operation, void *argument) {
    return FORWARD(file, xFileControl, operation, argument);
}
static int checked_sector(sqlite3_file *file) { return FORWARD(file, xSectorSize); }
static int checked_shm_map(sqlite3_file *file, int region, int size, int extend, void volatile **memory) {
    return FORWARD(file, xShmMap, region, size, extend, memory);
}
static int checked_shm_lock(sqlite3_file *file, int first, int count, int flags) {
    return FORWARD(file, xShmLock, first, count, flags);
}
static void checked_shm_barrier(sqlite3_file *file) { FORWARD(file, xShmBarrier); }
static int checked_shm_unmap(sqlite3_file *file, int delete) { return FORWARD(file, xShmUnmap, delete); }

/// The file methods of version 2 support the log's index in shared memory. Version 3 is not used: it also supports
/// memory mapping of the file, which would bypass the checksums.
static const sqlite3_io_methods checked_methods = {
    .iVersion = 2,
    .xClose = checked_close,
    .xRead = checked_read,
    .xWrite = checked_write,
    .xTruncate = checked_truncate,
    .xSync = checked_sync,
    .xFileSize = checked_size,
    .xLock = checked_lock,
    .xUnlock = checked_unlock,
    .xCheckReservedLock = checked_is_reserved,
    .xFileControl = checked_control,
    .xSectorSize = checked_sector,
    .xDeviceCharacteristics = checked_characteristics,
    .xShmMap = checked_shm_map,
    .xShmLock = checked_shm_lock,
    .xShmBarrier = checked_shm_barrier,
    .xShmUnmap = checked_shm_unmap,
};

static sqlite3_vfs *files(sqlite3_vfs *layer) { return layer->pAppData; }

/// Wraps database files only; logs, journals and temporary files go directly to the underlying VFS.
static int layer_open(sqlite3_vfs *layer, const char *path, sqlite3_file *file, int flags, int *opened) {
    if (!(flags & SQLITE_OPEN_MAIN_DB)) return files(layer)->xOpen(files(layer), path, file, flags, opened);
    memset(file, 0, sizeof(struct checked_file));
    int status = files(layer)->xOpen(files(layer), path, below(file), flags, opened);
    // After a failed opening, SQLite calls `xClose` only if `pMethods` is set.
    if (below(file)->pMethods) file->pMethods = &checked_methods;
    return status;
}

static int layer_delete(sqlite3_vfs *layer, const char *path, int sync) {
    return files(layer)->xDelete(files(layer), path, sync);
}
static int layer_access(sqlite3_vfs *layer, const char *path, int flags, int *result) {
    return files(layer)->xAccess(files(layer), path, flags, result);
}
static int layer_full_path(sqlite3_vfs *layer, const char *path, int length, char *full) {
    return files(layer)->xFullPathname(files(layer), path, length, full);
}
static void *layer_dl_open(sqlite3_vfs *layer, const char *path) { return files(layer)->xDlOpen(files(layer), path); }
static void layer_dl_error(sqlite3_vfs *layer, int length, char *message) {
    files(layer)->xDlError(files(layer), length, message);
}
static void (*layer_dl_symbol(sqlite3_vfs *layer, void *library, const char *symbol))(void) {
    return files(layer)->xDlSym(files(layer), library, symbol);
}
static void layer_dl_close(sqlite3_vfs *layer, void *library) { files(layer)->xDlClose(files(layer), library); }
static int layer_randomness(sqlite3_vfs *layer, int length, char *bytes) {
    return files(layer)->xRandomness(files(layer), length, bytes);
}
static int layer_sleep(sqlite3_vfs *layer, int microseconds) { return files(layer)->xSleep(files(layer), microseconds); }
static int layer_time(sqlite3_vfs *layer, double *days) { return files(layer)->xCurrentTime(files(layer), days); }
static int layer_time_64(sqlite3_vfs *layer, sqlite3_int64 *milliseconds) {
    return files(layer)->xCurrentTimeInt64(files(layer), milliseconds);
}
static int layer_last_error(sqlite3_vfs *layer, int length, char *message) {
    return files(layer)->xGetLastError(files(layer), length, message);
}

void csqlitechecksums_layer(sqlite3_vfs *layer, const char *name, sqlite3_vfs *below) {
    *layer = (sqlite3_vfs){
        .iVersion = 2,
        .szOsFile = (int)sizeof(struct checked_file) + below->szOsFile,
        .mxPathname = below->mxPathname,
        .zName = name,
        .pAppData = below,
        .xOpen = layer_open,
        .xDelete = layer_delete,
        .xAccess = layer_access,
        .xFullPathname = layer_full_path,
        .xDlOpen = layer_dl_open,
        .xDlError = layer_dl_error,
        .xDlSym = layer_dl_symbol,
        .xDlClose = layer_dl_close,
        .xRandomness = layer_randomness,
        .xSleep = layer_sleep,
        .xCurrentTime = layer_time,
        .xGetLastError = layer_last_error,
        .xCurrentTimeInt64 = layer_time_64,
    };
}

static int registered = SQLITE_ERROR;

static void register_layer(void) {
    static sqlite3_vfs layer;
    sqlite3_vfs *system = sqlite3_vfs_find(NULL);
    if (!system) return;
    csqlitechecksums_layer(&layer, "checksums", system);
    registered = sqlite3_vfs_register(&layer, 1);
}

int csqlitechecksums_register(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, register_layer);
    return registered;
}

/// The file of the main database; NULL if this layer has not opened it.
static sqlite3_file *main_file(sqlite3 *database) {
    sqlite3_file *file = NULL;
    if (sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK) return NULL;
    return file && file->pMethods == &checked_methods ? file : NULL;
}

int csqlitechecksums_are_kept(sqlite3 *database) {
    sqlite3_file *file = main_file(database);
    return file && ((struct checked_file *)file)->has_checksums;
}

static int read_with_retries(sqlite3_file *file, unsigned char *page, int length, sqlite3_int64 offset) {
    int status = SQLITE_CORRUPT;
    for (int attempt = 0; status == SQLITE_CORRUPT && attempt < 8; attempt++)
        status = checked_read(file, page, length, offset);
    return status;
}

int csqlitechecksums_compare(sqlite3 *database, void *context, void (*damaged)(void *context, sqlite3_int64 page)) {
    sqlite3_file *file = main_file(database);
    unsigned char header[HEADER_BYTES];
    sqlite3_int64 size = 0;
    if (!file) return SQLITE_ERROR;
    int status = FORWARD(file, xFileSize, &size);
    if (status == SQLITE_OK) status = FORWARD(file, xRead, header, HEADER_BYTES, 0);
    if (status != SQLITE_OK) return status;
    int length = page_size(header);
    if (!length) return SQLITE_NOTADB;
    unsigned char *page = sqlite3_malloc(length);
    if (!page) return SQLITE_NOMEM;
    for (sqlite3_int64 offset = 0; status == SQLITE_OK && offset + length <= size; offset += length) {
        status = read_with_retries(file, page, length, offset);
        if (status != SQLITE_CORRUPT) continue;
        damaged(context, offset / length + 1);
        status = SQLITE_OK;
    }
    sqlite3_free(page);
    return status;
}
