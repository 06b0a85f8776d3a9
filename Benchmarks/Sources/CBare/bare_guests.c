#include "bare_store.h"

#include <sqlite3.h>
#include <stdio.h>

int bare_store_guests(struct bare_store *store, uint32_t event, int count) {
    sqlite3 *database = bare_store_database(store);
    sqlite3_stmt *household = NULL, *guest = NULL;
    int status = sqlite3_prepare_v2(database,
        "INSERT INTO household (event, number, name, folded_name) VALUES (?1, ?2, ?3, ?4)", -1, &household, NULL);
    status |= sqlite3_prepare_v2(database,
        "INSERT INTO guest (event, number, household, name, folded_name, email, phone, companions)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)", -1, &guest, NULL);
    status |= sqlite3_exec(database, "BEGIN IMMEDIATE", NULL, NULL, NULL);
    for (int index = 0; index < count && status == SQLITE_OK; index++) {
        char name[64], folded[64], email[64], phone[32];
        if (index % 2 == 0) {
            snprintf(name, sizeof name, "Household %d", index / 2);
            snprintf(folded, sizeof folded, "household %d", index / 2);
            sqlite3_bind_int64(household, 1, event);
            sqlite3_bind_int64(household, 2, index / 2 + 1);
            sqlite3_bind_text(household, 3, name, -1, SQLITE_STATIC);
            sqlite3_bind_text(household, 4, folded, -1, SQLITE_STATIC);
            if (sqlite3_step(household) != SQLITE_DONE) status = SQLITE_ERROR;
            sqlite3_reset(household);
        }
        snprintf(name, sizeof name, "Grace Nakato %d", index);
        snprintf(folded, sizeof folded, "grace nakato %d", index);
        snprintf(email, sizeof email, "guest%d@example.org", index);
        snprintf(phone, sizeof phone, "+256700%06d", index);
        sqlite3_bind_int64(guest, 1, event);
        sqlite3_bind_int64(guest, 2, index + 1);
        sqlite3_bind_int64(guest, 3, index / 2 + 1);
        sqlite3_bind_text(guest, 4, name, -1, SQLITE_STATIC);
        sqlite3_bind_text(guest, 5, folded, -1, SQLITE_STATIC);
        sqlite3_bind_text(guest, 6, email, -1, SQLITE_STATIC);
        sqlite3_bind_text(guest, 7, phone, -1, SQLITE_STATIC);
        sqlite3_bind_int(guest, 8, index % 3);
        if (sqlite3_step(guest) != SQLITE_DONE) status = SQLITE_ERROR;
        sqlite3_reset(guest);
    }
    status |= sqlite3_exec(database, "COMMIT", NULL, NULL, NULL);
    sqlite3_finalize(household);
    sqlite3_finalize(guest);
    return status;
}
