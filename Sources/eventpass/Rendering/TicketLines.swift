import Foundation
import Presenting
import Ticketing

/// Tickets one a line, as a table or JSON.
struct TicketLines {
    private let renderer: TicketRenderer
    private let isJSON: Bool
    private var lines = LineBuffer()
    private var hasHeading = false

    init(renderer: TicketRenderer, isJSON: Bool) {
        self.renderer = renderer
        self.isJSON = isJSON
    }

    mutating func add(_ ticket: Ticket) throws {
        if isJSON { return try lines.line(try renderer.json(ticket)) }
        try addHeading()
        let status = ticket.status.rawValue.padding(toLength: 11, withPad: " ", startingAt: 0)
        let type = renderer.typeName(of: ticket).visible
        let padding = String(repeating: " ", count: max(0, 12 - type.count))
        let holder = [ticket.holder, ticket.email?.rawValue].compactMap(\.self).joined(separator: "  ")
        try lines.line("\(ticket.code)  \(status)  \(type)\(padding)  \(holder.isEmpty ? "–" : holder.visible)")
    }

    mutating func flush() throws {
        if !isJSON { try addHeading() }
        try lines.flush()
    }

    private mutating func addHeading() throws {
        guard !hasHeading else { return }
        hasHeading = true
        try lines.line("code       status       type          holder")
    }
}
