import ArgumentParser
import Foundation
import Management
import Presenting
import Store
import Ticketing

struct GateClock: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clock", abstract: "Accept this machine's clock after one that was wrong.",
        subcommands: [GateClockAccept.self])
}

struct GateClockAccept: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept", abstract: "End a false warning that this machine's clock is behind.",
        discussion: """
            For a clock that was ahead once, and is right now. Look at the clock first: a clock that is really behind lets \
            people in at the wrong hours. The ledger stays as it is. The reason goes into the audit trail of the store; a \
            pack has no audit trail and keeps the reason itself. Gates that are open must be opened again.

              eventpass gate clock accept --reason "The battery was changed on Monday"
              eventpass gate clock accept north.gate --reason "Battery changed"
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var passphrase: PackPassphraseOption

    @Argument(
        help: """
            The pack whose gates warn: a path with a / in it, or one that ends in .gate. Leave it out for the store, whose \
            events share one clock.
            """, completion: .file(extensions: ["gate"]))
    var pack: String?
    @Option(help: "Why the ledger has seen a later time.")
    var reason: String
    @Flag(help: "Do not ask.")
    var yes = false

    func run() throws {
        if let pack { return try accept(in: pack) }
        let folder = try global.ownersDataFolder()
        let office = try folder.openOffice()
        let device = try folder.device()
        try accept(device, of: "this machine", seen: office.latestSeen(by: device), at: .now()) { _ in
            try office.acceptClock(of: device, reason: reason)
        }
    }

    private func accept(in file: String) throws {
        guard let path = GateArgument.packPath(file) else {
            throw Failure(
                .usage, "“\(file)” is no pack: the events of a store share one clock",
                hint: "leave it out, or give the path of a pack: ./\(file).gate")
        }
        let open = try passphrase.open(path)
        let now = Instant.now()
        guard open.pack.made <= now else {
            throw Failure(
                .refused,
                """
                the office made this pack at \(open.pack.made.iso8601(in: .gmt)), which this clock has not reached; \
                nothing was accepted
                """, hint: "set this machine's clock")
        }
        try accept(open.pack.device, of: "this pack", seen: open.latestSeen(), at: now) {
            try open.acceptClock(reason: reason, at: $0)
        }
    }

    private func accept(
        _ device: DeviceID, of owner: String, seen: Instant?, at now: Instant, _ accept: (Instant) throws -> Void
    ) throws {
        guard let seen, seen > now else {
            throw Failure(.refused, "\(owner)’s clock is not behind what its ledger has seen; nothing was accepted")
        }
        let behind = RoughDuration(milliseconds: seen.milliseconds - now.milliseconds)
        try Confirmation.need(
            yes, "This clock says \(now.iso8601(in: .gmt)), \(behind) before the last record. Is it right?",
            of: "accepting a clock")
        try accept(now)
        let json = JSON.object([
            ("device", .string(device.description)), ("accepted", .string(now.iso8601(in: .gmt))),
            ("seen", .string(seen.iso8601(in: .gmt))),
        ])
        try StandardOutput.line(
            output.json ? json.text : "accepted the clock of \(owner), \(behind) before what its ledger has seen")
    }
}
