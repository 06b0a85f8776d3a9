import ArgumentParser
import Glibc
import Languages
import Management
import Presentation
import Ticketing

struct TicketIssueCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "issue",
        abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass ticket issue new-year --type Regular --count 100
                  eventpass ticket issue new-year --type VIP --holder "Grace Nakato" \\
                      --email grace@example.org
                  eventpass ticket issue new-year --csv guests.csv --map holder=Who --dry-run
                  eventpass ticket issue new-year --csv guests.csv &&
                      eventpass ticket list new-year
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandTicketIssue"

        case abstract = "Issue tickets without holders, a ticket for one person, or tickets for a guest list."
        case discussion =
            """
            A guest list is a CSV or XLSX file with a header: holder (or name, or first and last), and optionally \
            email, type, admits and note. Use --map for other headings. If a ticket cannot be issued for one row, no \
            ticket is issued. If rows match existing tickets, the command asks before it issues tickets for them \
            again; without a terminal, it requires --again.

            The tickets are free of charge, even if their type has a price, and they add no revenue. To sell tickets, \
            use “eventpass order create”.

            {examples}
            """
        case type = "The ticket type, by name or number. Rows of a guest list may have their own type."
        case count = "Issue this many tickets without holders."
        case list = "A guest list, CSV or XLSX; - is standard input."
        case holder = "Issue one ticket to this person."
        case born =
            "The person's date of birth, such as 1990-05-17. It is only compared with the minimum age, and not stored."
        case map = "A field and the heading of its column, such as holder=Who. Repeat for more columns."
        case dryRun = "Check everything, but write nothing."
        case skipBad = "Skip faulty rows of the list and report them."
        case again = "Issue tickets even for rows that match existing tickets, without asking."
        case oneSource = "give one of --count N, --csv FILE, --xlsx FILE and --holder NAME"
        case holderRequired = "--email, --note and --born need --holder"
        case listRequired = "--map, --skip-bad and --again need a guest list"
        case sheetWithoutList = "--sheet needs a guest list"
        case typeRequired = "--type is required"
        case surplusHint = "to cancel surplus tickets, use: eventpass ticket cancel {event} CODE"
        case removeRowsHint = "if these rows are mistakes, remove them from the list"
        case alreadyIssuedHint = "--again issues tickets for all rows, even for rows that match existing tickets"
        case notConfirmed = "issuing tickets again for rows that match existing tickets needs confirmation"
        case countOutOfRange = "1 to {most}; for more, repeat the command"
        case question = "Issue {count} ticket, including {repeats}?|Issue all {count} tickets, including {repeats}?"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var signing: SigningOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    @Option(help: ArgumentHelp(Text.type))
    var type: String?
    @Option(parsing: .unconditional, help: ArgumentHelp(Text.count))
    var count: ParsedArgument<Int>?
    @Option(name: [.customLong("csv"), .customLong("xlsx")], help: ArgumentHelp(Text.list), completion: .file())
    var list: String?
    @OptionGroup var sheetOption: WorksheetOption
    @OptionGroup var given: NewHolderOptions
    @Option(help: ArgumentHelp(Text.born))
    var born: String?

    @Option(help: ArgumentHelp(Text.map, valueName: "meaning=heading"))
    var map: [String] = []
    @Flag(help: ArgumentHelp(Text.dryRun))
    var dryRun = false
    @Flag(help: ArgumentHelp(Text.skipBad))
    var skipBad = false
    @Flag(help: ArgumentHelp(Text.again))
    var again = false
    @OptionGroup var request: RequestIDOption
    @OptionGroup var manyMessages: ManyMessagesOption

    /// The maximum number of tickets that one command issues. The command issues all its tickets in one transaction,
    /// and gates must wait until this transaction ends.
    private static let maximumTickets = 1_000_000

    func validate() throws {
        guard [count != nil, list != nil, given.holder != nil].count(where: \.self) == 1 else {
            throw ValidationError(Text.oneSource)
        }
        if given.holder == nil, given.email != nil || given.note != nil || born != nil {
            throw ValidationError(Text.holderRequired)
        }
        if list == nil, !map.isEmpty || skipBad || again {
            throw ValidationError(Text.listRequired)
        }
        if list == nil, sheetOption.sheet != nil { throw ValidationError(Text.sheetWithoutList) }
        if list == nil, type == nil { throw ValidationError(Text.typeRequired) }
    }

    func run() throws {
        let (count, recipients) = try recipients()
        let folder = try global.dataFolder()
        let store = try folder.openStore()
        let ring = try folder.openKeyRing(keys, of: store)
        let services = try folder.signIn(to: store)
        let event = try services.events.event(named: argument.event, among: .publishedFirst)
        var progress = Progress(.issuing, total: count)
        defer { progress.finish() }
        let ticketType = try type.map { try services.ticketTypes.ticketType(named: $0, of: event) }
        let effect: WriteMode = dryRun ? .dryRun : .commit
        func issue(_ repeats: TicketListPolicy.DuplicatePolicy) throws -> IssueSummary {
            try Confirmation.beforeMessages(manyMessages.yes, services, beforeQuestion: { progress.finish() }) {
                try $0.tickets.issue(
                    recipients, type: ticketType, of: event, born: born, signingWith: ring,
                    options: TicketIssueOptions(
                        publicKeys: signing.publicKeyUse(of: ring),
                        list: TicketListPolicy(faultyRows: skipBad ? .skip : .refuse, duplicates: repeats),
                        request: request.requestID, effect: effect),
                    progress: { progress.update($0) })
            }
        }
        let messages = try QueuedMessageReport(services, of: event, global)
        let summary: IssueSummary
        do {
            summary = try issue(again || dryRun ? .issue : .refuse)
        } catch ManagementError.alreadyIssued(let repeats, let rows) {
            progress.finish()
            try confirm(ManagementError.alreadyIssued(repeats, rows: rows), repeats: repeats.count, of: rows)
            summary = try issue(.issue)
        }
        progress.finish()
        let issueSummaryJSON = IssueSummaryJSON(
            event: event, summary: summary, effect: effect,
            renderer: output.json ? try folder.ticketRenderer(keys, store, services, event) : nil)
        for note in issueSummaryJSON.notes { StandardError.hint(note) }
        if summary.equalToRows.count > 0 {
            StandardError.hint(
                dryRun ? Sentence(Text.removeRowsHint) : Sentence(Text.surplusHint, ["event": .text(event.slug)]))
        }
        StandardError.say(skipped: summary.faults, of: summary.skipped)
        if output.json {
            try StandardOutput.line(try issueSummaryJSON.report().text)
        } else {
            for line in issueSummaryJSON.lines { try StandardOutput.line(line) }
        }
        if dryRun { return }
        if let first = summary.first.first, !summary.isReplay {
            try messages.say(about: .issued(at: first.issuedAt), by: .ticketIssued)
        }
        StandardError.next("eventpass ticket export \(event.slug) --format png --output DIR")
    }

    /// Asks at the terminal whether to issue tickets even for the rows whose tickets were issued before. Returns only
    /// if the answer is yes.
    ///
    /// - Parameters:
    ///   - error: the error that reports the number of such rows.
    ///   - repeats: the number of rows whose ticket was issued before.
    ///   - rows: the number of all rows. One ticket is issued for each row.
    private func confirm(_ error: ManagementError, repeats: Int, of rows: Int) throws {
        guard isatty(STDIN_FILENO) == 1 else {
            throw CommandFailure(.badInput, error.sentence, hint: Sentence(Text.alreadyIssuedHint))
        }
        StandardError.say(error.sentence, keeping: "\n")
        try Confirmation.require(
            false,
            Sentence(Text.question, ["count": .number(rows), "repeats": CountText.repeats.of(repeats)]),
            refusal: Sentence(Text.notConfirmed))
    }

    /// The recipients of the new tickets, and the number of tickets. The number is nil for a guest list.
    private func recipients() throws -> (count: Int?, Recipients) {
        var fields = FieldParser()
        if let number = fields.read(count, "count") {
            if !(1...TicketIssueCommand.maximumTickets).contains(number) {
                fields.refuse(
                    "count", Sentence(Text.countOutOfRange, ["most": .number(TicketIssueCommand.maximumTickets)]))
            }
            try fields.finish()
            return (number, .unnamed(number))
        }
        if let holder = given.holder {
            let address = fields.read(given.email, "email")
            fields.checkText(text: holder, "holder")
            fields.checkText(text: given.note, "note")
            try fields.finish()
            return (1, .person(holder: holder, email: address?.rawValue, note: given.note))
        }
        try fields.finish()
        return (nil, .guestList(try guestList(list ?? "")))
    }

    private func guestList(_ path: String) throws -> TicketHolderList {
        let list: TicketHolderList
        do {
            list = try TicketHolderList(
                GuestListFile(inputPath(path)), sheet: sheetOption.sheet, map: try map.map(ColumnMapping.pair))
        } catch let fault as GuestListFault {
            throw fault.failure(mapping: "holder")
        }
        StandardError.say(notRead: list.meanings)
        return list
    }
}

struct NewHolderOptions: FieldOptionList {
    typealias Entity = HolderDetails

    @Option(help: ArgumentHelp("holder", of: Entity.self, adding: Sentence(TicketIssueCommand.Text.holder)))
    var holder: String?
    @Option(help: ArgumentHelp("email", of: Entity.self)) var email: ParsedArgument<EmailAddress>?
    @Option("note", of: Entity.self) var note: String?
}
