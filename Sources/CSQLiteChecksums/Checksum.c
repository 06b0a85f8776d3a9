#include "Checksum.h"

#include <string.h>
#include <xxhash.h>

#include "CSQLiteChecksums.h"

int page_checksum_fits(int length) { return length >= 512 && (length & (length - 1)) == 0; }

static XXH64_canonical_t checksum(const unsigned char *page, int length, sqlite3_int64 offset) {
    XXH64_canonical_t bytes;
    XXH64_canonicalFromHash(
        &bytes, XXH3_64bits_withSeed(page, length - CSQLITECHECKSUMS_BYTES, (XXH64_hash_t)offset));
    return bytes;
}

void page_checksum_put(unsigned char *page, int length, sqlite3_int64 offset) {
    XXH64_canonical_t bytes = checksum(page, length, offset);
    memcpy(page + length - CSQLITECHECKSUMS_BYTES, bytes.digest, CSQLITECHECKSUMS_BYTES);
}

static int is_zero(const unsigned char *page, int length) {
    return page[0] == 0 && memcmp(page, page + 1, length - 1) == 0;
}

int page_checksum_matches(const unsigned char *page, int length, sqlite3_int64 offset) {
    XXH64_canonical_t bytes = checksum(page, length, offset);
    return memcmp(page + length - CSQLITECHECKSUMS_BYTES, bytes.digest, CSQLITECHECKSUMS_BYTES) == 0 ||
           is_zero(page, length);
}

int page_checksum_hides(unsigned char *first, int length) {
    unsigned char said = first[RESERVED_AT];
    first[RESERVED_AT] = CSQLITECHECKSUMS_BYTES;
    int holds = page_checksum_matches(first, length, 0);
    first[RESERVED_AT] = said;
    return holds;
}
