import ArgumentParser
import Foundation
import Gate
import Management
import Store
import Ticketing

struct GateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gate", abstract: "Who may come in.",
        subcommands: [
            GateCheck.self, GateRun.self, GateAdmit.self, GateUndo.self, GateCalibrate.self, GateLog.self,
            GateStats.self, GateVerifyLog.self, GatePack.self, GateRefresh.self,
        ])
}

/// Which gate it is, and where its store and keys are.
struct GatePlace: ParsableArguments {
    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions

    @Option(help: "The gate's name, such as North.")
    var gate: String
    @Option(help: "The function it serves, by name or number; needed at an event that has functions.")
    var function: String?

    func validate() throws {
        if gate.allSatisfy(\.isWhitespace) || gate.utf8.count > 100 {
            throw ValidationError("a gate needs a name of at most 100 bytes")
        }
    }

    func open(_ argument: GateArgument, windowsAt: Moment? = nil) throws -> Gate {
        if let pack = try argument.openPack() { return try gate(on: pack, windowsAt) }
        let folder = try global.dataFolder()
        let ring = try folder.openKeyRing(keys)
        let store = try folder.openStore()
        let office = try folder.signIn(to: store)
        let event = try office.event(named: argument.event)
        try office.authorizeScanning(at: event)
        return try Gate(
            name: gate, event: event.number,
            function: try function.map { try office.function(named: $0, of: event).number },
            store: store, ring: ring, device: try folder.device(),
            windowsAt: try windowsAt?.instant(in: event.zone), operator: office.user.name, clock: Instant.now)
    }

    /// A pack has its own device, and needs neither a data folder nor keys.
    private func gate(on pack: OpenPack, _ windowsAt: Moment?) throws -> Gate {
        try Gate(
            name: gate, pack: pack.store, function: try function.map { try pack.function(named: $0).number },
            windowsAt: try windowsAt?.instant(in: pack.event.zone), operator: global.as, clock: Instant.now)
    }
}

/// What a gate needs to open for people who pass.
struct GateOptions: ParsableArguments {
    @OptionGroup var place: GatePlace

    @Option(help: "A rehearsal's time, which moves the tickets' windows and nothing else.")
    var at: Moment?
    @Flag(help: "People go out here.")
    var exit = false

    var global: GlobalOptions { place.global }
    var direction: Direction { exit ? .exit : .entry }

    func open(_ argument: GateArgument) throws -> Gate { try place.open(argument, windowsAt: at) }
}
