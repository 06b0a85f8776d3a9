import EventFixture
import Foundation
import Testing

@Suite("Ending a server by a signal")
struct ShutdownTests {
    @Test("A signal ends the server even if it is sent right after the server printed its address, on a busy machine")
    func early() throws {
        let stage = try Stage()
        let library = try stage.folder.library(
            from: #require(Bundle.module.path(forResource: "slowsignals", ofType: "c")))
        for signal in [SIGTERM, SIGINT] {
            let server = try ServingProgram(in: stage.folder, environment: ["LD_PRELOAD": library])
            try server.end(signal)
        }
    }
}
