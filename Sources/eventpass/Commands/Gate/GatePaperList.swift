import ArgumentParser
import Management
import Presenting
import Spreadsheet
import Ticketing

extension PaperOrder: TypedValue {}

struct GatePaperList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "A list to tick on paper, when a gate can't scan.",
        discussion: """
            Tickets that a gate would let in, by the holder's name or by code, a box for each person. What was ticked \
            comes back with gate enter.

              eventpass gate list new-year > list.txt
              eventpass gate list new-year --by code --csv > list.csv
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var argument: EventArgument

    @Option(help: "name or code.")
    var by = PaperOrder.name
    @Flag(help: "As CSV, for a spreadsheet.")
    var csv = false

    func run() throws {
        let office = try global.dataFolder().openOffice()
        let event = try office.event(named: argument.event)
        let types = Dictionary(
            try office.ticketTypes(of: event).map { ($0.number, $0.name) }, uniquingKeysWith: { first, _ in first })
        if csv { return try writeCSV(office, event, types) }
        let page = PaperPage(title: event.details.title, order: by)
        var lines = LineBuffer()
        var number = 0
        try office.forEachListed(of: event, by) { ticket in
            if number % PaperPage.length == 0 {
                for line in page.header(page: number / PaperPage.length + 1) { try lines.line(line) }
            }
            number += 1
            try lines.line(page.line(ticket, type: types[ticket.type] ?? ""))
        }
        try lines.flush()
        StandardError.say("\(counted(number, "ticket")); next: eventpass gate enter \(event.slug) SHEET --gate NAME")
    }

    private func writeCSV(_ office: Office, _ event: Event, _ types: [TicketTypeNumber: String]) throws {
        let sheet = Sheet(
            name: "list",
            columns: ["code", "time", "gate", "count", "name", "type"].map { SheetColumn($0, .text) }
                + [SheetColumn("admits", .integer)])
        let terminal = global.terminal()
        try CSVWriter.write(
            sheet,
            into: { bytes in
                guard terminal.isTerminal else { return try StandardOutput.write(bytes: bytes) }
                try StandardOutput.write(String(decoding: bytes, as: UTF8.self).visible(keeping: "\r\n"))
            },
            rows: { append in
                try office.forEachListed(of: event, by) { ticket in
                    try append([
                        .text(TicketCode(ticket.serial).description), .empty, .empty, .empty,
                        .text(ticket.holder ?? ""), .text(types[ticket.type] ?? ""),
                        .integer(Int64(ticket.admits.rawValue)),
                    ])
                }
            })
    }
}

/// A page of a list on paper: 80 columns, as printers and terminals have them.
struct PaperPage {
    /// Tickets on a page of 60 lines.
    static let length = 56
    private static let name = 32
    private static let type = 16

    let title: String
    let order: PaperOrder

    /// A form feed before each page but the first, the title, and what the columns are.
    func header(page: Int) -> [String] {
        let heading = "\(PaperPage.fitted(title, 60))  page \(page)"
        return [
            page > 1 ? "\u{C}\(heading)" : heading,
            "    \("name".fitted(toColumns: Self.name))  \("type".fitted(toColumns: Self.type))  code       time", "",
        ]
    }

    func line(_ ticket: Ticket, type: String) -> String {
        let admits = Int(ticket.admits.rawValue)
        let boxes = admits == 1 ? "[ ]" : "[ ]×\(admits)"
        return
            "\(boxes.fitted(toColumns: 6)) \(PaperPage.fitted(ticket.holder ?? "–", Self.name - 3))  \(PaperPage.fitted(type, Self.type))  \(TicketCode(ticket.serial))  __:__"
    }

    private static func fitted(_ text: String, _ width: Int) -> String { text.visible.fitted(toColumns: width) }
}
