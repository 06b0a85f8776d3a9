#include "CSQLiteSetup.h"

#include <sqlite3.h>
#include <string.h>

/// The path of a file beside a database; NULL if the path can't be determined. The caller must free the path.
static char *name_beside(sqlite3_vfs *files, const char *path, const char *suffix) {
    char *full = sqlite3_malloc(files->mxPathname + 1);
    char *name = NULL;
    if (full && files->xFullPathname(files, path, files->mxPathname + 1, full) == SQLITE_OK)
        name = sqlite3_mprintf("%s%s", full, suffix);
    sqlite3_free(full);
    return name;
}

int csqlitesetup_make_log(const char *path) {
    sqlite3_vfs *files = sqlite3_vfs_find(NULL);
    char *name = files ? name_beside(files, path, "-wal") : NULL;
    sqlite3_file *log = files ? sqlite3_malloc(files->szOsFile) : NULL;
    int status = SQLITE_NOMEM, opened = 0;
    if (name && log) {
        memset(log, 0, (size_t)files->szOsFile);
        status = files->xOpen(files, name, log, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_WAL, &opened);
        // For a log that was opened with SQLITE_OPEN_CREATE, SQLite's first sync also syncs the log's folder.
        if (status == SQLITE_OK) status = log->pMethods->xSync(log, SQLITE_SYNC_NORMAL);
        if (log->pMethods) log->pMethods->xClose(log);
    }
    sqlite3_free(log);
    sqlite3_free(name);
    return status;
}

static void remove_beside(sqlite3_vfs *files, const char *path, const char *suffix) {
    char *name = name_beside(files, path, suffix);
    if (name) files->xDelete(files, name, 0);
    sqlite3_free(name);
}

void csqlitesetup_remove_log(const char *path) {
    sqlite3_vfs *files = sqlite3_vfs_find(NULL);
    if (!files) return;
    remove_beside(files, path, "-wal");
    // The index is removed, too: gate packs use SQLITE_FCNTL_PERSIST_WAL, with which SQLite keeps both the log and the
    // index.
    remove_beside(files, path, "-shm");
}
