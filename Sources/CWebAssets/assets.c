#include "asset-lists.h"

// The assets are embedded in C, because the Swift compiler needs 40 seconds for 160 KB of byte literals. The C compiler
// needs half a second for all assets with #embed.
const struct casset *casset_at(size_t index) {
    const struct {
        const struct casset *assets;
        size_t count;
    } lists[] = {
        {casset_shared, casset_shared_count},
        {casset_desk, casset_desk_count},
        {casset_gate, casset_gate_count},
        {casset_public, casset_public_count},
    };
    for (size_t list = 0; list < sizeof lists / sizeof *lists; list++) {
        if (index < lists[list].count) return &lists[list].assets[index];
        index -= lists[list].count;
    }
    return NULL;
}
