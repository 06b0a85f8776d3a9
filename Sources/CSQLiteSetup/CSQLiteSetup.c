#include "CSQLiteSetup.h"

#include <sqlite3.h>

void csqlitesetup_without_memory_statistics(void) { sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
