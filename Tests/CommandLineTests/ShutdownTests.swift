import EventFixture
import Foundation
import Testing

@Suite("Ending a server by a signal")
struct ShutdownTests {
    @Test("Even on a busy machine, a signal ends a server that has only just printed its address")
    func early() throws {
        let stage = try Stage()
        // This library delays the installation of the program’s signal handlers, as a busy machine can do.
        let library = try stage.folder.library(
            from: #require(Bundle.module.path(forResource: "slowsignals", ofType: "c")))
        for signal in [SIGTERM, SIGINT] {
            let server = try ServingProgram(in: stage.folder, environment: ["LD_PRELOAD": library])
            try server.end(signal)
        }
    }
}
