// Swift reports each `inout` argument to the thread sanitizer by calling __tsan_external_write. The linker replaces
// that function with this one. For an argument of a type without size, such as SystemRandomNumberGenerator, the
// compiler passes an invalid address, at which the sanitizer's function would crash. So this function does nothing.
// Calls of other functions still report the memory that is read and written.
void __wrap___tsan_external_write(void *address, void *caller, void *tag) {}
