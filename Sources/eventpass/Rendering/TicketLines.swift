import Foundation
import Presenting
import Ticketing

/// Writes tickets as a table or as JSON, one per line.
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

    mutating func flush() throws {
        if !isJSON, !hasHeading { try lines.line("There are no tickets.") }
        try lines.flush()
    }

    private mutating func addHeading() throws {
        guard !hasHeading else { return }
        hasHeading = true
        try lines.line("code       status       type          holder")
    }
}
