import ArgumentParser
import FileAccess
import Foundation
import Languages
import Management
import Presentation
import Ticketing

extension GatePack.VerificationMethod: ArgumentValue {}

struct GatePackCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pack", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass gate pack new-year --device "Laptop 1" --gates North,South \\
                      --output north.gate
                  eventpass gate run north.gate --gate North
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandGatePack"

        case abstract = "Create a gate pack: one file for a gate that works offline."
        case discussion =
            """
            The pack contains the event with its types, sub-events and tickets, and the data to verify the tickets. It \
            contains no e-mail address, telephone number or price. With --phone-search, it contains hashes of the last \
            digits of telephone numbers. With --proof list, nobody can create tickets with a stolen pack. However, \
            gates with this pack refuse tickets that are sold later, until you add these tickets to the pack with \
            “eventpass gate refresh”.

            {examples}
            """
        case device = "The name of the gate's device, such as “Laptop 1”. The packs of each device are numbered."
        case gates = "The gates that may use the pack, separated by commas. (default: any)"
        case subEvent = "The only sub-event at which the pack may be used, by name or number. (default: any)"
        case proof =
            "How the pack verifies tickets: with a list of all issued tickets (list), with a key that could also create tickets (key), or with a public key (ed25519, only for events of that suite)."
        case names = "Include the holders' names."
        case phoneSearch =
            "Let gates with the pack find tickets by the last 4 to 6 digits of a telephone number. The pack then contains hashes of these digits, and the secret key with which the hashes are computed. Anyone who has the pack can try all combinations and find the last six digits of each number, but not the other digits. Use --passphrase to protect the pack until it is opened."
        case isSealed = "Seal the file with a passphrase for transport."
        case expires = "When the pack expires. Its gates then admit nobody. (default: a day after the event's end)"
        case file = "The new file of the pack; its mode is 0600."
        case fileExists = "{path} already exists; it was not changed"
        case fileExistsHint = "choose another name, or update that pack with: eventpass gate refresh"
        case semicolon = "--gates: separate the names with commas; a name in this option must not contain “;”"
        case onDevice = "{command} on the gate's device"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    @Option(help: ArgumentHelp(Text.device))
    var device: String
    @Option(help: ArgumentHelp(Text.gates))
    var gates: String?
    @Option(help: ArgumentHelp(Text.subEvent))
    var subEvent: String?
    @Option(help: ArgumentHelp(Text.proof))
    var proof = GatePack.VerificationMethod.list
    @Flag(help: ArgumentHelp(Text.names))
    var names = false
    @Flag(help: ArgumentHelp(Text.phoneSearch))
    var phoneSearch = false
    @Flag(name: .customLong("passphrase"), help: ArgumentHelp(Text.isSealed))
    var isSealed = false
    @OptionGroup var passphrase: GatePackPassphraseOption
    @Option(help: ArgumentHelp(Text.expires))
    var expires: Moment?
    @Option(name: .customLong("output"), help: ArgumentHelp(Text.file), completion: .file())
    var file: String

    func validate() throws {
        if gates?.contains(";") == true { throw ValidationError(Text.semicolon) }
    }

    func run() throws {
        let folder = try global.dataFolder()
        let ring = try folder.openKeyRing(keys)
        let services = try folder.openServices()
        let event = try services.events.event(named: argument.event, among: .publishedFirst)
        let order = GatePackRequest(
            name: device, proof: proof,
            gates: gates?.split(separator: ",").map { $0.trimmingPrefix { $0 == " " } }.map(String.init) ?? [],
            subEvent: try subEvent.map { try services.subEvents.subEvent(named: $0, of: event).number },
            showsNames: names, allowsPhoneSearch: phoneSearch,
            expires: try expires?.instant(in: event.zone))
        let path = DataFolder.absolute(file)
        let secret = isSealed ? try PassphrasePrompt(passphrase).forSealing() : nil
        var progress = Progress(.packing, total: try services.tickets.ticketCount(of: event))
        let summary = try explainingFileErrors {
            try services.gatePacks.createGatePack(of: event, order, verifyingWith: ring, at: path, passphrase: secret) {
                progress.update($0)
            }
        }
        progress.finish()
        let packJSON = GatePackJSON(pack: summary.pack, event: event)
        if output.json { return try StandardOutput.line(packJSON.json(of: summary.contents, in: path).text) }
        let gates = summary.pack.gates
        let places =
            gates.isEmpty
            ? "" : ", for the \(gates.count == 1 ? "gate" : "gates") \(gates.joined(separator: ", ").visible)"
        try StandardOutput.line(
            "packed \(event.details.title.visible) for \(summary.pack.name.visible)\(places): "
                + packJSON.summary(summary.contents))
        StandardError.next(Text.onDevice, ["command": .text(try next(summary.pack, event, services))])
    }

    /// The command that opens a gate with the new pack. It names a sub-event if the event has sub-events and the pack
    /// is not for one of them.
    private func next(_ pack: GatePack, _ event: Event, _ services: ManagementServices) throws -> String {
        // Without a slash or a dot, `gate run` would treat the file's name as the name of an event.
        let path = GateArgument.packPath(file) == nil ? "./\(file)" : file
        let command = "eventpass gate run \(path.visible.shellWord) --gate NAME"
        let subEvents = try services.subEvents.subEvents(of: event)
        guard pack.subEvent == nil, let first = subEvents.first else { return command }
        return "\(command) --sub-event \(subEvents.count == 1 ? "\(first.number)" : "NAME")"
    }

    private func explainingFileErrors<Result>(_ work: () throws -> Result) throws -> Result {
        do {
            return try work()
        } catch let error as SystemError where error.errno == EEXIST {
            throw CommandFailure(
                .badInput, Text.fileExists, ["path": .text(error.path)], hint: Sentence(Text.fileExistsHint))
        } catch let error as SystemError where [ENOENT, ENOTDIR].contains(error.errno) {
            throw CommandFailure.noFolder(of: DataFolder.absolute(file))
        }
    }
}

struct GateRefreshCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "refresh", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass gate refresh north.gate --from new-year &&
                      eventpass gate run north.gate --gate North
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandGateRefresh"

        case abstract = "Update a gate pack with the current tickets, types and keys."
        case discussion =
            """
            The pack keeps the records of its gates. The update is one transaction. The command is refused if the \
            store is older than the pack, for example because the store was restored from a backup.

            {examples}
            """
        case file = "The pack."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var passphrase: GatePackPassphraseOption

    @Argument(help: ArgumentHelp(Text.file), completion: .file(extensions: ["gate"]))
    var file: String
    @Option(help: ArgumentHelp(EventArgument.Text.event), completion: NameCompletion.events)
    var from: String
    @Option(help: ArgumentHelp(GatePackCommand.Text.expires))
    var expires: Moment?

    func run() throws {
        let folder = try global.dataFolder()
        let ring = try folder.openKeyRing(keys)
        let services = try folder.openServices()
        let event = try services.events.event(named: from, among: .publishedFirst)
        let pack = try passphrase.open(DataFolder.absolute(file))
        var progress = Progress(.comparing, total: try services.tickets.ticketCount(of: event))
        let refresh = try services.gatePacks.refreshGatePack(
            pack, from: event, verifyingWith: ring, expires: expires?.instant(in: event.zone)
        ) { progress.update($0) }
        progress.finish()
        let packJSON = GatePackJSON(pack: refresh.pack, event: event)
        if output.json { return try StandardOutput.line(packJSON.json(of: refresh, in: pack.store.path).text) }
        let clock = ClockOffsetText(refresh.clock).map { "; its clock \($0.text)" } ?? ""
        try StandardOutput.line("refreshed \(refresh.pack.name.visible): \(packJSON.summary(refresh.changes))\(clock)")
    }
}
