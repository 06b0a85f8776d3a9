import ArgumentParser
import Management
import Presenting
import Ticketing

struct TicketIssue: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "issue", abstract: "Issue tickets, by number or from a guest list; all or none.",
        discussion: """
            A guest list is CSV or XLSX with a header: holder (or name), and if you like email, type, admits and note.

              eventpass ticket issue new-year --type Regular --count 100
              eventpass ticket issue new-year --type VIP --holder "Grace Nakato" \\
                  --email grace@example.org
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

    /// One issue is one transaction, and keeps the gates waiting while it lasts.
    private static let most = 1_000_000

    func validate() throws {
        guard [count != nil, list != nil, holder != nil].count(where: \.self) == 1 else {
            throw ValidationError("say one of --count N, --csv FILE, --xlsx FILE and --holder NAME")
        }
        if holder == nil, email != nil || note != nil { throw ValidationError("--email and --note need --holder") }
        if list == nil, sheetOption.sheet != nil { throw ValidationError("--sheet needs a guest list") }
        if list == nil, type == nil { throw ValidationError("say which --type to issue") }
    }

    func run() throws {
        let (count, recipients) = try recipients()
        let folder = try global.dataFolder()
        let ring = try folder.openKeyRing(keys)
        let office = try folder.openOffice()
        let event = try office.event(named: argument.event)
        var progress = Progress("issue", total: count)
        defer { progress.finish() }
        let summary = try office.issue(
            recipients, type: try type.map { try office.ticketType(named: $0, of: event) }, of: event,
            signingWith: ring, publicKeys: signing.use(of: ring), progress: { progress.update($0) })
        progress.finish()
        try StandardOutput.line(
            output.json
                ? IssueView(event: event, summary: summary).json.text
                : "issued \(counted(summary.tickets, "ticket")) for \(counted(summary.people, "person", "people")), signed with key \(summary.key)"
        )
        StandardError.say("next: eventpass ticket export \(event.slug) --format png --output DIR")
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
        let list = try GuestList(path: inputPath(list ?? ""), sheet: sheetOption.sheet)
        if !list.ignoredColumns.isEmpty {
            StandardError.say("hint: not read: \(list.ignoredColumns.joined(separator: ", ").visible)")
        }
        return (nil, .guestList(list))
    }
}
