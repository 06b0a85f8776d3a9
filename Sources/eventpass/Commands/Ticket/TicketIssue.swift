import ArgumentParser
import Glibc
import Management
import Presenting
import Ticketing

struct TicketIssue: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "issue", abstract: "Issue tickets, by number or from a guest list; all or none.",
        discussion: """
            A guest list is CSV or XLSX with a header: holder (or name, or first and last), and if you like email, \
            type, admits and note; --map says what other headings mean. A list whose rows equal tickets that exist is \
            not issued without a yes or --again.

              eventpass ticket issue new-year --type Regular --count 100
              eventpass ticket issue new-year --type VIP --holder "Grace Nakato" \\
                  --email grace@example.org
              eventpass ticket issue new-year --csv guests.csv --map holder=Who --dry-run
              eventpass ticket issue new-year --csv guests.csv &&
                  eventpass ticket list new-year
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var signing: SigningOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    @Option(help: "The ticket type, by name or number. A guest list may give each row its own.")
    var type: String?
    @Option(
        parsing: .unconditional, help: "How many, without holders.")
    var count: Given<Int>?
    @Option(
        name: [.customLong("csv"), .customLong("xlsx")],
        help: "A guest list; its first bytes say which kind it is. - is standard input.",
        completion: .file())
    var list: String?
    @OptionGroup var sheetOption: SheetOption
    @Option(help: "One ticket, for this person.")
    var holder: String?
    @Option(help: "The person's e-mail address.")
    var email: Given<EmailAddress>?
    @Option(help: "A note about the person, for the gate.")
    var note: String?

    @Option(
        help: ArgumentHelp(
            "Which column of the list is which, such as holder=Who; repeatable.", valueName: "meaning=heading"))
    var map: [String] = []
    @Flag(help: "Try everything and write nothing.")
    var dryRun = false
    @Flag(help: "Skip faulty rows of the list, and say what is wrong with them.")
    var skipBad = false
    @Flag(help: "Issue rows that equal tickets that exist without asking.")
    var again = false
    @OptionGroup var request: RequestIDOption

    /// One issue is one transaction, and keeps the gates waiting while it lasts.
    private static let most = 1_000_000

    func validate() throws {
        guard [count != nil, list != nil, holder != nil].count(where: \.self) == 1 else {
            throw ValidationError("say one of --count N, --csv FILE, --xlsx FILE and --holder NAME")
        }
        if holder == nil, email != nil || note != nil { throw ValidationError("--email and --note need --holder") }
        if list == nil, !map.isEmpty || skipBad || again {
            throw ValidationError("--map, --skip-bad and --again need a guest list")
        }
        if list == nil, sheetOption.sheet != nil { throw ValidationError("--sheet needs a guest list") }
        if list == nil, type == nil { throw ValidationError("say which --type to issue") }
    }

    func run() throws {
        let (count, recipients) = try recipients()
        let folder = try global.dataFolder()
        let store = try folder.openStore()
        let ring = try folder.openKeyRing(keys, of: store)
        let office = try folder.signIn(to: store)
        let event = try office.event(named: argument.event)
        var progress = Progress("issue", total: count)
        defer { progress.finish() }
        let ticketType = try type.map { try office.ticketType(named: $0, of: event) }
        let effect: Effect = dryRun ? .tryOnly : .write
        func issue(_ repeats: ListPolicy.Repeats) throws -> IssueSummary {
            try office.issue(
                recipients, type: ticketType, of: event, signingWith: ring, publicKeys: signing.use(of: ring),
                list: ListPolicy(faultyRows: skipBad ? .skip : .refuse, repeats: repeats), request: request.requestID,
                effect: effect, progress: { progress.update($0) })
        }
        let messages = try QueuedMessages(office, of: event)
        let summary: IssueSummary
        do {
            summary = try issue(again || dryRun ? .issue : .refuse)
        } catch ManagementError.alreadyIssued(let repeats, let rows) {
            progress.finish()
            try confirm(ManagementError.alreadyIssued(repeats, rows: rows), repeats: repeats.count, of: rows)
            summary = try issue(.issue)
        }
        progress.finish()
        let view = IssueView(
            event: event, summary: summary, effect: effect,
            renderer: output.json ? try folder.ticketRenderer(keys, store, office, event) : nil)
        for note in view.notes { StandardError.say("hint: \(note)") }
        StandardError.say(skipped: summary.faults, of: summary.skipped)
        if output.json {
            try StandardOutput.line(try view.report().text)
        } else {
            for line in view.lines { try StandardOutput.line(line) }
        }
        if dryRun { return }
        try messages.say()
        StandardError.say("next: eventpass ticket export \(event.slug) --format png --output DIR")
    }

    /// Goes on after a yes at the terminal.
    ///
    /// - Parameter rows: that a yes issues: the repeats and all others.
    private func confirm(_ error: ManagementError, repeats: Int, of rows: Int) throws {
        guard isatty(STDIN_FILENO) == 1 else {
            throw Failure(.badInput, "\(error)", hint: "--again issues every row of the list, with the repeats")
        }
        StandardError.say("\(error)")
        let tickets = rows > 1 ? "all \(rows) tickets" : "1 ticket"
        try Confirmation.need(
            false, "Issue \(tickets), including \(counted(repeats, "repeat"))?", of: "a list that was issued before")
    }

    /// Who gets tickets, and how many there are if that is known beforehand.
    private func recipients() throws -> (count: Int?, Recipients) {
        var fields = Fields()
        if let number = fields.read(count, "count") {
            if !(1...TicketIssue.most).contains(number) {
                fields.refuse("count", "1 to \(TicketIssue.most); for more, issue again")
            }
            try fields.end()
            return (number, .unnamed(number))
        }
        if let holder {
            let address = fields.read(email, "email")
            fields.demand(text: holder, "holder")
            fields.demand(text: note, "note")
            try fields.end()
            return (1, .person(holder: holder, email: address?.rawValue, note: note))
        }
        try fields.end()
        return (nil, .guestList(try guestList(list ?? "")))
    }

    private func guestList(_ path: String) throws -> GuestList {
        let list: GuestList
        do {
            list = try GuestList(
                ListFile(inputPath(path)), sheet: sheetOption.sheet, map: try map.map(ColumnMap.pair))
        } catch let fault as GuestListFault {
            throw fault.failure(mapping: "holder")
        }
        StandardError.say(notRead: list.meanings)
        return list
    }
}
