// This function replaces the call with which Swift reports each `inout` argument to the thread sanitizer. For an
// argument of a type without size, such as SystemRandomNumberGenerator, the compiler passes an invalid address. The
// sanitizer would crash at such an address, so this function does nothing. Other calls still report the memory that is
// read and written.
void __wrap___tsan_external_write(void *address, void *caller, void *tag) {}
