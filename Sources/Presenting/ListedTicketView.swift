package import Management

/// A line of a list on paper, in JSON.
package struct ListedTicketView {
    private let listed: ListedTicket
    private let type: String

    /// - Parameter type: the name of the ticket's type.
    package init(listed: ListedTicket, type: String) {
        self.listed = listed
        self.type = type
    }

    package var json: JSON {
        .object([
            ("code", .string(listed.ticket.code.description)), ("name", .optional(listed.name)),
            ("guests", .array(listed.guests.map(JSON.string))), ("type", .string(type)), ("free", .int(listed.free)),
        ])
    }
}
