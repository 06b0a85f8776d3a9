#include "CSQLiteSetup.h"

#include <sqlite3.h>
#include <stddef.h>

/// The number of bytes to read or write at a time. On Unix, SQLite accepts only lengths below 128 KiB.
enum { PART = 64 * 1024 };

static int is_there(const char *log) {
    sqlite3_vfs *files = sqlite3_vfs_find(NULL);
    int found = 0;
    // `xAccess` also reports an empty log as missing. This is harmless, because an empty log need not be rewritten.
    return files && files->xAccess(files, log, SQLITE_ACCESS_EXISTS, &found) == SQLITE_OK && found;
}

static int write_anew(sqlite3_file *log) {
    sqlite3_int64 size = 0;
    if (!log || !log->pMethods) return SQLITE_OK;
    int status = log->pMethods->xFileSize(log, &size);
    unsigned char *bytes = sqlite3_malloc(PART);
    if (!bytes) return SQLITE_NOMEM;
    for (sqlite3_int64 offset = 0; status == SQLITE_OK && offset < size; offset += PART) {
        int length = size - offset < PART ? (int)(size - offset) : PART;
        status = log->pMethods->xRead(log, bytes, length, offset);
        if (status == SQLITE_OK) status = log->pMethods->xWrite(log, bytes, length, offset);
    }
    sqlite3_free(bytes);
    return status == SQLITE_OK ? log->pMethods->xSync(log, SQLITE_SYNC_NORMAL) : status;
}

int csqlitesetup_write_log_anew(const char *path) {
    sqlite3 *database = NULL;
    sqlite3_file *log = NULL;
    char *name = sqlite3_mprintf("%s-wal", path);
    int there = name && is_there(name);
    sqlite3_free(name);
    if (!name) return SQLITE_NOMEM;
    if (!there) return SQLITE_OK;
    int status = sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE, NULL);
    // In exclusive mode, SQLite keeps the log's index in private memory. So the next connection builds the index from
    // the rewritten log. Checkpoints are off: a checkpoint would copy records into the database before they are
    // safely in the log on the disk.
    if (status == SQLITE_OK) status = sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    if (status == SQLITE_OK)
        status = sqlite3_exec(database, "PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE", NULL, NULL, NULL);
    if (status == SQLITE_OK) status = sqlite3_file_control(database, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
    if (status == SQLITE_OK) status = write_anew(log);
    sqlite3_close(database);
    return status == SQLITE_BUSY ? SQLITE_OK : status;
}
