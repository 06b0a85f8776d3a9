import ArgumentParser
import Foundation
import Presenting
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
            For a clock that was ahead once, and is right now. Look at the clock first: a clock that is really behind lets
            people in at the wrong hours. The ledger stays as it is; the reason goes into the audit trail. Gates that are open
            must be opened again.

              eventpass gate clock accept --reason "The battery was changed on Monday"
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    @Option(help: "Why the ledger has seen a later time.")
    var reason: String
    @Flag(help: "Do not ask.")
    var yes = false

    func run() throws {
        let folder = try global.ownersDataFolder()
        let office = try folder.openOffice()
        let device = try folder.device()
        let now = Instant.now()
        guard let seen = try office.latestSeen(by: device), seen > now else {
            throw Failure(.refused, "this machine’s clock is not behind what its ledger has seen; nothing was accepted")
        }
        let behind = RoughDuration(milliseconds: seen.milliseconds - now.milliseconds)
        try Confirmation.need(
            yes, "This clock says \(now.iso8601(in: .gmt)), \(behind) before the last record. Is it right?",
            of: "accepting a clock")
        try office.acceptClock(of: device, reason: reason)
        let json = JSON.object([
            ("device", .string(device.description)), ("accepted", .string(now.iso8601(in: .gmt))),
            ("seen", .string(seen.iso8601(in: .gmt))),
        ])
        try StandardOutput.line(
            output.json ? json.text : "accepted the clock of this machine, \(behind) before what its ledger has seen")
    }
}
