import ArgumentParser
import Foundation
import Gate
import Languages
import Management
import Store
import Ticketing

/// The options that select a gate, its sub-event, the store and the keys.
struct GateSelection: ParsableArguments {
    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions

    @Option(help: ArgumentHelp(Text.gate))
    var gate: String
    @Option(help: ArgumentHelp(Text.subEvent))
    var subEvent: String?
    @OptionGroup var verdicts: LanguageOption

    func validate() throws {
        if let fault = Gate.nameFault(gate) { throw ValidationError(fault) }
    }

    /// - Parameter options: the options of a gate that admits people or lets them out; nil for other commands.
    func open(_ argument: GateArgument, _ options: GateOptions? = nil) throws -> Gate {
        let gate = try GateFactory(self, argument, options).gate(named: gate)
        gate.warnOfMissingKeys()
        if options?.direction == .entry { gate.warnOfEarlyAdmissions() }
        return gate
    }

    enum Text: String, SentenceKey {
        static let subject = "optionsGateSelection"

        case gate = "The gate's name, such as North."
        case subEvent = "The gate's sub-event, by name or number. Required if the event has sub-events."
        case early =
            "doors open in {time}; admissions already count; to rehearse, use --rehearse; undo an admission with: eventpass gate undo"
    }
}

/// The options of gates that admit people or let them out. `GateSelection` is not nested in this group, because each
/// level of nesting makes debug builds start more slowly: their argument parser checks the groups at each start.
struct GateOptions: ParsableArguments {
    @Option(help: ArgumentHelp(Text.at))
    var at: Moment?
    @Flag(help: ArgumentHelp(Text.rehearse))
    var rehearse = false
    @Flag(help: ArgumentHelp(Text.exit))
    var exit = false

    var direction: Direction { exit ? .exit : .entry }

    enum Text: String, SentenceKey {
        static let subject = "optionsGate"

        case at =
            "Check validity windows at this time instead of now. Without --rehearse, scans are recorded as usual."
        case rehearse =
            "Rehearse: decide as usual, but record nothing. Each verdict says REHEARSAL. A ticket that nobody has used is admitted at every scan."
        case exit = "People leave through this gate."
    }
}

extension Gate {
    /// Warns on standard error if the key ring lacks keys that signed tickets. The warning states the number of tickets
    /// that gates refuse for this reason.
    fileprivate func warnOfMissingKeys() {
        guard let missingKeys else { return }
        StandardError.warn(missingKeys.warning)
        if let remedy = missingKeys.remedy { StandardError.hint(remedy.sentence) }
    }

    /// Warns on standard error if the doors open in more than 24 hours and the gate records its admissions.
    fileprivate func warnOfEarlyAdmissions() {
        guard let time = EarlyGate.timeLeft(self, at: .now(), in: .ofCommandLine) else { return }
        StandardError.warn(GateSelection.Text.early, ["time": .text(time)])
    }
}

/// The event or gate pack argument of a gate command.
struct GateArgument: ParsableArguments {
    @Argument(help: ArgumentHelp(Text.event), completion: NameCompletion.eventsAndPacks)
    var event: String

    @OptionGroup var passphrase: GatePackPassphraseOption

    /// Opens the gate pack. Returns nil if the argument is an event.
    ///
    /// - Parameter orCopy: whether to open a read-only copy of a pack that is not writable.
    func openPack(orCopy: Bool) throws -> OpenGatePack? {
        try GateArgument.packPath(event).map { try passphrase.open($0, orCopy: orCopy) }
    }

    /// Opens a writable gate pack, to record scans in it. Returns nil if the argument is an event.
    ///
    /// - Parameter rehearses: whether this is a rehearsal. A rehearsal leaves no decrypted copy of a sealed pack on the
    ///   disk.
    func openPackForScanning(rehearses: Bool) throws -> OpenGatePack? {
        do {
            return try GateArgument.packPath(event).map { try passphrase.open($0, rehearses: rehearses) }
        } catch let error as StoreError where error.preventsWriting {
            throw CommandFailure(
                .trouble, Text.notWritable, ["error": .sentence(error.sentence)],
                hint: Sentence(Text.packNotWritableHint))
        }
    }

    /// The error if the argument is an event, but the data folder does not exist. If a file has the name of the
    /// argument, the file is probably a gate pack.
    func missingFolderFailure(_ folder: DataFolder) -> CommandFailure {
        guard !FileManager.default.fileExists(atPath: event) else {
            let path = SentenceArgument.text(event.visible.shellWord)
            return CommandFailure(
                .trouble, Text.fileWithoutSlash, ["path": path],
                hint: Sentence(Text.fileWithoutSlashHint, ["path": path]))
        }
        let failure = folder.missingFolderFailure
        let hints = [failure.hint.map(Sentence.verbatim), Sentence(Text.packHint)].compactMap(\.self)
        return CommandFailure(failure.status, .verbatim(failure.message), hint: .list(hints, separator: "; "))
    }

    /// The absolute path of a gate pack; nil for an event, because an event's number or slug contains neither a slash
    /// nor a dot.
    static func packPath(_ argument: String) -> String? {
        argument.contains("/") || argument.contains(".") ? DataFolder.absolute(argument) : nil
    }

    enum Text: String, SentenceKey {
        static let subject = "optionsGateArgument"

        case event =
            "The event: its number, slug, or an unambiguous beginning of either. Or a gate pack: a path that contains a slash or a dot."
        case fileWithoutSlash =
            "the argument “{path}” means an event, because it contains neither a slash nor a dot; and there is no data folder"
        case fileWithoutSlashHint = "if the file is a gate pack, write ./{path}"
        case packHint = "for a gate pack, write its path, such as ./north.gate"
        case notWritable = "{error}; scans cannot be recorded there"
        case packNotWritableHint =
            "copy the pack to a writable disk and open the copy; gate stats, log, list, conflicts and verify-log can read the pack where it is now"
    }
}
