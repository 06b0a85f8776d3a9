// The assets of each area of pages. Each area has a C file, such as assets-desk.c, which embeds the assets and then
// lists them. To add an asset, embed it and list it in the file of its area.
#pragma once
#include "CWebAssets.h"

extern const struct casset casset_shared[], casset_desk[], casset_gate[], casset_public[];
extern const size_t casset_shared_count, casset_desk_count, casset_gate_count, casset_public_count;
