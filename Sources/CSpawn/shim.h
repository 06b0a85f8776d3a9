#pragma once

#include <spawn.h>

// The C library exports this function but declares it only if GNU features are requested before the first include.
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
