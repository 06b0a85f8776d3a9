// Linked into programs under the thread sanitizer in place of the call that Swift makes for each `inout` argument. For
// an argument of a type without size, such as SystemRandomNumberGenerator, the compiler passes an invalid address, and
// the sanitizer crashes. Other calls still report which memory is read and written.
void __wrap___tsan_external_write(void *address, void *caller, void *tag) {}
