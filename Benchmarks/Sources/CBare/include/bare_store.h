#pragma once

#include <stdint.h>

/// A copy of a store. The functions below write to the copy with SQLite's C API alone. They write the same rows as
/// EventPass, with the same durability, and nothing else.
struct bare_store;

/// Opens a SQLite file. Returns NULL if the file can't be opened.
struct bare_store *bare_store_open(const char *path);
void bare_store_close(struct bare_store *store);

/// Makes a new Ed25519 key. After this call, `bare_store_scan` signs the device id, sequence number and hash of each
/// record with this key. A gate with a gate pack signs its records in the same way. Returns 0 for success.
int bare_store_make_key(struct bare_store *store);

/// Writes one admission in one transaction: its slot, its record, and the device's last sequence number and hash. The
/// admission is durable on return. `request` is the request id that is stored with the admission, or NULL for none.
/// Returns SQLite's code; 0 is success.
int bare_store_scan(struct bare_store *store, uint32_t event, uint64_t serial, const char *request);

/// Inserts `count` tickets with random serials in one transaction. They are durable on return. Returns SQLite's code; 0
/// is success.
int bare_store_issue(struct bare_store *store, uint32_t event, int count);

/// Inserts the first `count` guests of the list that the benchmark imports, two per household, in one transaction. They
/// are durable on return. Returns SQLite's code; 0 is success.
int bare_store_guests(struct bare_store *store, uint32_t event, int count);

/// The connection to SQLite, which the other C files use.
struct sqlite3 *bare_store_database(struct bare_store *store);
