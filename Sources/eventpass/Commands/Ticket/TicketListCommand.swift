import ArgumentParser
import Foundation
import Languages
import Management
import Presentation
import Spreadsheet
import Ticketing

struct TicketListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: Text.abstract.text,
        discussion: """
              eventpass ticket list new-year --json | jq -r .token |
                  eventpass gate check new-year --gate North
              eventpass ticket list new-year --status issued --type VIP --csv vip.csv
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandTicketList"

        case abstract = "List the tickets of an event, sorted by code."
        case status = "List only tickets with this status."
        case type = "List only tickets of this type, by name or number."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    @Option(help: ArgumentHelp(Text.status))
    var status: Ticket.Status?
    @Option(help: ArgumentHelp(Text.type))
    var type: String?
    @OptionGroup var limit: FirstOption
    @OptionGroup var table: CSVOption
    @OptionGroup var replacing: ReplaceOption

    func validate() throws { try table.check(with: output, replacing) }

    func run() throws {
        let folder = try global.dataFolder()
        let store = try folder.openStore()
        let services = try folder.signIn(to: store)
        let event = try services.events.event(named: argument.event, among: .publishedFirst)
        let wanted = try type.map { try services.ticketTypes.ticketType(named: $0, of: event).number }
        let renderer = try folder.ticketRenderer(keys, store, services, event, tokens: output.json)
        func forEachTicket(_ body: @escaping (Ticket) throws -> Void) throws {
            try limit.limit({ try services.tickets.forEachTicket(of: event, $0) }) { ticket in
                guard status == nil || ticket.status == status, wanted == nil || ticket.type == wanted else {
                    return false
                }
                try body(ticket)
                return true
            }
        }
        if let csv = table.csv {
            let rows = TicketRows(renderer: renderer)
            return try table.write(rows.sheet, to: csv, replacing, global.terminal()) { append in
                try withoutActuallyEscaping(append) { append in try forEachTicket { try append(rows.cells(of: $0)) } }
            }
        }
        var lines = TicketListWriter(renderer: renderer, isJSON: output.json)
        try forEachTicket { try lines.add($0) }
        try lines.flush(orSay: status == nil && type == nil ? "There are no tickets." : "There are no such tickets.")
    }
}

/// The rows of tickets in a CSV file. The file has no tokens, because everyone who has a token has the ticket.
private struct TicketRows {
    let renderer: TicketRenderer

    var sheet: Worksheet {
        Worksheet(
            name: "tickets",
            columns: ["code", "type", "status", "holder", "email", "note"].map { WorksheetColumn($0, .text) } + [
                WorksheetColumn("admits", .integer), WorksheetColumn("order", .text),
                WorksheetColumn("currency", .text), WorksheetColumn("price", .decimal),
                WorksheetColumn("due", .decimal), WorksheetColumn("issued", .text),
            ])
    }

    /// The cells of a ticket, one for each column. Cells with data that the user is not allowed to see are empty.
    func cells(of ticket: Ticket) -> [WorksheetCell] {
        let sale = ticket.sale
        let order = renderer.saleFields.contains(.order) ? sale?.order : nil
        let price = renderer.saleFields.contains(.price) ? sale?.price : nil
        let due = renderer.saleFields.contains(.due) ? sale?.due : nil
        return [
            .text("\(ticket.code)"), .text(renderer.typeName(of: ticket)), .text(ticket.status.rawValue),
            text(ticket.holder), text(ticket.email?.rawValue), text(ticket.note),
            .integer(Int64(ticket.admits.rawValue)), text(order?.description),
            text((price ?? due)?.currency), amount(price), amount(due),
            .text(ticket.issuedAt.iso8601(in: renderer.event.zone)),
        ]
    }

    private func text(_ text: String?) -> WorksheetCell { text.map { .text($0) } ?? .empty }

    private func amount(_ amount: Money?) -> WorksheetCell {
        amount.map { .decimal(units: $0.minorUnits, places: Money.decimals(of: $0.currency)) } ?? .empty
    }
}

/// Writes tickets as a table or as JSON, one ticket per line.
struct TicketListWriter {
    private let renderer: TicketRenderer
    private let isJSON: Bool
    private var lines = LineBuffer()
    private var hasHeading = false

    init(renderer: TicketRenderer, isJSON: Bool) {
        self.renderer = renderer
        self.isJSON = isJSON
    }

    /// - Parameter guests: the names of the ticket's guests; nil if the output does not include them.
    mutating func add(_ ticket: Ticket, guests: [String]? = nil) throws {
        if isJSON { return try lines.line(try renderer.json(ticket, guests: guests)) }
        try addHeading()
        let status = ticket.status.rawValue.padding(toLength: 11, withPad: " ", startingAt: 0)
        let type = renderer.typeName(of: ticket).visible
        let padding = String(repeating: " ", count: max(0, 12 - type.count))
        let names = guests.flatMap { $0.isEmpty || $0 == [ticket.holder] ? nil : "(\($0.joined(separator: ", ")))" }
        let holder = [ticket.holder, names, ticket.email?.rawValue].compactMap(\.self).joined(separator: "  ")
        try lines.line("\(ticket.code)  \(status)  \(type)\(padding)  \(holder.isEmpty ? "–" : holder.visible)")
    }

    /// - Parameter sentence: the text to write instead of a table without tickets.
    mutating func flush(orSay sentence: String = "There are no tickets.") throws {
        if !isJSON, !hasHeading { try lines.line(sentence) }
        try lines.flush()
    }

    private mutating func addHeading() throws {
        guard !hasHeading else { return }
        hasHeading = true
        try lines.line("code       status       type          holder")
    }
}
