#include "CSQLiteSetup.h"

#include <sqlite3.h>
#include <stddef.h>

void csqlitesetup_without_memory_statistics(void) { sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

int csqlitesetup_defend(sqlite3 *database) {
    int status = sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    if (status != SQLITE_OK) return status;
    return sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
}
