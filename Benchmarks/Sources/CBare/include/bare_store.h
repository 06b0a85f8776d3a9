#pragma once

#include <stdint.h>

/// Writes to a copy of a store with the sqlite3 C API alone. It writes the same rows as a gate or the main store, as
/// durably, and nothing else.
struct bare_store;

/// NULL if the file can't be opened.
struct bare_store *bare_store_open(const char *path);
void bare_store_close(struct bare_store *store);

/// Makes a new Ed25519 key, with which every later scan signs the chain's head, as a gate with a gate pack does.
/// Returns 0 for success.
int bare_store_make_key(struct bare_store *store);

/// Writes one admission in one transaction: its slot, its record and the chain's head. It is durable on return.
/// `request` may be NULL. Returns SQLite's code; 0 is success.
int bare_store_scan(struct bare_store *store, uint32_t event, uint64_t serial, const char *request);

/// Inserts `count` tickets with random serials in one transaction, durable on return.
int bare_store_issue(struct bare_store *store, uint32_t event, int count);

/// Inserts `count` guests, two per household, in one transaction, durable on return: the rows of the imported list.
int bare_store_guests(struct bare_store *store, uint32_t event, int count);

/// SQLite's connection, for the bare programs only.
struct sqlite3 *bare_store_database(struct bare_store *store);
