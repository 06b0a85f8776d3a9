import ArgumentParser
import Languages
import Management
import Presentation
import Ticketing

struct GuestImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass guest import wedding guests.csv --dry-run
                  eventpass guest import wedding guests.csv --map name=Who &&
                      eventpass guest invite wedding --all
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandGuestImport"

        case abstract = "Import guests and households from a list."
        case discussion =
            """
            The list's columns may be in any order. Their headings are: name (or first and last), household, email, \
            phone, companions, meal, allergy, access, table and note. The same words in several other languages are \
            also accepted. A column whose heading names a sub-event contains yes, x or 1 to invite a guest, and no or \
            0 otherwise. Either all rows are imported, or none. A row with the e-mail address or name of an existing \
            guest updates that guest. Empty cells change nothing. A cell with “no” withdraws an invitation. If this \
            also deletes an answer, the command asks first.

            {examples}
            """
        case file = "The list, CSV or XLSX; - is standard input."
        case dryRun = "Check everything and print the result, but write nothing."
        case skipBad = "Skip faulty rows and report them."
        case yes =
            "Don't ask before withdrawing invitations that have answers, or before queueing messages to many people."
        case map = "A field and the heading of its column, such as name=Who. Repeat for more columns."
        case notConfirmed =
            "an import that deletes {count} answer needs confirmation|an import that deletes {count} answers needs confirmation"
        case columns = "columns: {columns}"
        case newCodesHint = "{message}; issue new ones with: eventpass guest invite {event} --all"
        case question =
            "The import withdraws invitations and deletes {count} answer. Continue?|The import withdraws invitations and deletes {count} answers. Continue?"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    @Argument(help: ArgumentHelp(Text.file), completion: .file())
    var file: String
    @Option(help: ArgumentHelp(Text.map, valueName: "meaning=heading"))
    var map: [String] = []
    @OptionGroup var sheetOption: WorksheetOption
    @Flag(help: ArgumentHelp(Text.dryRun))
    var dryRun = false
    @Flag(help: ArgumentHelp(Text.skipBad))
    var skipBad = false
    @Flag(help: ArgumentHelp(Text.yes))
    var yes = false

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event)
        var progress = Progress(.importing, total: nil)
        defer { progress.finish() }
        let guestImportJSON = GuestImportJSON(event: event, isDryRun: dryRun)
        var options = GuestImportOptions(
            headingMap: try map.map(ColumnMapping.pair), faultyRows: skipBad ? .skip : .refuse,
            answers: yes ? .discard() : .keep,
            writeMode: dryRun ? .dryRun : .commit, worksheet: sheetOption.sheet)
        let messages = try QueuedMessageReport(services, of: event, global)
        let summary: GuestImportSummary
        do {
            // The list is read only once, because a list from a pipe cannot be read again.
            let list = try GuestListFile(inputPath(file))
            func imported() throws -> GuestImportSummary {
                try Confirmation.beforeMessages(yes, services, beforeQuestion: { progress.finish() }) {
                    try $0.guests.importGuests(list, options, into: event) { progress.update($0) }
                }
            }
            do {
                summary = try imported()
            } catch GuestError.answersWouldBeLost(let count) {
                progress.finish()
                try Confirmation.require(
                    false, Sentence(Text.question, ["count": .number(count)]),
                    refusal: Sentence(Text.notConfirmed, ["count": .number(count)]))
                options.answers = .discard(atMost: count)
                summary = try imported()
            }
        } catch let error as any Error & CustomStringConvertible
            where output.json && CommandFailure.describing(error).status == .badInput
        {
            progress.finish()
            try refuse(error, guestImportJSON)
        } catch let fault as GuestListFault {
            throw fault.failure(mapping: "name")
        }
        progress.finish()
        if output.json {
            try StandardOutput.line(guestImportJSON.json(summary).text)
            return try say(messages, summary)
        }
        let columns = summary.columns.used.map { "\($0.meaning) ← \($0.heading)" }.joined(separator: ", ")
        StandardError.say(Text.columns, ["columns": .text(columns)])
        StandardError.say(notRead: summary.columns)
        for message in guestImportJSON.text(ofRenamed: summary) {
            StandardError.hint(message)
        }
        say(summary.codes, guestImportJSON, of: event)
        StandardError.say(skipped: summary.faults, of: summary.skipped)
        try StandardOutput.line(guestImportJSON.text(of: summary).english)
        try say(messages, summary)
        guard !dryRun else { return }
        let next = try InviteCommandHint(
            event, services, hasUninvitedGuests: summary.added > 0 && summary.invited == 0)
        StandardError.next(next.command)
    }

    /// Prints the faults of the list as JSON. Then throws the error without the faults.
    private func refuse(
        _ error: any Error & CustomStringConvertible, _ guestImportJSON: GuestImportJSON
    ) throws -> Never {
        try StandardOutput.line(guestImportJSON.json(refusedFor: error).text)
        guard let guestError = error as? GuestError else { throw error }
        throw CommandFailure(
            ExitStatus(guestError.kind), guestError.heading, hint: guestError.hint, shape: ErrorShape(guestError))
    }

    /// Prints how many messages are queued, and names the guests whom no message reaches. A dry run queues no messages.
    private func say(_ messages: QueuedMessageReport, _ summary: GuestImportSummary) throws {
        guard !dryRun else { return }
        try messages.say(about: .guests(summary.notified), by: .invitation)
    }

    /// Prints which codes were reissued, and which guests lost their code.
    private func say(_ codes: ReissuedCodes, _ guestImportJSON: GuestImportJSON, of event: Event) {
        if let message = guestImportJSON.text(ofReissued: codes) { StandardError.say(message) }
        if let message = guestImportJSON.text(ofCodeless: codes) {
            StandardError.hint(Text.newCodesHint, ["message": .sentence(message), "event": .text(event.slug)])
        }
    }
}
