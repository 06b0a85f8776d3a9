import ArgumentParser
import Foundation
import Management
import Presentation
import Store
import Ticketing

struct GateClockCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clock", abstract: "Accept this machine's clock after it was wrong.",
        subcommands: [GateClockAcceptCommand.self])
}

struct GateClockAcceptCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept", abstract: "End a false warning that this machine's clock is behind.",
        discussion: """
            Use this command if the clock was ahead earlier and is correct now. Check the clock first: if the clock is \
            really behind, gates admit people at the wrong hours. The command does not change the ledger. It records \
            the reason in the store's audit trail. A gate pack has no audit trail, so the reason is recorded in the \
            pack itself. Close and reopen all open gates afterwards.

              eventpass gate clock accept --reason "The battery was changed on Monday"
              eventpass gate clock accept north.gate --reason "Battery changed"
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var passphrase: GatePackPassphraseOption

    @Argument(
        help: """
            The path of a gate pack; it contains a slash or ends in .gate. Without a path, the command accepts the \
            clock for the whole store. You cannot choose an event, because all events of a store share one clock.
            """, completion: .file(extensions: ["gate"]))
    var pack: String?
    @Option(help: "The reason why the ledger contains a later time than the clock shows.")
    var reason: String
    @Flag(help: "Do not ask for confirmation.")
    var yes = false

    func run() throws {
        if let pack { return try accept(in: pack) }
        let folder = try global.ownersDataFolder()
        let services = try folder.openServices()
        let device = try folder.device()
        try accept(device, of: "this machine", seen: services.gates.latestSeen(by: device), at: .now()) { _ in
            try services.gates.acceptClock(of: device, reason: reason)
        }
    }

    private func accept(in file: String) throws {
        guard let path = GateArgument.packPath(file) else {
            throw CommandFailure(
                .usage,
                "“\(file)” is not the path of a gate pack, and all events of a store share one clock",
                hint: "leave out “\(file)” to accept the store’s clock, or give the path of a pack: ./\(file).gate")
        }
        let open = try passphrase.open(path)
        let now = Instant.now()
        guard open.pack.made <= now else {
            throw CommandFailure(
                .refused,
                """
                this machine’s clock is earlier than \(open.pack.made.iso8601(in: .gmt)), the time at which this pack \
                was created; nothing was accepted
                """, hint: "correct this machine's clock")
        }
        try accept(open.pack.device, of: "this pack", seen: open.latestSeen(), at: now) {
            try open.acceptClock(reason: reason, at: $0)
        }
    }

    private func accept(
        _ device: DeviceID, of owner: String, seen: Instant?, at now: Instant, _ accept: (Instant) throws -> Void
    ) throws {
        guard let seen, seen > now else {
            throw CommandFailure(.refused, "\(owner)’s clock is not behind its ledger; nothing was accepted")
        }
        let behind = ApproximateDuration(milliseconds: seen.milliseconds - now.milliseconds)
        try Confirmation.require(
            yes, "This clock says \(now.iso8601(in: .gmt)), \(behind) before the last record. Is the clock right?",
            of: "accepting a clock")
        try accept(now)
        let json = JSON.object([
            ("device", .string(device.description)), ("accepted", .string(now.iso8601(in: .gmt))),
            ("seen", .string(seen.iso8601(in: .gmt))),
        ])
        try StandardOutput.line(
            output.json
                ? json.text : "accepted the clock of \(owner), which is \(behind) behind the latest ledger record")
    }
}
