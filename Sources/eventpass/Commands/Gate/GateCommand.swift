import ArgumentParser
import Foundation
import Gate
import Store
import Ticketing

struct GateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gate", abstract: "Who may come in.",
        subcommands: [
            GateCheck.self, GateRun.self, GateCalibrate.self, GateLog.self, GateStats.self, GateVerifyLog.self,
        ])
}

/// What a gate needs to open.
struct GateOptions: ParsableArguments {
    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions

    @Option(help: "The gate's name, such as North.")
    var gate: String
    @Option(help: "The function it serves, by name or number; needed at an event that has functions.")
    var function: String?
    @Option(help: "A rehearsal's time, which moves the tickets' windows and nothing else.")
    var at: Moment?
    @Flag(help: "People go out here.")
    var exit = false

    func validate() throws {
        if gate.allSatisfy(\.isWhitespace) || gate.utf8.count > 100 {
            throw ValidationError("a gate needs a name of at most 100 bytes")
        }
    }

    var direction: Direction { exit ? .exit : .entry }

    func open(_ name: String) throws -> Gate {
        let folder = try global.dataFolder()
        let ring = try folder.openKeyRing(keys)
        let store = try folder.openStore()
        let office = try folder.signIn(to: store)
        let event = try office.event(named: name)
        try office.authorizeScanning(at: event)
        return try Gate(
            name: gate, event: event.number,
            function: try function.map { try office.function(named: $0, of: event).number },
            store: store, ring: ring, device: try folder.device(),
            windowsAt: try at?.instant(in: event.zone), operator: office.user.name, clock: Instant.now)
    }
}
