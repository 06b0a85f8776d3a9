import ArgumentParser
import FileAccess
import Management
import Presenting
import Printing
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
        var count = 0
        var missing: [String] = []
        try replacing.making {
            try AtomicFile.write(to: file, existing: replacing.existing) { partial in
                let list = try PaperList(
                    title: "\(event.details.title) – by \(by.rawValue)", width: page.width, height: page.height
                ) { try partial.append($0) }
                try office.forEachListed(of: event, by) { ticket in
                    count += 1
                    try list.add(
                        PaperList.Line(
                            name: ticket.holder ?? "", type: types[ticket.type] ?? "", code: "\(ticket.code)",
                            admits: Int(ticket.admits.rawValue)))
                }
                try list.finish()
                missing = list.withMissingGlyphs
            }
        }
        let summary = JSON.object([("tickets", .int(count)), ("file", .string(file))])
        try StandardOutput.line(
            output.json ? summary.text : "listed \(counted(count, "ticket")) in \(file.visible)")
        if !missing.isEmpty {
            StandardError.say(
                "warning: no installed font has every letter of \(counted(missing.count, "ticket")): \(missing.prefix(10).joined(separator: ", "))"
            )
        }
        StandardError.say("next: eventpass gate enter \(event.slug) SHEET --gate NAME takes back what was ticked")
    }
}
