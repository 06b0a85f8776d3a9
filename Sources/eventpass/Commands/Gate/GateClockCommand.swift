import ArgumentParser
import Foundation
import Languages
import Management
import Presentation
import Store
import Ticketing

struct GateClockCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clock", abstract: Text.abstract.text,
        subcommands: [GateClockAcceptCommand.self])

    enum Text: String, SentenceKey {
        static let subject = "commandGateClock"

        case abstract = "Confirm that this machine's clock is right again."
    }
}

struct GateClockAcceptCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass gate clock accept --reason "The battery was changed on Monday"
                  eventpass gate clock accept north.gate --reason "Battery changed"
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandGateClockAccept"

        case abstract = "End a false warning that this machine's clock is behind."
        case discussion =
            """
            Use this command if the clock was ahead earlier and is correct now. Check the clock first: if the clock is \
            really behind, gates admit people at the wrong hours. The command does not change the ledger. It records \
            the reason in the store's audit trail. A gate pack has no audit trail, so the reason is recorded in the \
            pack itself. Close and reopen all open gates afterwards.

            {examples}
            """
        case pack =
            "The path of a gate pack; it contains a slash or a dot. Without a path, the command accepts the clock for the whole store. You cannot choose an event, because all events of a store share one clock."
        case reason = "The reason why the last record of the ledger is later than the time of the clock."
        case notAPack = "“{path}” is not the path of a gate pack, and all events of a store share one clock"
        case notAPackHint = "leave out “{path}” to accept the store’s clock, or give the path of a pack: ./{path}.gate"
        case beforePack =
            "this machine’s clock is earlier than {time}, the time at which this pack was created; nothing was accepted"
        case beforePackHint = "correct this machine's clock"
        case machineNotBehind = "this machine’s clock is not behind its ledger; nothing was accepted"
        case packNotBehind = "this pack’s clock is not behind its ledger; nothing was accepted"
        case notConfirmed = "accepting a clock needs confirmation"
        case question = "This clock says {time}, {duration} before the last record. Is the clock right?"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var passphrase: GatePackPassphraseOption

    @Argument(help: ArgumentHelp(Text.pack), completion: .file(extensions: ["gate"]))
    var pack: String?
    @Option(help: ArgumentHelp(Text.reason))
    var reason: String
    @Flag(help: ArgumentHelp(Confirmation.Text.yes))
    var yes = false

    func run() throws {
        if let pack { return try accept(in: pack) }
        let folder = try global.ownersDataFolder()
        let services = try folder.openServices()
        let device = try folder.device()
        try accept(
            device, of: "this machine", seen: services.gates.latestSeen(by: device), at: .now(),
            refusal: .machineNotBehind
        ) { _ in
            try services.gates.acceptClock(of: device, reason: reason)
        }
    }

    private func accept(in file: String) throws {
        guard let path = GateArgument.packPath(file) else {
            throw CommandFailure(
                .usage, Text.notAPack, ["path": .text(file)],
                hint: Sentence(Text.notAPackHint, ["path": .text(file)]))
        }
        let open = try passphrase.open(path)
        let now = Instant.now()
        guard open.pack.made <= now else {
            throw CommandFailure(
                .refused, Text.beforePack, ["time": .text(open.pack.made.iso8601(in: .gmt))],
                hint: Sentence(Text.beforePackHint))
        }
        try accept(open.pack.device, of: "this pack", seen: open.latestSeen(), at: now, refusal: .packNotBehind) {
            try open.acceptClock(reason: reason, at: $0)
        }
    }

    private func accept(
        _ device: DeviceID, of owner: String, seen: Instant?, at now: Instant, refusal: Text,
        _ accept: (Instant) throws -> Void
    ) throws {
        guard let seen, seen > now else { throw CommandFailure(.refused, refusal) }
        let behind = ApproximateDuration(milliseconds: seen.milliseconds - now.milliseconds)
        try Confirmation.require(
            yes,
            Sentence(
                Text.question,
                ["time": .text(now.iso8601(in: .gmt)), "duration": .text(behind.text(in: .ofCommandLine))]),
            refusal: Sentence(Text.notConfirmed))
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
