import ArgumentParser
import Management

struct TicketIssue: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "issue", abstract: "Issue tickets, by number or from a guest list; all or none.",
        discussion: """
            A guest list is CSV or XLSX with a header: holder (or name), and if you like email, type, admits and note.

              eventpass ticket issue new-year --type Regular --count 100
              eventpass ticket issue new-year --type VIP --holder "Grace Nakato" --email grace@example.org
              eventpass ticket issue new-year --csv guests.csv && eventpass ticket list new-year
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var signing: SigningOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    @Option(help: "The ticket type, by name or number. A guest list may give each row its own.")
    var type: String?
    @Option(help: "How many, without holders.")
    var count: Int?
    @Option(help: "A guest list, CSV or XLSX; - is standard input.")
    var csv: String?
    @Option(help: "One ticket, for this person.")
    var holder: String?
    @Option(help: "The person's e-mail address.")
    var email: String?
    @Option(help: "A note about the person, for the gate.")
    var note: String?

    /// One issue is one transaction, and keeps the gates waiting while it lasts.
    private static let most = 1_000_000

    func validate() throws {
        guard [count != nil, csv != nil, holder != nil].count(where: \.self) == 1 else {
            throw ValidationError("say one of --count N, --csv FILE and --holder NAME")
        }
        if let count, !(1...TicketIssue.most).contains(count) {
            throw ValidationError("--count is 1 to \(TicketIssue.most); for more, issue again")
        }
        if holder == nil, email != nil || note != nil { throw ValidationError("--email and --note need --holder") }
        if csv == nil, type == nil { throw ValidationError("say which --type to issue") }
    }

    func run() throws {
        let folder = try global.dataFolder()
        let ring = try folder.openKeyRing(keys)
        let office = try folder.openOffice()
        let event = try office.event(named: argument.event)
        var progress = Progress("issue", total: count)
        defer { progress.finish() }
        let summary = try office.issue(
            try recipients(), type: try type.map { try office.ticketType(named: $0, of: event) }, of: event,
            signingWith: ring, publicKeys: signing.use(of: ring), progress: { progress.update($0) })
        progress.finish()
        let json = JSON.object([
            ("event", .int(event.number.rawValue)), ("issued", .int(summary.tickets)), ("people", .int(summary.people)),
            ("key", .int(summary.key)),
        ])
        try StandardOutput.line(
            output.json
                ? json.text
                : "issued \(counted(summary.tickets, "ticket")) for \(counted(summary.people, "person", "people")), signed with key \(summary.key)"
        )
        StandardError.say("next: eventpass ticket export \(event.slug) --format png --output DIR")
    }

    private func recipients() throws -> Recipients {
        if let count { return .unnamed(count) }
        if let holder { return .person(holder: holder, email: email, note: note) }
        let list = try GuestList(path: inputPath(csv ?? ""))
        if !list.ignoredColumns.isEmpty {
            StandardError.say("hint: not read: \(list.ignoredColumns.joined(separator: ", ").visible)")
        }
        return .guestList(list)
    }
}
