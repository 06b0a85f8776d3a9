#include "bare_store.h"

#include <openssl/evp.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

struct bare_store {
    sqlite3 *database;
    sqlite3_stmt *begin, *slot, *record, *head, *signed_head, *ticket, *commit;
    EVP_PKEY *key;
    unsigned char device[16];
    unsigned char hash[32];
    unsigned char signature[64];
    int64_t sequence;
};

static sqlite3_stmt *prepare(sqlite3 *database, const char *sql) {
    sqlite3_stmt *statement = NULL;
    sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL);
    return statement;
}

static int run(sqlite3_stmt *statement) {
    int status = sqlite3_step(statement);
    sqlite3_reset(statement);
    return status == SQLITE_DONE || status == SQLITE_ROW ? SQLITE_OK : status;
}

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

struct bare_store *bare_store_open(const char *path) {
    struct bare_store *store = calloc(1, sizeof *store);
    if (!store || sqlite3_open_v2(path, &store->database, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK) return NULL;
    sqlite3_busy_timeout(store->database, 60000);
    sqlite3_exec(store->database, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL", NULL, NULL, NULL);
    getrandom(store->device, sizeof store->device, 0);
    getrandom(store->hash, sizeof store->hash, 0);
    store->begin = prepare(store->database, "BEGIN IMMEDIATE");
    store->commit = prepare(store->database, "COMMIT");
    store->slot = prepare(store->database,
        "INSERT INTO admission_slot (event, serial, sub_event, slot, inside, first_at, first_gate, last_at, last_gate,"
        " clock) VALUES (?1, ?2, 0, 0, 1, ?3, 'North', ?3, 'North', ?3 << 16)");
    store->record = prepare(store->database,
        "INSERT INTO record (device, sequence, request, event, serial, issue, type, sub_event, slot, count, used,"
        " direction, verdict, reason, gate, operator, wall_clock, hybrid_clock, hash, allowed, reentry)"
        " VALUES (?1, ?2, ?3, ?4, ?5, 0, 0, 0, 0, 1, 1, 'entry', 'admit', NULL, 'North', 'bench', ?6, ?7, ?8, 1,"
        " 'after-exit')");
    store->head = prepare(store->database,
        "UPDATE device SET sequence = ?1, hybrid_clock = ?2, hash = ?3 WHERE id = ?4");
    store->signed_head = prepare(store->database,
        "UPDATE device SET sequence = ?1, hybrid_clock = ?2, hash = ?3, signed = ?1, signature = ?5 WHERE id = ?4");
    store->ticket = prepare(store->database,
        "INSERT INTO ticket (event, serial, type, admits, key, issue, reissued, valid_from, valid_until, holder, note,"
        " status, status_since, status_note, issued_at)"
        " VALUES (?1, ?2, 0, 1, 1, 0, NULL, NULL, NULL, NULL, NULL, 'issued', NULL, NULL, ?3)");
    sqlite3_stmt *device = prepare(store->database,
        "INSERT INTO device (id, sequence, hybrid_clock, hash) VALUES (?1, 0, 0, ?2)");
    sqlite3_bind_blob(device, 1, store->device, sizeof store->device, SQLITE_STATIC);
    sqlite3_bind_blob(device, 2, store->hash, sizeof store->hash, SQLITE_STATIC);
    int status = run(device);
    sqlite3_finalize(device);
    if (status == SQLITE_OK) return store;
    bare_store_close(store);
    return NULL;
}

void bare_store_close(struct bare_store *store) {
    sqlite3_stmt *all[] = {store->begin, store->slot, store->record, store->head, store->signed_head, store->ticket,
                            store->commit};
    for (size_t index = 0; index < sizeof all / sizeof *all; index++) sqlite3_finalize(all[index]);
    sqlite3_close(store->database);
    EVP_PKEY_free(store->key);
    free(store);
}

struct sqlite3 *bare_store_database(struct bare_store *store) { return store->database; }

int bare_store_make_key(struct bare_store *store) {
    store->key = EVP_PKEY_Q_keygen(NULL, NULL, "ED25519");
    return store->key ? 0 : 1;
}

/// Signs the chain's head: the device, the sequence number and the hash. Returns 0 for success.
static int sign(struct bare_store *store) {
    unsigned char message[16 + sizeof store->sequence + 32];
    memcpy(message, store->device, 16);
    memcpy(message + 16, &store->sequence, sizeof store->sequence);
    memcpy(message + 16 + sizeof store->sequence, store->hash, 32);
    size_t length = sizeof store->signature;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    int is_signed = context && EVP_DigestSignInit(context, NULL, NULL, NULL, store->key) == 1
        && EVP_DigestSign(context, store->signature, &length, message, sizeof message) == 1;
    EVP_MD_CTX_free(context);
    return !is_signed;
}

int bare_store_scan(struct bare_store *store, uint32_t event, uint64_t serial, const char *request) {
    int64_t time = now();
    int status = run(store->begin);
    if (status != SQLITE_OK) return status;
    store->sequence += 1;

    sqlite3_bind_int64(store->slot, 1, event);
    sqlite3_bind_int64(store->slot, 2, (int64_t)serial);
    sqlite3_bind_int64(store->slot, 3, time);
    status |= run(store->slot);

    sqlite3_bind_blob(store->record, 1, store->device, sizeof store->device, SQLITE_STATIC);
    sqlite3_bind_int64(store->record, 2, store->sequence);
    sqlite3_bind_text(store->record, 3, request, -1, SQLITE_STATIC);
    sqlite3_bind_int64(store->record, 4, event);
    sqlite3_bind_int64(store->record, 5, (int64_t)serial);
    sqlite3_bind_int64(store->record, 6, time);
    sqlite3_bind_int64(store->record, 7, time << 16);
    sqlite3_bind_blob(store->record, 8, store->hash, sizeof store->hash, SQLITE_STATIC);
    status |= run(store->record);

    sqlite3_stmt *head = store->key ? store->signed_head : store->head;
    sqlite3_bind_int64(head, 1, store->sequence);
    sqlite3_bind_int64(head, 2, time << 16);
    sqlite3_bind_blob(head, 3, store->hash, sizeof store->hash, SQLITE_STATIC);
    sqlite3_bind_blob(head, 4, store->device, sizeof store->device, SQLITE_STATIC);
    if (store->key) {
        status |= sign(store);
        sqlite3_bind_blob(head, 5, store->signature, sizeof store->signature, SQLITE_STATIC);
    }
    status |= run(head);
    return status | run(store->commit);
}

int bare_store_issue(struct bare_store *store, uint32_t event, int count) {
    int64_t time = now();
    int status = run(store->begin);
    for (int index = 0; index < count && status == SQLITE_OK; index++) {
        uint64_t serial = 0;
        getrandom(&serial, 5, 0);
        sqlite3_bind_int64(store->ticket, 1, event);
        sqlite3_bind_int64(store->ticket, 2, (int64_t)(serial | 1));
        sqlite3_bind_int64(store->ticket, 3, time);
        int inserted = run(store->ticket);
        if (inserted != SQLITE_CONSTRAINT) status = inserted;
    }
    return status | run(store->commit);
}
