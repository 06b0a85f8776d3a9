import ArgumentParser
import FileAccess
import Gate
import Management
import Presenting
import Printing
import PrintShop
import Ticketing

struct PrintList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Print a list to tick, for a gate that can't scan, as PDF.",
        discussion: """
            Tickets that a gate would let in, a box for each person, in type to be read at arm's length. What was ticked \
            comes back with gate enter.

              eventpass print list new-year --by name --output list.pdf
              eventpass gate enter new-year ticked.csv --gate North
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @Option(help: "name or code.")
    var by = PaperOrder.name
    @Option(help: "a4, letter, or width and height in millimetres.")
    var page = PaperSize.a4
    @Option(name: .customLong("output"), help: "The new PDF.", completion: .file())
    var file: String
    @OptionGroup var replacing: ReplaceOption

    func validate() throws {
        if page.width < 180 || page.height < 120 { throw ValidationError("a list needs paper of at least 180x120 mm") }
    }

    func run() throws {
        let office = try global.dataFolder().openOffice()
        let event = try office.event(named: argument.event)
        let types = Dictionary(
            try office.ticketTypes(of: event).map { ($0.number, $0.name) }, uniquingKeysWith: { first, _ in first })
        var (count, people) = (0, 0)
        try office.forEachListed(of: event, by) { ticket in
            count += 1
            people += Int(ticket.admits.rawValue)
        }
        let footing =
            "\(counted(count, "ticket")) for \(counted(people, "person", "people")) · printed \(Sentences(timeZone: event.zone).moment(Instant.now()))"
        var notes = DrawingNotes()
        try replacing.making {
            try AtomicFile.write(to: file, existing: replacing.existing, mode: TicketFile.mode) { partial in
                let list = try PaperList(
                    title: "\(event.details.title) – by \(by.rawValue)", footing: footing, count: count,
                    width: page.width, height: page.height
                ) { try partial.append($0) }
                try office.forEachListed(of: event, by) { ticket in
                    try list.add(
                        PaperList.Line(
                            name: ticket.holder ?? "", type: types[ticket.type] ?? "", code: "\(ticket.code)",
                            admits: Int(ticket.admits.rawValue)))
                }
                try list.finish()
                notes = list.notes
            }
        }
        let summary = JSON.object([("tickets", .int(count)), ("file", .string(file))])
        try StandardOutput.line(
            output.json ? summary.text : "listed \(counted(count, "ticket")) in \(file.visible)")
        notes.sentences.forEach { StandardError.say("warning: \($0.visible)") }
        StandardError.say("next: eventpass gate enter \(event.slug) SHEET --gate NAME takes back what was ticked")
    }
}
