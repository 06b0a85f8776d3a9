import EventFixture
import Testing

@Suite("A missing system library", .lowPriority)
struct MissingLibraryTests {
    /// The source of a library that hides libpq from the program, if `LD_PRELOAD` names the library.
    private static let source = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <string.h>

        void *dlopen(const char *name, int flags) {
            void *(*real)(const char *, int) = dlsym(RTLD_NEXT, "dlopen");
            return name != NULL && strncmp(name, "libpq.", 6) == 0 ? NULL : real(name, flags);
        }
        """

    @Test(
        """
        If libpq is missing, the error is a fault of the machine and names the package; an invalid URL is a usage error
        """)
    func libpq() throws {
        let stage = try Stage()
        try stage.folder.write(MissingLibraryTests.source, to: "missing.c")
        let library = try stage.folder.library(from: stage.folder("missing.c"))
        let missing = try stage.sh(
            "eventpass event list --store postgres://localhost/fair", environment: ["LD_PRELOAD": library])
        #expect(missing.status == 2 && missing.errorText.contains("apt install libpq5"), "\(missing)")
        let invalid = try stage.sh("eventpass event list --store postgres://localhost:door/fair")
        #expect(invalid.status == 64 && invalid.errorText.contains("sslmode=verify-full"), "\(invalid)")
    }
}
