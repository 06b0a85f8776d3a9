// The assets of each area of pages. To add an asset, add its bytes and its entry in the list to the file of its area,
// such as assets-desk.c.
#pragma once
#include "CWebAssets.h"

extern const struct casset casset_shared[], casset_desk[], casset_gate[], casset_public[];
extern const size_t casset_shared_count, casset_desk_count, casset_gate_count, casset_public_count;
