// Linked into programs under the thread sanitizer in place of the call that Swift makes for each `inout` argument. For one
// of a type without size, such as SystemRandomNumberGenerator, the compiler passes an address that is none, and the
// sanitizer crashes. What memory is read and written is reported all the same, by other calls.
void __wrap___tsan_external_write(void *address, void *caller, void *tag) {}
